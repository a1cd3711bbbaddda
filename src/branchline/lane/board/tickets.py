"""Tickets: the first ones, chosen in secret (U-3, E-4, W-5), later offers, and what is kept of them (B-17 to B-21)."""

from __future__ import annotations

from branchline.lane.bits import include, whole
from branchline.lane.board.turn import end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import (
    FIRST_PIECES,
    NOTHING,
    OUT_OF_THE_GAME,
    TICKET_OFFER,
    TURN,
    UNDER_THE_DECK_SHUFFLED,
    Board,
    Game,
)
from branchline.lane.rng import shuffle
from branchline.lane.tickets import put_under, take_offer


@jit
def keep_first(board: Board, game: Game, seat: int, code: int) -> None:
    """Hold the choice until all are made, so that nothing depends on who was quicker."""
    game.choices[seat] = code
    for other in range(game.seats):
        if game.choices[other] == NOTHING:
            return
    before = game.queue_size  # The queue begins at the start of its ring: nobody has drawn from it yet.
    for other in range(game.seats):
        way = whole(board.code_what[game.choices[other]])
        game.choices[other] = NOTHING
        _keep(board, game, other, way)
        if board.first_return == OUT_OF_THE_GAME:  # E-4
            game.offered[other] = 0
        else:  # W-5: in seat order
            put_under(board, game, other, way)
    if board.first_return == UNDER_THE_DECK_SHUFFLED:  # U-3: all returned tickets together
        shuffle(game.rng, game.queue, before, game.queue_size)
    game.phase = FIRST_PIECES if board.pieces_kept else TURN


@jit
def _keep(board: Board, game: Game, seat: int, way: int) -> None:
    for place in range(game.offered[seat]):
        if board.way_kept[way] >> place & 1:
            include(game.tickets[seat], game.offers[seat, place])


@jit
def draw_tickets(board: Board, game: Game, seat: int) -> None:
    """Take some from the top of the deck (U-5, E-6, W-20, B-18)."""
    take_offer(board, game, seat)
    game.passes = 0
    game.phase = TICKET_OFFER


@jit
def keep(board: Board, game: Game, seat: int, way: int) -> None:
    _keep(board, game, seat, way)
    put_under(board, game, seat, way)
    end_turn(board, game, 0, 0, False)
