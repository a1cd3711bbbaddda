"""Pieces: the secret choice at the start (W-6), and the exchange with the own box, one point each (W-27)."""

from __future__ import annotations

from typing import Any

from branchline.lane.board.turn import end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING, TURN, Board, Game

_TRAINS, _SHIPS = 0, 1


@jit
def first_options(board: Board, out: Any, count: int) -> int:
    least = max(0, board.pieces_kept - board.pieces[_SHIPS])
    for trains in range(least, min(board.pieces[_TRAINS], board.pieces_kept) + 1):
        out[count] = board.code_pieces + trains - least
        count += 1
    return count


@jit
def choose_pieces(board: Board, game: Game, seat: int, code: int) -> None:
    """Hold the choice until all are made."""
    game.choices[seat] = code
    for other in range(game.seats):
        if game.choices[other] == NOTHING:
            return
    for other in range(game.seats):
        trains = board.code_what[game.choices[other]]
        game.choices[other] = NOTHING
        game.pieces[other, _TRAINS] = trains
        game.pieces[other, _SHIPS] = board.pieces_kept - trains
        for sort in range(board.sorts):
            game.box[other, sort] = board.pieces[sort] - game.pieces[other, sort]
    game.phase = TURN


@jit
def exchange_options(board: Board, game: Game, seat: int, out: Any, count: int) -> int:
    """As many as the player has to give, and the box has of the other sort."""
    sorts = (board.codes - board.code_exchange) // 2
    for give in range(2):
        for number in range(min(game.pieces[seat, give], game.box[seat, 1 - give])):
            out[count] = board.code_exchange + give * sorts + number
            count += 1
    return count


@jit
def exchange(board: Board, game: Game, seat: int, give: int, number: int) -> None:
    take = 1 - give
    game.pieces[seat, give] -= number
    game.box[seat, give] += number
    game.pieces[seat, take] += number
    game.box[seat, take] -= number
    game.points[seat] -= number
    end_turn(board, game, 0, game.idle + 1, False)  # B-10a
