"""A server in this process for fuzzing: the real rooms, rooms and file, and sockets that are fed from a list."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from starlette.websockets import WebSocketState

from branchline.core.refusals import Refusal
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.limits import MESSAGES
from branchline.server.live.room_task import RoomTask
from branchline.server.live.rooms import Rooms
from branchline.server.live.websocket import serve_connection
from branchline.server.room.room import Room
from branchline.server.store.sqlite.store import SqliteStore
from tests.server.webapp import Simple

NOON: Final = 1_800_000_000.0
FRAMES_AT_ONCE: Final = 64
"""So often a fed socket lets the others work; a line that nobody empties would be hung up."""
PROTOCOL: Final = Path(__file__).parents[2] / "docs" / "protocol.md"


def documented_codes(*titles: str) -> frozenset[str]:
    """The codes in these sections of docs/protocol.md, and those of the rules."""
    story = PROTOCOL.read_text("utf-8")
    parts = [story.partition(f"### {title}\n")[2].partition("\n##")[0] for title in titles]
    assert all(parts), titles
    codes = {code for part in parts for code in re.findall(r"`([a-z]+(?:-[a-z]+)*)`", part)}
    return frozenset(codes) | {refusal.value for refusal in Refusal}


class PatientRooms(Rooms):
    """A rooms whose time stands still, so that nothing happens by itself, and whose clients are never too fast."""

    _beats = 0.0

    def monotonic(self) -> float:
        self._beats += 1 / MESSAGES.per_second
        return self._beats


@asynccontextmanager
async def open_house(folder: Path, rng: Random) -> AsyncIterator[PatientRooms]:
    store = await SqliteStore.open(folder / "tables.db")
    rooms = PatientRooms(store, Simple(), now=lambda: NOON, secret=lambda: f"{rng.getrandbits(256):064x}")
    try:
        yield rooms
    finally:
        await rooms.close()
        await store.close()


class Pause:
    """Among frames: the client waits until the room has answered what it was sent."""


PAUSE: Final = Pause()
Frame: TypeAlias = str | bytes | Pause


class FedSocket:
    """As much of Starlette's WebSocket as the server uses; when the frames are spent, the client is gone."""

    def __init__(self, frames: Iterable[Frame], settled: Callable[[], Awaitable[None]]) -> None:
        self._frames = iter(frames)
        self._settled = settled
        self._taken = 0
        self.application_state = WebSocketState.CONNECTED
        self.heard: list[str] = []

    async def receive(self) -> dict[str, Any]:
        self._taken += 1
        if self._taken % FRAMES_AT_ONCE == 0:
            await asyncio.sleep(0)
        frame = self._next()
        while isinstance(frame, Pause):
            await self._settled()
            frame = self._next()
        if frame is None:
            await self._settled()
            return {"type": "websocket.disconnect", "code": 1001}
        return {"type": "websocket.receive", "text" if isinstance(frame, str) else "bytes": frame}

    def _next(self) -> Frame | None:
        return next(self._frames, None) if self.application_state is WebSocketState.CONNECTED else None

    async def send_text(self, text: str) -> None:
        self.heard.append(text)

    async def close(self, code: int = 1000) -> None:
        self.application_state = WebSocketState.DISCONNECTED


async def say_all(rooms: Rooms, room_task: RoomTask | None, frames: Iterable[Frame]) -> list[dict[str, Any]]:
    """Hold one conversation with the real server, and give all that it answered."""

    async def settled() -> None:
        if room_task is not None:
            await room_task.call(lambda room: None)

    socket = FedSocket(frames, settled)
    await serve_connection(socket, rooms, "somewhere")  # type: ignore[arg-type]  # as much of one as is used
    return [json.loads(text) for text in socket.heard]


def hello(table: str, *tokens: str) -> str:
    return json.dumps({"type": "hello", "protocol": wire.PROTOCOL, "table": table, "tokens": list(tokens)})


async def play(room_task: RoomTask, seat: int, action: Any, cid: str, holders: frozenset[str]) -> None:
    """Carry out a legal action through the room's own task; it must be kept."""
    room = room_task.room
    written = to_json(room.table.game.printed, action)
    command = wire.Play(cid=cid, seat=seat, decision=room.table.asked[seat], action=written)  # type: ignore[index]
    result = await room_task.do(command, holders)
    assert isinstance(result.reply, wire.Ack), result.reply


def random_move(room: Room, rng: Random) -> tuple[int, Any]:
    """A seat that is asked, and any legal action of it."""
    seat = rng.choice(sorted(room.table.asked))
    legal = room.table.game.legal(room.table.state, seat)
    return seat, legal[rng.randrange(len(legal))]


def fingerprint(room: Room) -> str:
    """A hash of everything that a room knows about its table; presence is not part of it."""
    table = room.table
    known = {name: value for name, value in vars(table).items() if name != "game"}
    return sha256(repr(sorted(known.items())).encode()).hexdigest()
