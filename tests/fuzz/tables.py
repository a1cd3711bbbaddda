"""Tables of one game in every stage: open, the first choices, somewhere in the middle, and over."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from branchline.games import load_game
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.live.room_task import RoomTask
from branchline.server.live.rooms import Rooms
from branchline.server.room.tokens import holder_of
from tests.fuzz.house import play, random_move

MIDDLE = 40
"""Moves into a game by which every kind of thing lies about."""


@dataclass
class Fuzzed:
    """A table whose seats are all held by one token, which therefore may do whatever can be done."""

    room_task: RoomTask
    token: str

    @property
    def id(self) -> str:
        return self.room_task.room.table.id

    @property
    def holders(self) -> frozenset[str]:
        return frozenset({holder_of(self.token)})


async def every_stage(rooms: Rooms, game: str, rng: Random) -> list[Fuzzed]:
    return [await fuzzed_table(rooms, game, rng, moves) for moves in (None, 0, MIDDLE, 100_000)]


async def fuzzed_table(rooms: Rooms, game: str, rng: Random, moves: int | None) -> Fuzzed:
    """A hot-seat table after so many random moves; None leaves it open."""
    seats = rng.choice(load_game(game).seat_counts)
    plans: list[wire.SeatPlan] = [wire.MySeat(name=f"P{seat}") for seat in range(seats)]
    new = wire.NewTable(cid=f"{rng.getrandbits(160):040x}", board=game, seats=plans, start=moves is not None)
    seated = await rooms.create_table(new)
    room_task = await rooms.get(seated.table)
    assert room_task is not None
    fuzzed = Fuzzed(room_task, seated.token)
    for number in range(moves or 0):
        if room_task.room.table.status != "playing":
            break
        seat, action = random_move(room_task.room, rng)
        await play(room_task, seat, action, f"m{number}", fuzzed.holders)
    return fuzzed


def valid_messages(fuzzed: Fuzzed, rng: Random) -> list[dict[str, Any]]:
    """One or more of everything that a client may send to this table; most would be carried out as they are."""
    table = fuzzed.room_task.room.table
    messages = messages_without_actions(fuzzed.id, fuzzed.token)
    for seat, decision in table.asked.items():
        legal = table.game.legal(table.state, seat)
        for _ in range(12):
            action = to_json(table.game.printed, legal[rng.randrange(len(legal))])
            messages += messages_with_action(seat, decision, action)
    return messages


def messages_without_actions(table: str, token: str) -> list[dict[str, Any]]:
    who = {"cid": "a1", "seat": 0}
    return [
        {"type": "hello", "protocol": wire.PROTOCOL, "table": table, "tokens": [token], "since": 3},
        {"type": "ping"},
        {"type": "say", **who, "text": "Let's go, ășț Łódź 🚂!"},
        {"type": "rename", **who, "name": "Ann"},
        {"type": "leave", **who},
        {"type": "return", **who},
        {"type": "add-entropy", **who, "entropy": "8f31"},
        {"type": "start", **who},
        {"type": "arrange", **who, "target": 1, "level": "random"},
        {"type": "stand-in", **who, "target": 1},
        {"type": "mute", **who, "target": 1, "muted": True},
        {"type": "pace", **who, "pace": 1.5},
        {"type": "ask-hint", **who, "decision": 3, "language": "ro"},
        {"type": "ask-takeback", **who},
        {"type": "answer-takeback", **who, "agree": True},
        {"type": "rematch", **who},
    ]


def messages_with_action(seat: int, decision: int, action: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"type": "play", "cid": "p1", "seat": seat, "decision": decision, "action": action},
        {"type": "ask", "cid": "q1", "seat": seat, "action": action},
    ]
