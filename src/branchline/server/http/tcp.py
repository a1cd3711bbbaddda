"""Connections before anybody has asked anything: counted by address, and closed when nothing comes of them.

Whoever only connects costs the server a file, and files are what a server runs out of first. So an address has its
share of them, every stage of a request has a time limit, and when all places are taken a newcomer gets that of whoever
has been silent for longest. A WebSocket has no limit here: it is pinged, and must say `hello`.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio import Transport
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from branchline.server.http.address import network_of
from branchline.server.limits import MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS, OpenSlots

log = logging.getLogger(__name__)

HEADER_SECONDS: Final = 10.0
"""From the first byte of a request, or from the connection for the first one, to the end of its headers."""
BODY_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 120.0
"""From the end of a request until its answer has been taken."""
IDLE_SECONDS: Final = 15
"""How long a connection is kept for a further request."""
CLOSING_SECONDS: Final = 10.0
"""How long somebody who does not read may keep a connection that is being closed."""
SWEEP_SECONDS: Final = 1.0
MAX_HEADER_BYTES: Final = 65_536

MAX_TCP_CONNECTIONS: Final = MAX_CONNECTIONS + 500
MAX_TCP_PER_ADDRESS: Final = MAX_CONNECTIONS_PER_ADDRESS + 100
RESERVED_FILES: Final = 150
"""For the store, the log, the processes of bots, and the page's files."""
SHARES: Final = 4
"""No address takes more than one part in so many of all places."""


class Visit:
    """One connection: whose it is, and when it is closed if nothing happens; never, without a deadline."""

    __slots__ = ("address", "deadline", "transport")

    def __init__(self, transport: Transport, address: str, deadline: float) -> None:
        self.transport = transport
        self.address = address
        self.deadline: float | None = deadline


class TcpConnections:
    """All connections of a process. Behind a proxy everybody comes from one address, and the proxy must count."""

    def __init__(self, *, by_address: bool, most: int | None = None) -> None:
        self._most = most if most is not None else places()
        self._by_address = by_address
        self._slots = OpenSlots(max(1, min(MAX_TCP_PER_ADDRESS, self._most // SHARES)))
        self._visits: dict[Transport, Visit] = {}
        self._silent: dict[Transport, None] = {}  # Those that have not asked anything yet, the oldest first.

    def __len__(self) -> int:
        return len(self._visits)

    def arrive(self, transport: Transport, address: str, now: float) -> Visit | None:
        """Let a connection in; None where its address, or everybody together, has too many."""
        if self._by_address and not self._slots.take(address):
            log.info("too many connections", extra={"address": address})
            return None
        if len(self._visits) >= self._most and not self._replace_silent():
            log.warning("all connections are taken", extra={"number": len(self._visits)})
            if self._by_address:
                self._slots.release(address)
            return None
        visit = self._visits[transport] = Visit(transport, address, now + HEADER_SECONDS)
        self._silent[transport] = None
        return visit

    def asked(self, transport: Transport) -> None:
        """A request has come, so that this is not somebody who only takes a place."""
        self._silent.pop(transport, None)

    def leave(self, transport: Transport) -> None:
        visit = self._visits.pop(transport, None)
        self._silent.pop(transport, None)
        if visit is not None and self._by_address:
            self._slots.release(visit.address)

    def _replace_silent(self) -> bool:
        """Close the connection that has been silent for longest; False where everybody has asked something."""
        oldest = next(iter(self._silent), None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.abort()
        return True

    def sweep(self, now: float) -> None:
        """Close what has been too slow."""
        for visit in list(self._visits.values()):
            if visit.deadline is None and visit.transport.is_closing():
                visit.deadline = now + CLOSING_SECONDS
            elif visit.deadline is not None and visit.deadline <= now:
                self.leave(visit.transport)
                visit.transport.abort()

    async def sweep_for_ever(self) -> None:
        now: Callable[[], float] = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep(now())


def places() -> int:
    """How many connections there can be: as many as the process may open files for."""
    if sys.platform == "win32":
        return MAX_TCP_CONNECTIONS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_TCP_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_TCP_CONNECTIONS, soft - RESERVED_FILES)


def connections_of(config: Any) -> TcpConnections:
    """The connections of the application that uvicorn was set up for."""
    found: TcpConnections = config.app.state.server.tcp
    return found


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP, with a time limit for each stage of a request."""

    _visit: Visit | None = None
    _reads_headers = True
    _header_bytes = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        self._tcp = connections_of(self.config)
        peer = transport.get_extra_info("peername")
        address = network_of(peer[0]) if isinstance(peer, tuple) else "local"
        self._visit = self._tcp.arrive(transport, address, self.loop.time())
        if self._visit is None:
            transport.abort()
            return
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._visit is not None:
            self._tcp.leave(self.transport)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._visit is None:
            return
        self._header_bytes += len(data)
        super().data_received(data)
        if self._reads_headers and self._header_bytes > MAX_HEADER_BYTES and not self.transport.is_closing():
            self.send_400_response("The headers are too long.")

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        assert self._visit is not None
        self._visit.deadline = None

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reads_headers = True
        self._header_bytes = 0
        self._allow(HEADER_SECONDS)

    def on_headers_complete(self) -> None:
        self._reads_headers = False
        self._tcp.asked(self.transport)
        self._allow(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._allow(ANSWER_SECONDS)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        more = bool(self.pipeline)
        super().on_response_complete()
        self._allow(ANSWER_SECONDS if more else IDLE_SECONDS)

    def _allow(self, seconds: float) -> None:
        if self._visit is not None:
            self._visit.deadline = self.loop.time() + seconds


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, whose place is given back when it ends."""

    def connection_lost(self, exc: Exception | None) -> None:
        connections_of(self.config).leave(self.transport)
        super().connection_lost(exc)
