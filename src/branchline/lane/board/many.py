"""Many games at once: rows of records, stepped in place, without a Python object for each decision."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import whole
from branchline.lane.board.play import play_out
from branchline.lane.board.setup import set_up
from branchline.lane.board.step import actor, legal, perform
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING, Board, Desk
from branchline.lane.marks import clear, mark
from branchline.lane.prefetch import AHEAD, HOT, WIDE, fetch_row
from branchline.lane.scoring.sheet import score_game


@jit
def reset_all(board: Board, games: Any, actors: Any, seats: int, seeds: Any, first: int) -> None:
    """Deal every game anew from its seed."""
    for i in range(len(games)):
        set_up(board, games[i], seats, seeds[i], first)
        actors[i] = actor(games[i])


@jit
def step_all(board: Board, games: Any, actors: Any, codes: Any) -> None:
    """Do what the codes say, one in each game that is not over, and note who decides next."""
    for i in range(len(games)):
        if actors[i] != NOTHING:
            perform(board, games[i], whole(actors[i]), whole(codes[i]))
            actors[i] = actor(games[i])


@jit
def mask_all(board: Board, games: Any, actors: Any, desk: Desk, codes: Any, touched: Any, out: Any) -> None:
    """Mark what may be done in each game; nothing in those that are over."""
    for i in range(len(games)):
        clear(out, touched, i)
        if actors[i] != NOTHING:
            mark(out, touched, i, codes, legal(board, games[i], whole(actors[i]), desk, codes))


@jit
def step_and_mask_all(
    board: Board, games: Any, actors: Any, chosen: Any, desk: Desk, codes: Any, touched: Any, out: Any
) -> None:
    """Do what the codes say, and mark what may be done next: each record is fetched from memory once only."""
    for i in range(len(games)):
        fetch_row(games, i + AHEAD, HOT)
        fetch_row(out, i + AHEAD, WIDE)
        clear(out, touched, i)
        if actors[i] != NOTHING:
            perform(board, games[i], whole(actors[i]), whole(chosen[i]))
            actors[i] = actor(games[i])
            if actors[i] != NOTHING:
                mark(out, touched, i, codes, legal(board, games[i], whole(actors[i]), desk, codes))


@jit
def score_all(board: Board, games: Any, work: Any, out: Any) -> None:
    """Score every game as it stands."""
    for i in range(len(games)):
        score_game(board, games[i], work, out[i])


@jit
def play_all(board: Board, games: Any, actors: Any, chance: Any, desk: Desk, codes: Any) -> int:
    """Play every game to its end at random, and tell how many decisions that took."""
    taken = 0
    for i in range(len(games)):
        taken += play_out(board, games[i], chance, desk, codes)
        actors[i] = NOTHING
    return taken
