"""Tickets: the first ones, chosen in secret (U-3, E-4, W-5), later offers, and what is kept of them (B-17 to B-21)."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import include
from branchline.lane.board.turn import end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import (
    FIRST_PIECES,
    MAX_TICKETS,
    NOTHING,
    OUT_OF_THE_GAME,
    TICKET_OFFER,
    TURN,
    UNDER_THE_DECK_SHUFFLED,
    Board,
    Game,
)
from branchline.lane.rng import shuffle

_LAST = MAX_TICKETS - 1
"""The queue is a ring whose size is a power of two."""


@jit
def first_options(board: Board, out: Any, count: int) -> int:
    for way in range(board.first_ways):
        out[count] = board.code_first_keep + way
        count += 1
    return count


@jit
def options(board: Board, game: Game, seat: int, out: Any, count: int) -> int:
    size = game.offered[seat]
    for code in range(board.keep_row[size], board.keep_row[size + 1]):
        out[count] = code
        count += 1
    return count


@jit
def keep_first(board: Board, game: Game, seat: int, code: int) -> None:
    """Hold the choice until all are made, so that nothing depends on who was quicker."""
    game.choices[seat] = code
    for other in range(game.seats):
        if game.choices[other] == NOTHING:
            return
    before = game.queue_size  # The queue begins at the start of its ring: nobody has drawn from it yet.
    for other in range(game.seats):
        way = board.code_what[game.choices[other]]
        game.choices[other] = NOTHING
        _keep(board, game, other, way)
        if board.first_return == OUT_OF_THE_GAME:  # E-4
            game.offered[other] = 0
        else:  # W-5: in seat order
            _put_under(board, game, other, way)
    if board.first_return == UNDER_THE_DECK_SHUFFLED:  # U-3: all returned tickets together
        shuffle(game.rng, game.queue, before, game.queue_size)
    game.phase = FIRST_PIECES if board.pieces_kept else TURN


@jit
def _keep(board: Board, game: Game, seat: int, way: int) -> None:
    for place in range(game.offered[seat]):
        if board.way_kept[way] >> place & 1:
            include(game.tickets[seat], game.offers[seat, place])


@jit
def _put_under(board: Board, game: Game, seat: int, way: int) -> None:
    """The tickets not kept go under the deck, in the order given; the offer is over."""
    for i in range(board.way_count[way]):
        place = (game.queue_first + game.queue_size) & _LAST
        game.queue[place] = game.offers[seat, board.way_returned[way, i]]
        game.queue_size += 1
    game.offered[seat] = 0


@jit
def draw_tickets(board: Board, game: Game, seat: int) -> None:
    """Take some from the top of the deck (U-5, E-6, W-20, B-18)."""
    size = min(board.offer, game.queue_size)
    for place in range(size):
        game.offers[seat, place] = game.queue[(game.queue_first + place) & _LAST]
    game.offered[seat] = size
    game.queue_first = (game.queue_first + size) & _LAST
    game.queue_size -= size
    game.passes = 0
    game.phase = TICKET_OFFER


@jit
def keep(board: Board, game: Game, seat: int, way: int) -> None:
    _keep(board, game, seat, way)
    _put_under(board, game, seat, way)
    end_turn(board, game, 0, 0, False)
