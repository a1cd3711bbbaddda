"""Tables that are in the middle of a game before anybody sits down: played by bots with fixed seeds, kept in a file.

The log of a table is all there is of it, so a log that was written without a server is as good as any. The same
arguments give the same table, with the same link, the same cards and the same moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.bot_processes.policy import guarded
from branchline.server.room.chairs import BotChair
from branchline.server.room.commands import BotPlay, Command
from branchline.server.room.judge import handle
from branchline.server.room.new_table import new_table, offered_game
from branchline.server.room.playing import written_action
from branchline.server.room.room import Room
from branchline.server.room.table import Table
from branchline.server.room.tokens import holder_of, token_for
from branchline.server.store.contract import Append, LogEntry, Summary
from branchline.server.store.sqlite.store import SqliteStore

SECONDS_A_MOVE = 14.0


class Staged(NamedTuple):
    """A table ready to be kept, and the token of whoever sits at its seats."""

    table: str
    token: str
    entries: list[LogEntry]
    summary: Summary

    @property
    def link(self) -> str:
        """The link that moves the seats of people to a browser."""
        return f"/t/{self.table}#seat={self.token}"


def stage(
    seed: str,
    game: str,
    seats: Iterable[Mapping[str, str]],
    until: Callable[[Table], bool],
    now: float,
    played_by: str = "conductor",
    choose: Callable[[Table, Seat], Action | None] = lambda table, seat: None,
    **wishes: Any,
) -> Staged:
    """Play until the table stands as wished, or the game is over.

    `played_by` is the level that plays for people; `choose` may decide instead of any bot.
    """
    secret, key, cid = (sha256(f"{seed} {game} {part}".encode()).hexdigest() for part in ("secret", "key", "cid"))
    plans = [_plan(seat) for seat in seats]
    new = wire.NewTable(cid=cid, board=game, seats=plans, start=True, **({"pace": 0.5} | wishes))
    created = new_table(new, offered_game(new.board, new.edition), secret, key, now)
    entries = list(created.entries)
    room = Room.load(created.table, entries, now)
    token = token_for(key, cid)
    rng = Random(seed)
    while room.table.status == "playing" and not until(room.table):
        now += SECONDS_A_MOVE
        result = handle(room, _decision(room, rng, played_by, choose), now, frozenset({holder_of(token)}))
        assert isinstance(result.reply, wire.Ack), result.reply
        entries += [each.entry for each in result.applied]
    return Staged(room.table.id, token, entries, room.summary())


def _plan(seat: Mapping[str, str]) -> wire.SeatPlan:
    return wire.MySeat(name=seat["name"]) if "name" in seat else wire.BotSeat(level=seat["level"])


def _decision(room: Room, rng: Random, played_by: str, choose: Callable[[Table, Seat], Action | None]) -> Command:
    table = room.table
    seat, decision = next(iter(table.asked.items()))
    action = choose(table, seat)
    if action is None:
        chair = table.chairs[seat]
        guard = guarded(chair.level if isinstance(chair, BotChair) else played_by, table.game)
        legal = table.game.legal(table.state, seat)
        view = table.game.view(table.state, seat)
        action = guard.decide(view, legal, Random(rng.getrandbits(64)), legal.__contains__).action
    if isinstance(table.chairs[seat], BotChair):
        return BotPlay(seat, decision, action)
    return wire.Play(cid=f"staged{table.version}", seat=seat, decision=decision, action=written_action(room, action))


def keep(db: Path, tables: Iterable[Staged]) -> None:
    """Write tables into a file that no server has open."""

    async def write() -> None:
        store = await SqliteStore.open(db)
        try:
            for staged in tables:
                await store.append(Append(tuple(staged.entries), staged.summary))
        finally:
            await store.close()

    asyncio.run(write())
