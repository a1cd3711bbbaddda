"""Records of bots' games to look back at."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from branchline.lab.game_spec import GameSpec, play_game, record_of_game
from branchline.notation.records.record import Record


def beginning(record: Record, actions: int) -> Record:
    """The first actions of a game."""
    return replace(record, actions=record.actions[:actions], outcome=None)


@cache
def bots_record(name: str, seats: int = 2, seed: int = 1, bots: tuple[str, ...] = ("lane-planner", "greedy")) -> Record:
    """A game between these bots, in turn."""
    spec = GameSpec(name, None, tuple(bots[seat % len(bots)] for seat in range(seats)), seed)
    return record_of_game(spec, play_game(spec))
