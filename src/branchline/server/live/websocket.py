"""A WebSocket to a table: hello first, then commands; who sends too much or reads too little is disconnected."""

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
    RateLimit,
)
from branchline.server.live.connection import Connection, encoded
from branchline.server.live.room_task import RoomTask
from branchline.server.live.rooms import Rooms
from branchline.server.room.tokens import holder_of
from branchline.server.store.contract import StoreError
from branchline.server.wire.decode import Reader, Unreadable

log = logging.getLogger(__name__)

HELLO_SECONDS: Final = 10.0
# Codes of the closing handshake: 1000 for good, 1008 for a broken rule, 1012 for a restart, 1013 to try later.
CLOSING: Final = {"restart": 1012, "too-many": 1013, "unavailable": 1013, "reload": 1000}

_messages: Reader[wire.ClientMessage] = Reader(cast(Any, wire.ClientMessage))  # mypy: a union is no type[T].


class CloseConnection(Exception):
    """Protocol violation; close with this code."""


class WebSocketTransport:
    """Sends in the background, in order. Nobody waits for a client that does not read."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._flusher: asyncio.Task[None] | None = None
        self.close_code: str | None = None

    def send(self, text: str) -> None:
        if self.close_code is not None:
            return
        if len(self._waiting) >= MAX_UNREAD_MESSAGES or self._bytes >= MAX_UNREAD_BYTES:
            self._waiting.clear()
            self.close("slow")
            return
        self._push(text)

    def close(self, code: str) -> None:
        if self.close_code is None:
            self.close_code = code
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
            if self.close_code is not None:
                await self._socket.close(CLOSING.get(self.close_code, 1008))
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._waiting.clear()  # The other side is gone; the reading end finds out and parts.
        finally:
            self._flusher = None

    async def drain(self) -> None:
        """Wait until what was sent is on its way, but not for long."""
        if self._flusher is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._flusher), 5.0)


async def serve_connection(socket: WebSocket, rooms: Rooms, address: str) -> None:
    """Serve one accepted connection until either side ends it."""
    transport = WebSocketTransport(socket)
    task: RoomTask | None = None
    connection: Connection | None = None
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = await _hello(socket)
        task = await rooms.get(hello.table)
        if task is None:
            raise CloseConnection("unknown-table")
        connection = Connection(transport, map(holder_of, hello.tokens), address)
        task.join(connection, hello.since)
        await _listen(socket, transport, connection, task, rooms)
    except CloseConnection as closing:
        transport.close(str(closing))
    except TimeoutError:
        transport.close("bad-message")
    except StoreError:
        transport.close("unavailable")
    except WebSocketDisconnect:
        pass
    finally:
        if task is not None and connection is not None:
            task.part(connection)
        await transport.drain()
        if socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
                await socket.close()


async def _hello(socket: WebSocket) -> wire.Hello:
    try:
        hello = _messages.read(await _frame(socket))
    except Unreadable:
        raise CloseConnection("bad-message") from None
    if not isinstance(hello, wire.Hello):
        raise CloseConnection("bad-message")
    if hello.protocol != wire.PROTOCOL:
        raise CloseConnection("reload")
    return hello


async def _listen(
    socket: WebSocket, transport: WebSocketTransport, connection: Connection, task: RoomTask, rooms: Rooms
) -> None:
    limit = RateLimit(MESSAGES, rooms.monotonic())
    faults = 0
    while transport.close_code is None:
        frame = await _frame(socket)
        if not limit.take(rooms.monotonic()):
            raise CloseConnection("too-fast")
        try:
            message = _messages.read(frame)
        except Unreadable as unreadable:
            faults += 1
            if faults >= MAX_FAULTS:
                raise CloseConnection("bad-message") from None
            connection.send(wire.Refused(code="bad-message", detail=str(unreadable)))
            continue
        faults = 0
        match message:
            case wire.Ping():
                connection.send(wire.Pong(now=rooms.now(), version=task.audience.broadcast_version))
            case wire.Hello():
                raise CloseConnection("bad-message")
            case _:
                task.command(connection, message)


async def _frame(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    frame: str | bytes = message.get("text") or message.get("bytes") or b""
    if len(frame) > MAX_FRAME_BYTES or _bytes_of(frame) > MAX_FRAME_BYTES:
        raise CloseConnection("too-big")
    return frame


def _bytes_of(frame: str | bytes) -> int:
    """How long the frame was on the wire: nearly all are plain letters, of which each is one byte."""
    if isinstance(frame, bytes) or frame.isascii():
        return len(frame)
    return len(frame.encode(errors="surrogatepass"))
