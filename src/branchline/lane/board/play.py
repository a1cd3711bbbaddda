"""Whole games in compiled code, from the deal or from any state: every seat plays at random."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import whole
from branchline.lane.board.step import actor, legal, perform
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING, Board, Desk, Game
from branchline.lane.rng import below


@jit
def play_out(board: Board, game: Game, chance: Any, desk: Desk, out: Any) -> int:
    """Play to the end, every legal action with the same chance, and tell how many decisions it took.

    `chance` is a generator of the players' own, given as its two words; `desk` and `out` are there to work with.
    """
    decisions = 0
    seat = actor(game)
    while seat != NOTHING:
        count = legal(board, game, seat, desk, out)
        perform(board, game, seat, whole(out[below(chance, count)]))
        decisions += 1
        seat = actor(game)
    return decisions
