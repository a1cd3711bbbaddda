"""People around one table, each on a connection of their own that a test speaks over."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from starlette.websockets import WebSocketState

from branchline.core.ids import Seat
from branchline.games import load_game
from branchline.server import wire
from branchline.server.live.room_task import RoomTask
from branchline.server.live.rooms import Rooms
from branchline.server.live.websocket import serve_connection
from branchline.server.room.chairs import OpenChair
from branchline.server.room.tokens import holder_of
from tests.fuzz.house import hello

WAIT_SECONDS = 300.0


class Guest:
    """A connection to the real server, over a socket that is a queue."""

    def __init__(self, rooms: Rooms, table: str, *tokens: str) -> None:
        self.tokens = tokens
        self.holders = frozenset(map(holder_of, tokens))
        self.answers: dict[str, dict[str, Any]] = {}
        self.others: list[dict[str, Any]] = []
        self.application_state = WebSocketState.CONNECTED
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._heard = asyncio.Event()
        self._cids = 0
        serving = serve_connection(self, rooms, "somewhere")  # type: ignore[arg-type]
        self._task = asyncio.get_running_loop().create_task(serving)
        self._inbox.put_nowait(hello(table, *tokens))

    # --- The server's side ---

    async def receive(self) -> dict[str, Any]:
        text = await self._inbox.get()
        if text is None:
            return {"type": "websocket.disconnect", "code": 1001}
        return {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        message = json.loads(text)
        if (cid := message.get("cid")) is not None:
            assert cid not in self.answers, f"answered twice: {message}"
            self.answers[cid] = message
        else:
            self.others.append(message)
        self._heard.set()

    async def close(self, code: int = 1000) -> None:
        self.application_state = WebSocketState.DISCONNECTED

    # --- The client's side ---

    def send(self, message: dict[str, Any]) -> str:
        """Send a command under a fresh `cid`, and give that."""
        self._cids += 1
        cid = f"{self.tokens[0][:8] if self.tokens else 'watcher'}-{self._cids}"
        self._inbox.put_nowait(json.dumps(message | {"cid": cid}))
        return cid

    async def answers_to(self, cids: list[str]) -> list[dict[str, Any]]:
        async with asyncio.timeout(WAIT_SECONDS):
            while any(cid not in self.answers for cid in cids):
                self._heard.clear()
                await self._heard.wait()
        return [self.answers.pop(cid) for cid in cids]

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        (answer,) = await self.answers_to([self.send(message)])
        return answer

    async def welcomed(self) -> None:
        async with asyncio.timeout(WAIT_SECONDS):
            while not self.others:
                self._heard.clear()
                await self._heard.wait()
        assert self.others[0]["type"] == "welcome"

    async def leave(self) -> None:
        self._inbox.put_nowait(None)
        await self._task


@dataclass
class Gathering:
    """Ann is the host, Bea holds a seat, Cid those that are left; one only watches, and one shows a wrong token."""

    room_task: RoomTask
    guests: list[Guest] = field(default_factory=list)

    def seats_of(self, guest: Guest) -> tuple[Seat, ...]:
        return self.room_task.room.table.seats_of(guest.holders)

    def holder_of(self, seat: int) -> Guest:
        return next(guest for guest in self.guests if Seat(seat) in self.seats_of(guest))

    async def leave(self) -> None:
        for guest in self.guests:
            await guest.leave()


async def gather(rooms: Rooms, game: str, rng: Random) -> Gathering:
    """An open table at which only Ann sits; those who take the other seats come with `fill`."""
    seats = rng.choice(load_game(game).seat_counts)
    mine = wire.MySeat(name="Ann")
    plans: list[wire.SeatPlan] = [mine, *(wire.OpenSeat() for _ in range(seats - 1))]
    made = await rooms.create_table(wire.NewTable(cid=_secret(rng), board=game, seats=plans, public=rng.random() < 0.5))
    room_task = await rooms.get(made.table)
    assert room_task is not None
    stranger = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz234567", k=32))
    gathering = Gathering(room_task, [Guest(rooms, made.table, *tokens) for tokens in ((made.token,), (), (stranger,))])
    for guest in gathering.guests:
        await guest.welcomed()
    return gathering


async def fill(rooms: Rooms, gathering: Gathering, rng: Random) -> None:
    """Bea takes a seat, and Cid all others, under a name of its own each."""
    table = gathering.room_task.room.table
    bea = await rooms.sit(table.id, wire.NewSeat(cid=_secret(rng), name="Bea"), None)
    tokens = [bea.token]
    cid: str | None = None
    names = iter(("Cid", "Dan", "Eve"))
    while any(isinstance(chair, OpenChair) for chair in table.chairs):
        cid = (await rooms.sit(table.id, wire.NewSeat(cid=_secret(rng), name=next(names)), cid)).token
    if cid is not None:
        tokens.append(cid)
    for token in tokens:
        guest = Guest(rooms, table.id, token)
        await guest.welcomed()
        gathering.guests.append(guest)


def _secret(rng: Random) -> str:
    return f"{rng.getrandbits(160):040x}"
