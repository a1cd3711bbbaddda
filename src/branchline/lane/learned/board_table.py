"""A table of a board game for learned players: the planner thinks first, the network weighs what it found."""

from __future__ import annotations

from typing import Any, NamedTuple

from branchline.lane.board.setup import set_up
from branchline.lane.board.step import actor, perform
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING, Board, Game
from branchline.lane.learned.board_features import describe_moves, describe_position
from branchline.lane.learned.board_moves import gather_moves
from branchline.lane.learned.network import Choice
from branchline.lane.players.board.decide import decide, forget
from branchline.lane.players.board.layout import BoardWork
from branchline.lane.players.names import PLANNER
from branchline.lane.scoring.sheet import score_game

_PLANNER = PLANNER


class BoardTable(NamedTuple):
    """A board, with room to think and to score in."""

    board: Board
    work: BoardWork
    scoring: Any


@jit
def deal_board(table: BoardTable, game: Game, seats: int, seed: Any) -> None:
    set_up(table.board, game, seats, seed, NOTHING)


@jit
def sit_down_at_board(table: BoardTable, game: Game) -> None:
    forget(table.work)


@jit
def asked_at_board(table: BoardTable, game: Game) -> int:
    return actor(game)


@jit
def decide_at_board(table: BoardTable, game: Game, player: int, seat: int, rng: Any) -> int:
    return decide(player, table.board, game, seat, table.work, rng)


@jit
def consider_board(table: BoardTable, game: Game, seat: int, rng: Any, choice: Choice) -> None:
    """Gather and describe the moves that come into question; the first one is the planner's."""
    work = table.work
    chosen = decide(_PLANNER, table.board, game, seat, work, rng)
    best = 0
    while work.codes[best] != chosen:
        best += 1
    gather_moves(table.board, game, work, best, choice)
    if choice.count > 1:
        describe_position(table.board, game, seat, work, choice.position)
        describe_moves(table.board, game, seat, work, choice)


@jit
def act_at_board(table: BoardTable, game: Game, seat: int, code: int) -> None:
    perform(table.board, game, seat, code)


@jit
def score_board(table: BoardTable, game: Game, score: Any) -> None:
    score_game(table.board, game, table.scoring, score)
