"""Tickets: the first ones, chosen in secret (C-3), later offers, and which of them are kept (C-12, B-21)."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import bit
from branchline.lane.cards.layout import QUEUE, CardGame, Cards
from branchline.lane.cards.turn import begin_turn, end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING, TICKET_OFFER
from branchline.lane.rng import shuffle

_LAST = QUEUE - 1
"""The queue is a ring whose size is a power of two."""


@jit
def first_options(cards: Cards, out: Any, count: int) -> int:
    for way in range(cards.first_ways):
        out[count] = cards.code_first_keep + way
        count += 1
    return count


@jit
def options(cards: Cards, game: CardGame, seat: int, out: Any, count: int) -> int:
    size = game.offered[seat]
    for code in range(cards.keep_row[size], cards.keep_row[size + 1]):
        out[count] = code
        count += 1
    return count


@jit
def keep_first(cards: Cards, game: CardGame, seat: int, code: int) -> None:
    """Hold the choice until all are made; then returned tickets are shuffled into the whole deck (C-3)."""
    game.choices[seat] = code
    for other in range(game.seats):
        if game.choices[other] == NOTHING:
            return
    for other in range(game.seats):
        _keep(cards, game, other, cards.code_what[game.choices[other]])
        game.choices[other] = NOTHING
    shuffle(game.rng, game.queue, 0, game.queue_size)  # Nobody has drawn from it, so that it begins at its start.
    begin_turn(cards, game, game.turn, NOTHING, 0)


@jit
def _keep(cards: Cards, game: CardGame, seat: int, way: int) -> None:
    """Keep some of an offer; the others go under the deck in the order given."""
    for place in range(game.offered[seat]):
        if cards.way_kept[way] >> place & 1:
            game.tickets[seat] |= bit(game.offers[seat, place])
    for i in range(cards.way_count[way]):
        game.queue[(game.queue_first + game.queue_size) & _LAST] = game.offers[seat, cards.way_returned[way, i]]
        game.queue_size += 1
    game.offered[seat] = 0


@jit
def draw_tickets(cards: Cards, game: CardGame, seat: int) -> None:
    size = min(cards.offer, game.queue_size)
    for place in range(size):
        game.offers[seat, place] = game.queue[(game.queue_first + place) & _LAST]
    game.offered[seat] = size
    game.queue_first = (game.queue_first + size) & _LAST
    game.queue_size -= size
    game.phase = TICKET_OFFER


@jit
def keep(cards: Cards, game: CardGame, seat: int, way: int) -> None:
    _keep(cards, game, seat, way)
    end_turn(cards, game, 0 if cards.way_kept[way] != 0 else game.idle + 1)  # B-10a
