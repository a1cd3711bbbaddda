"""The log of a game that is nearly over, so that its end and the rematch can be simulated in a few moves."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.commands import Sit
from branchline.server.room.judge import handle
from branchline.server.room.new_table import new_table, offered_game
from branchline.server.room.playing import written_action
from branchline.server.room.room import Room
from branchline.server.room.tokens import holder_of, kept_cid, token_for
from branchline.server.store.contract import Append, LogEntry
from tests.server.simulation.clock import EPOCH
from tests.server.simulation.plan import CLOCKS

KEY = "0c" * 32
CIDS = [f"late{number:0>20}" for number in range(2)]


class LateGame(NamedTuple):
    """A whole game of two people, and the tokens of both."""

    entries: list[LogEntry]
    tokens: list[str]

    def without_the_last(self, moves: int) -> Append:
        entries = tuple(self.entries[:-moves])
        room = Room.load(entries[0].table, list(entries), EPOCH)
        return Append(entries, room.summary())


@cache
def late_game(board: str, clock: int) -> LateGame:
    """Any game with one of the `CLOCKS` will do; the same one every time."""
    seats: list[wire.SeatPlan] = [wire.MySeat(name="p0"), wire.OpenSeat()]
    new = wire.NewTable(cid=CIDS[0], board=board, seats=seats, clock=CLOCKS[clock], pace=0.1)
    tokens = [token_for(KEY, cid) for cid in CIDS]
    begun = new_table(new, offered_game(board, None), "5e" * 32, KEY, EPOCH - 10_000)
    room = Room.load(begun.table, list(begun.entries), EPOCH - 10_000)
    entries = list(begun.entries)
    sat = handle(room, Sit(kept_cid(CIDS[1]), "p1", holder_of(tokens[1])), EPOCH - 9_000)
    started = handle(room, wire.Start(cid="start", seat=0), EPOCH - 9_000, frozenset({holder_of(tokens[0])}))
    entries += [each.entry for each in (*sat.applied, *started.applied)]
    rng, at = Random(1), EPOCH - 8_000
    while room.table.status == "playing":
        table, at = room.table, at + 1
        seat = rng.choice(sorted(table.asked))
        legal = table.game.legal(table.state, Seat(seat))
        played = facts.Played(seat, written_action(room, legal[rng.randrange(len(legal))]))
        entries += [each.entry for each in room.apply([played], "server", "", at)]
    return LateGame(entries, tokens)
