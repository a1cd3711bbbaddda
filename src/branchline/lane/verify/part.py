"""A part of a long comparison: some games of one board, edition and number of players, by values that travel."""

from __future__ import annotations

from typing import NamedTuple

from branchline.games import find_game
from branchline.lane.verify.compare import Difference, by_verb, compare_game, uniform
from branchline.lane.verify.lockstep import compare_games


class Part(NamedTuple):
    """Which games to compare; `name` is a game's, a board's or that of its file."""

    name: str
    edition: str
    seats: int
    seeds: range
    quick: bool


def compare_part(part: Part) -> tuple[int, Difference | None]:
    """How many decisions were the same, and the first difference if there is one."""
    game = find_game(part.name, part.edition)
    if part.quick:
        return compare_games(game, part.seats, part.seeds)
    decisions = 0
    for seed in part.seeds:
        taken, difference = compare_game(game, part.seats, seed, by_verb if seed % 2 else uniform)
        if difference is not None:
            return decisions, difference
        decisions += taken
    return decisions, None
