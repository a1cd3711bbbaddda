"""What the handlers of a server share: its rooms, and what each address may still ask."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from branchline.server.http.address import address_of
from branchline.server.http.security import Origins
from branchline.server.http.tcp import TcpConnections
from branchline.server.limits import (
    CONNECTIONS,
    MAX_CONNECTIONS_PER_ADDRESS,
    REPLAYS,
    REQUESTS,
    TABLES,
    OpenSlots,
    RateLimits,
)
from branchline.server.live.rooms import Rooms
from branchline.server.network import Listening
from branchline.server.room.commands import Refuse
from branchline.server.settings import Settings


class ServerState:
    """Lies under `app.state.server`."""

    rooms: Rooms  # From the moment when the store is open.

    def __init__(self, settings: Settings, origins: Origins, listening: Listening) -> None:
        self.settings = settings
        self.origins = origins
        self.listening = listening
        self.requests = RateLimits(REQUESTS)
        self.connections = RateLimits(CONNECTIONS)
        self.new_tables = RateLimits(TABLES)
        self.replays = RateLimits(REPLAYS)
        self.tcp = TcpConnections(by_address=settings.proxies == 0)
        self.slots = OpenSlots(MAX_CONNECTIONS_PER_ADDRESS)


def state_of(app: Starlette) -> ServerState:
    state: ServerState = app.state.server
    return state


def rooms_of(request: HTTPConnection) -> Rooms:
    return state_of(request.app).rooms


def take(request: HTTPConnection, limits: RateLimits, cost: float = 1.0) -> None:
    """Count a request against the limit of its address; refuse it where that is used up."""
    if not limits.take(address_of(request.scope), rooms_of(request).now(), cost):
        raise Refuse("too-fast")
