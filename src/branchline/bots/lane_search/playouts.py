"""How a trial goes on after its idea: the network plays the game to its end, and who leads then."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.lane.engine import LaneGame, Rows
from branchline.lane.learned.players import learned_player

VICTORY_POINTS: Final = 20.0
"""What winning is worth in a trial, in points."""

TURNS: Final = 6
"""After so many turns of its own the network tells what it expects."""
TO_THE_END: Final = 1 << 30

Leads: TypeAlias = NDArray[np.float64]
"""Of a seat over the best other one, in points, and something more for winning."""


class NetworkPlayouts:
    """The learned player in all seats plays to the end, and tells after a few turns what it expects.

    It has buffers of its own, so that each thread needs one.
    """

    def __init__(self, lane: LaneGame) -> None:
        self._lane, self._player = lane, learned_player(lane)

    def leads(self, games: Rows, actors: NDArray[np.int16], seat: int, chances: NDArray[np.uint64]) -> Leads:
        """The lead of a seat in each game after it was played to its end; below it, what was expected on the way."""
        margins, wins = self._player.play_on(games, actors, seat, TURNS, chances)
        self._player.play_on(games, actors, seat, TO_THE_END, chances)
        leads = final_leads(self._lane, games, seat)
        expected = margins + VICTORY_POINTS * wins
        return np.stack([leads, np.where(np.isnan(expected), leads, expected)])


def final_leads(lane: LaneGame, games: Rows, seat: int) -> Leads:
    """The leads in games that are over."""
    scores = np.zeros(len(games), lane.sheets)
    lane.score_rows(games, scores)
    return lead_of(scores, seat, int(games["seats"][0]))


def lead_of(scores: NDArray[Any], seat: int, seats: int) -> Leads:
    """The points of a seat less those of the best other one, and something more for who has won."""
    totals = scores["total"][:, :seats].astype(np.float64)
    mine = totals[:, seat].copy()
    totals[:, seat] = -np.inf
    leads: Leads = mine - totals.max(axis=1) + VICTORY_POINTS * (scores["winners"] >> seat & 1)
    return leads
