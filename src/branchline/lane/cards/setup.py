"""The set-up of the Card Game: a wild and some cards for each hand, the display, the first tickets (C-2, C-3)."""

from __future__ import annotations

from typing import Any

from branchline.lane.cards.draw import draw_card, turn_up
from branchline.lane.cards.layout import CardGame, Cards
from branchline.lane.compile import jit
from branchline.lane.layout import FIRST_TICKETS, NOTHING
from branchline.lane.rng import below, shuffle


@jit
def set_up(cards: Cards, game: CardGame, seats: int, seed: Any, first: int) -> None:
    """Everything up to the first secret choice. `seed` is the generator's two words; `first` NOTHING: it decides."""
    game.rng[0], game.rng[1] = seed[0], seed[1]
    game.seats, game.phase, game.half = seats, FIRST_TICKETS, 1
    game.turn = below(game.rng, seats) if first == NOTHING else first  # B-1
    game.turns_left, game.idle = NOTHING, 0
    game.tickets[:] = 0
    game.completed[:] = 0
    game.hands[:] = 0
    game.stacks[:] = 0
    game.discard[:] = 0
    game.yard_seat[:] = NOTHING
    game.yard_colored[:] = 0
    game.yard_wilds[:] = 0
    game.display[:] = NOTHING
    game.choices[:] = NOTHING
    _deal_cards(cards, game)
    _deal_tickets(cards, game)


@jit
def _deal_cards(cards: Cards, game: CardGame) -> None:
    game.deck_size = 0
    for kind in range(cards.kinds):
        game.deck[kind] = cards.all_cards[kind]
        if kind == cards.wild:
            game.deck[kind] -= game.seats * cards.first_wilds
        game.deck_size += game.deck[kind]
    for seat in range(game.seats):
        game.hands[seat, cards.wild] = cards.first_wilds
        for _ in range(cards.deal):
            game.hands[seat, draw_card(game)] += 1
    turn_up(cards, game)


@jit
def _deal_tickets(cards: Cards, game: CardGame) -> None:
    for place in range(cards.ticket_count):
        game.queue[place] = place
    shuffle(game.rng, game.queue, 0, cards.ticket_count)
    size = cards.first_offer
    for seat in range(game.seats):
        for place in range(size):
            game.offers[seat, place] = game.queue[seat * size + place]
        game.offered[seat] = size
    dealt = game.seats * size
    game.queue_first, game.queue_size = 0, cards.ticket_count - dealt
    for place in range(game.queue_size):
        game.queue[place] = game.queue[dealt + place]
