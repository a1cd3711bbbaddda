"""What must hold in every state of the Card Game, whatever was played: nothing created, nothing lost."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.core.bits import members
from branchline.core.cards import plus, with_one
from branchline.core.idle import stands_still
from branchline.core.ids import Cards, Color
from branchline.core.phases import Finished, FirstTickets, Settlement, TicketOffer
from branchline.core.states.card_state import CardState, row_cards


def problems(state: CardState) -> tuple[str, ...]:
    """Everything that is wrong, in words; an empty tuple when all is well."""
    return (*_cards(state), *_yards(state), *_display(state), *_tickets(state), *_turns(state))


def _piles(state: CardState) -> Iterator[Cards]:
    yield from (state.deck, state.discard)
    for player in state.players:
        yield from (player.hand, player.stack)
    for color, row in enumerate(state.yards):
        if row is not None:
            yield row_cards(state.cardset, Color(color), row.colored, row.wilds)


def _cards(state: CardState) -> Iterator[str]:
    cards = state.cardset.no_cards
    for pile in _piles(state):
        cards = plus(cards, pile)
        if min(pile) < 0:
            yield "a pile with fewer than no cards"
    for kind in state.display:
        cards = with_one(cards, kind)
    for printed, count in zip(state.cardset.kinds, cards, strict=True):
        if count != printed.copies:
            yield f"{count} {printed.id} cards instead of {printed.copies}"


def _yards(state: CardState) -> Iterator[str]:
    """That a color lies in one yard at most needs no check: there is room for one row of each (C-11)."""
    for color, row in zip(state.cardset.colors, state.yards, strict=True):
        if row is not None and row.seat not in range(len(state.players)):
            yield f"the {color} row is in nobody's yard"
        if row is not None and row.colored < 1:
            yield f"the {color} row has no card of its color"  # C-5, C-9: wilds leave first


def _display(state: CardState) -> Iterator[str]:
    size = state.cardset.rules.display
    if len(state.display) > size or (any(state.deck) and len(state.display) < size):
        yield f"{len(state.display)} cards face up instead of {size}"


def _tickets(state: CardState) -> Iterator[str]:
    places: list[int] = list(state.tickets)
    for player in state.players:
        places += [*members(player.tickets), *members(player.completed)]
    if isinstance(state.phase, TicketOffer):
        places += state.phase.tickets
    if isinstance(state.phase, FirstTickets):
        places += [ticket for offer in state.phase.offers for ticket in offer]
    if sorted(places) != list(range(len(state.cardset.tickets))):
        yield "a ticket in two places, or in none"


def _turns(state: CardState) -> Iterator[str]:
    """C-14: the last turns are counted from the moment that the deck is empty, unless nothing new came any more."""
    if stands_still(state.idle, len(state.players)):  # B-10a
        if not isinstance(state.phase, Settlement | Finished):
            yield f"{state.idle} turns without anything new, and no settlement"
    elif (state.turns_left is None) != any(state.deck):
        yield f"{state.turns_left} turns left with {sum(state.deck)} cards in the deck"
