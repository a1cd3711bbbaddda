"""A WebSocket as a line to a table: hello first, then commands; whoever sends too much or reads too little must go."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import Any, Final, cast

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from branchline.server import wire
from branchline.server.limits import (
    MAX_FAULTS,
    MAX_FRAME_BYTES,
    MAX_UNREAD_BYTES,
    MAX_UNREAD_MESSAGES,
    MESSAGES,
    Credit,
)
from branchline.server.live.connection import Connection, encoded
from branchline.server.live.room_task import Keeper
from branchline.server.live.rooms import Hub
from branchline.server.room.tokens import holder_of
from branchline.server.store.contract import StoreError
from branchline.server.wire.decode import Reader, Unreadable

log = logging.getLogger(__name__)

HELLO_SECONDS: Final = 10.0
# Codes of the closing handshake: 1000 for good, 1008 for a broken rule, 1012 for a restart, 1013 to try later.
CLOSING: Final = {"restart": 1012, "too-many": 1013, "unavailable": 1013, "reload": 1000}

_messages: Reader[wire.ClientMessage] = Reader(cast(Any, wire.ClientMessage))  # mypy: a union is no type[T].


class Overheard(Exception):
    """The client said something that cannot be let pass; the code is its farewell."""


class SocketLine:
    """Sends in the background, in order. Nobody waits for a client that does not read."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._flusher: asyncio.Task[None] | None = None
        self.farewell: str | None = None

    def send(self, text: str) -> None:
        if self.farewell is not None:
            return
        if len(self._waiting) >= MAX_UNREAD_MESSAGES or self._bytes >= MAX_UNREAD_BYTES:
            self._waiting.clear()
            self.hang_up("slow")
            return
        self._push(text)

    def hang_up(self, code: str) -> None:
        if self.farewell is None:
            self.farewell = code
            self._push(encoded(wire.Bye(code=code)))

    def _push(self, text: str) -> None:
        self._waiting.append(text)
        self._bytes += len(text)
        if self._flusher is None:
            self._flusher = asyncio.get_running_loop().create_task(self._flush())

    async def _flush(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                self._bytes -= len(text)
                await self._socket.send_text(text)
            if self.farewell is not None:
                await self._socket.close(CLOSING.get(self.farewell, 1008))
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._waiting.clear()  # The other side is gone; the reading end finds out and parts.
        finally:
            self._flusher = None

    async def drain(self) -> None:
        """Wait until what was said is on its way; a client that does not read is not waited for."""
        if self._flusher is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._flusher), 5.0)


async def converse(socket: WebSocket, hub: Hub) -> None:
    """Serve one accepted connection until either side ends it."""
    line = SocketLine(socket)
    keeper: Keeper | None = None
    connection: Connection | None = None
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = await _hello(socket)
        keeper = await hub.keeper(hello.table)
        if keeper is None:
            raise Overheard("unknown-table")
        connection = Connection(line, map(holder_of, hello.tokens))
        keeper.join(connection, hello.since)
        await _listen(socket, line, connection, keeper, hub)
    except Overheard as overheard:
        line.hang_up(str(overheard))
    except TimeoutError:
        line.hang_up("bad-message")
    except StoreError:
        line.hang_up("unavailable")
    except WebSocketDisconnect:
        pass
    finally:
        if keeper is not None and connection is not None:
            keeper.part(connection)
        await line.drain()
        if socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                await socket.close()


async def _hello(socket: WebSocket) -> wire.Hello:
    try:
        hello = _messages.read(await _frame(socket))
    except Unreadable:
        raise Overheard("bad-message") from None
    if not isinstance(hello, wire.Hello):
        raise Overheard("bad-message")
    if hello.protocol != wire.PROTOCOL:
        raise Overheard("reload")
    return hello


async def _listen(socket: WebSocket, line: SocketLine, connection: Connection, keeper: Keeper, hub: Hub) -> None:
    credit = Credit(MESSAGES, hub.monotonic())
    faults = 0
    while line.farewell is None:
        frame = await _frame(socket)
        if not credit.spend(hub.monotonic()):
            raise Overheard("too-fast")
        try:
            message = _messages.read(frame)
        except Unreadable as unreadable:
            faults += 1
            if faults >= MAX_FAULTS:
                raise Overheard("bad-message") from None
            connection.send(wire.Refused(code="bad-message", detail=str(unreadable)))
            continue
        faults = 0
        match message:
            case wire.Ping():
                connection.send(wire.Pong(now=hub.now(), version=keeper.told))
            case wire.Hello():
                raise Overheard("bad-message")
            case _:
                keeper.command(connection, message)


async def _frame(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    frame: str | bytes = message.get("text") or message.get("bytes") or b""
    if len(frame) > MAX_FRAME_BYTES:
        raise Overheard("too-big")
    return frame
