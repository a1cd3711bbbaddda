"""The set-up: hands, display, first tickets (U-2, U-3, E-2 to E-4, W-4, W-5)."""

from __future__ import annotations

from typing import Any

from branchline.lane.board.stock import deal_display, draw_card
from branchline.lane.compile import jit
from branchline.lane.layout import FIRST_TICKETS, NOTHING, Board, Game
from branchline.lane.rng import below, shuffle


@jit
def set_up(board: Board, game: Game, seats: int, seed: Any, first: int) -> None:
    """Everything up to the first secret choice. `seed` is the generator's two words; `first` NOTHING: it decides."""
    game.rng[0], game.rng[1] = seed[0], seed[1]
    game.seats = seats
    game.phase = FIRST_TICKETS
    game.turn = below(game.rng, seats) if first == NOTHING else first  # B-1
    game.turns_left = NOTHING
    game.passes = game.idle = game.clearings = 0
    game.toll_route = game.toll_extra = 0
    _clear_seats(board, game)
    _deal_cards(board, game)
    _deal_tickets(board, game)


@jit
def _clear_seats(board: Board, game: Game) -> None:
    game.routes[:] = 0
    game.tickets[:] = 0
    game.built[:] = 0
    game.hands[:] = 0
    game.laid[:] = 0
    game.revealed[:] = 0
    game.points[:] = 0
    game.box[:] = 0
    game.pieces[:] = 0
    game.choices[:] = NOTHING
    game.offered[:] = 0
    game.display[:] = NOTHING
    for seat in range(game.seats):
        for sort in range(board.sorts):
            game.pieces[seat, sort] = board.pieces[sort]


@jit
def _deal_cards(board: Board, game: Game) -> None:
    game.discards[:] = 0
    game.discard_size[:] = 0
    game.deck_size[:] = 0
    for deck in range(board.sorts):
        for kind in range(board.kinds):
            game.decks[deck, kind] = board.full_decks[deck, kind]
            game.deck_size[deck] += board.full_decks[deck, kind]
    for seat in range(game.seats):
        for deck in range(board.sorts):
            for _ in range(board.deal[deck]):
                game.hands[seat, draw_card(game, deck)] += 1
    deal_display(board, game)
    game.clearings = 0


@jit
def _deal_tickets(board: Board, game: Game) -> None:
    """Long tickets and the others are shuffled apart (E-3); what nobody is offered of the long ones leaves the game."""
    count, long = board.ticket_count, board.long_tickets
    for place in range(count):
        game.queue[place] = board.ticket_order[place]
    shuffle(game.rng, game.queue, 0, long)
    shuffle(game.rng, game.queue, long, count)
    for seat in range(game.seats):
        place = 0
        for i in range(min(board.first_long, long - seat * board.first_long)):
            game.offers[seat, place] = game.queue[seat * board.first_long + i]
            place += 1
        for i in range(board.first_offer):
            game.offers[seat, place] = game.queue[long + seat * board.first_offer + i]
            place += 1
        game.offered[seat] = place
    dealt = long + game.seats * board.first_offer
    game.queue_first, game.queue_size = 0, count - dealt
    for place in range(game.queue_size):
        game.queue[place] = game.queue[dealt + place]
