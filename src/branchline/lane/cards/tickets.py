"""Tickets: the first ones, chosen in secret (C-3), later offers, and which of them are kept (C-12, B-21)."""

from __future__ import annotations

from branchline.lane.bits import bit, whole
from branchline.lane.cards.layout import CardGame, Cards
from branchline.lane.cards.turn import begin_turn, end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING, TICKET_OFFER
from branchline.lane.rng import shuffle
from branchline.lane.tickets import put_under, take_offer


@jit
def keep_first(cards: Cards, game: CardGame, seat: int, code: int) -> None:
    """Hold the choice until all are made; then returned tickets are shuffled into the whole deck (C-3)."""
    game.choices[seat] = code
    for other in range(game.seats):
        if game.choices[other] == NOTHING:
            return
    for other in range(game.seats):
        _keep(cards, game, other, whole(cards.code_what[game.choices[other]]))
        game.choices[other] = NOTHING
    shuffle(game.rng, game.queue, 0, game.queue_size)  # Nobody has drawn from it, so that it begins at its start.
    begin_turn(cards, game, game.turn, NOTHING, 0)


@jit
def _keep(cards: Cards, game: CardGame, seat: int, way: int) -> None:
    """Keep some of an offer; the others go under the deck in the order given."""
    for place in range(game.offered[seat]):
        if cards.way_kept[way] >> place & 1:
            game.tickets[seat] |= bit(game.offers[seat, place])
    put_under(cards, game, seat, way)


@jit
def draw_tickets(cards: Cards, game: CardGame, seat: int) -> None:
    take_offer(cards, game, seat)
    game.phase = TICKET_OFFER


@jit
def keep(cards: Cards, game: CardGame, seat: int, way: int) -> None:
    _keep(cards, game, seat, way)
    end_turn(cards, game, 0 if cards.way_kept[way] != 0 else game.idle + 1)  # B-10a
