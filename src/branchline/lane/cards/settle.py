"""Settle tickets (C-16, C-17), and the second half with four players: a new deck of the cards not in hand (C-18)."""

from __future__ import annotations

import numpy as np

from branchline.core.idle import MAX_ROUNDS
from branchline.lane.bits import Word
from branchline.lane.cards.draw import draw_card, turn_up
from branchline.lane.cards.layout import CardGame, Cards
from branchline.lane.cards.turn import begin_turn, next_seat
from branchline.lane.compile import jit
from branchline.lane.layout import FINISHED, NOTHING


@jit
def settle(cards: Cards, game: CardGame, seat: int, code: int) -> None:
    """Hold the choice until all are made: what others complete may matter for the Big Cities."""
    game.choices[seat] = code
    for other in range(game.seats):
        if game.choices[other] == NOTHING:
            return
    for other in range(game.seats):
        done = tickets_in(cards, game.choices[other])
        game.choices[other] = NOTHING
        game.tickets[other] &= ~done
        game.completed[other] |= done
    if game.half == 1 and cards.second_half[game.seats] and game.idle < MAX_ROUNDS * game.seats:
        _begin_second_half(cards, game)
    else:
        game.phase = FINISHED


@jit
def tickets_in(cards: Cards, code: int) -> Word:
    """The tickets that the code of a settlement names."""
    return np.uint64(code - cards.code_settle)


@jit
def _begin_second_half(cards: Cards, game: CardGame) -> None:
    """Shuffle, deal, turn up, and go on to the left of whoever took the last turn (C-19)."""
    first, seats = next_seat(game), game.seats
    game.deck_size = 0
    for kind in range(cards.kinds):
        game.deck[kind] = cards.all_cards[kind]
        for seat in range(seats):
            game.deck[kind] -= game.hands[seat, kind]
        game.deck_size += game.deck[kind]
        game.discard[kind] = 0
    in_all = min(game.deck_size, seats * cards.second_deal)
    for place in range(seats):  # Round the table from the first player, should the cards not suffice.
        seat = (first + place) % seats
        for _ in range((in_all + seats - 1 - place) // seats):
            game.hands[seat, draw_card(game)] += 1
        for kind in range(cards.kinds):
            game.stacks[seat, kind] = 0
    for color in range(cards.wild):
        game.yard_seat[color] = NOTHING
    turn_up(cards, game)
    game.half = 2
    begin_turn(cards, game, first, NOTHING if game.deck_size > 0 else seats, 0)  # C-14
