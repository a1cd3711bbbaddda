"""The end of a turn: the display, the trigger of the last turns, and who is next."""

from __future__ import annotations

from branchline.core.idle import MAX_ROUNDS
from branchline.lane.board.stock import close
from branchline.lane.compile import jit
from branchline.lane.layout import FINISHED, NOTHING, TURN, Board, Game


@jit
def end_turn(board: Board, game: Game, passes: int, idle: int, changed: bool) -> None:
    """Close the turn of the seat to act.

    `passes` and `idle` count the turns in a row, this one included, that were passed or brought nothing new; `changed`
    says whether a card has moved that nobody holds.
    """
    seat = game.turn
    close(board, game, changed)
    if game.turns_left != NOTHING:
        game.turns_left -= 1
    elif _pieces_left(board, game, seat) <= board.end_at:  # U-7, E-21, W-28
        game.turns_left = board.last_turns * game.seats
    game.passes, game.idle = passes, idle
    if game.turns_left == 0 or passes == game.seats or idle >= MAX_ROUNDS * game.seats:  # B-10, B-10a
        game.phase = FINISHED
    else:
        game.phase = TURN
        game.turn = seat + 1 if seat + 1 < game.seats else 0


@jit
def _pieces_left(board: Board, game: Game, seat: int) -> int:
    left = 0
    for sort in range(board.sorts):
        left += game.pieces[seat, sort]
    return left


@jit
def pass_turn(board: Board, game: Game) -> None:
    """B-10."""
    end_turn(board, game, game.passes + 1, game.idle + 1, False)
