"""What the handlers of a server share: its rooms, and what each address may still ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from branchline.server.http.address import address_of
from branchline.server.http.security import Origins
from branchline.server.http.slow_work import SlowWork
from branchline.server.http.tcp import TcpConnections
from branchline.server.limits import (
    CONNECTIONS,
    DESIGNS,
    DRAWINGS,
    MAX_CONNECTIONS_PER_ADDRESS,
    REPLAYS,
    REQUESTS,
    TABLES,
    OpenSlots,
    RateLimits,
)
from branchline.server.live.jobs import Jobs
from branchline.server.live.rooms import Rooms
from branchline.server.network import Listening
from branchline.server.room.commands import Refuse
from branchline.server.settings import Settings

T = TypeVar("T")


class ServerState:
    """Lies under `app.state.server`."""

    rooms: Rooms  # Both from the moment when the store is open.
    jobs: Jobs

    def __init__(self, settings: Settings, origins: Origins, listening: Listening) -> None:
        self.settings = settings
        self.origins = origins
        self.listening = listening
        self.requests = RateLimits(REQUESTS)
        self.connections = RateLimits(CONNECTIONS)
        self.new_tables = RateLimits(TABLES)
        self.replays = RateLimits(REPLAYS)
        self.designs = RateLimits(DESIGNS)
        self.drawings = RateLimits(DRAWINGS)
        self.tcp = TcpConnections(by_address=settings.proxies == 0)
        self.slots = OpenSlots(MAX_CONNECTIONS_PER_ADDRESS)
        self.slow_work = SlowWork()


def state_of(app: Starlette) -> ServerState:
    state: ServerState = app.state.server
    return state


def rooms_of(request: HTTPConnection) -> Rooms:
    return state_of(request.app).rooms


def jobs_of(request: HTTPConnection) -> Jobs:
    return state_of(request.app).jobs


def take(request: HTTPConnection, limits: RateLimits, cost: float = 1.0) -> None:
    """Count a request against the limit of its address; refuse it where that is used up."""
    if not limits.take(address_of(request.scope), rooms_of(request).now(), cost):
        raise Refuse("too-fast")


async def slowly(request: HTTPConnection, work: Callable[[], T]) -> T:
    """The result of what would hold everybody up, done beside the event loop when it is the asker's turn."""
    return await state_of(request.app).slow_work.run(address_of(request.scope), work)
