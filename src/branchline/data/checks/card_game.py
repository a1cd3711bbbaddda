"""What must hold in the file of a game played with cards alone, and the list of all its checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from branchline.data.card_draft import CardDraft, CardSection
from branchline.data.checks.network import twice
from branchline.data.faults import Fault

CardCheck = Callable[[CardDraft], Iterator[Fault]]


def symbols_differ(draft: CardDraft) -> Iterator[Fault]:
    """C-23: every kind of card has a symbol, and no two have the same."""
    for symbol in sorted({symbol for symbol in draft.symbols if draft.symbols.count(symbol) > 1}):
        yield Fault(draft.symbols_place, f"'{symbol}' stands for two kinds of card; give each its own")


def card_ticket_ids_differ(draft: CardDraft) -> Iterator[Fault]:
    for fault in twice((ticket.value.id, ticket.place) for ticket in draft.tickets):
        yield Fault(fault.place, f"{fault.message}; add --1 and --2 to tell two tickets apart")


def big_cities_differ(draft: CardDraft) -> Iterator[Fault]:
    seen = set()
    for card in draft.big_cities:
        if card.value.city in seen:
            yield Fault(card.place, f"another Big City card names '{draft.cities[card.value.city].value.id}' already")
        seen.add(card.value.city)


def there_are_cards_for_the_deal(draft: CardDraft) -> Iterator[Fault]:
    rules, seats = draft.rules, max(draft.seat_counts)
    needed = seats * (rules.first_wilds + rules.deal) + rules.display
    cards = sum(kind.copies for kind in draft.palette.kinds)
    if cards <= needed:
        yield Fault(draft.file, f"{seats} players need more than {needed} cards, but there are {cards}")
    wilds = draft.palette.kinds[-1].copies
    if wilds < seats * rules.first_wilds:
        yield Fault(draft.file, f"{seats} players need {seats * rules.first_wilds} wilds, but there are {wilds}")


def there_are_tickets_for_the_deal(draft: CardDraft) -> Iterator[Fault]:
    seats, tickets = max(draft.seat_counts), len(draft.tickets)
    needed = seats * draft.rules.first_offer
    if tickets < needed:
        yield Fault(draft.file, f"{seats} players need {needed} tickets, but there are {tickets}")


def first_tickets_can_be_kept(draft: CardDraft) -> Iterator[Fault]:
    rules = draft.rules
    if rules.first_keep > rules.first_offer:
        yield Fault(draft.file, f"first_keep is {rules.first_keep}, more than first_offer with {rules.first_offer}")


def second_halves_are_played(draft: CardDraft) -> Iterator[Fault]:
    for count in draft.rules.second_half_seats:
        if count not in draft.seat_counts:
            yield Fault(draft.file, f"second_half_seats has {count}, which is not among seats")


CARD_CHECKS: tuple[tuple[CardCheck, frozenset[CardSection]], ...] = (
    (symbols_differ, frozenset({"symbols"})),
    (card_ticket_ids_differ, frozenset()),
    (big_cities_differ, frozenset({"city", "big_city"})),
    (there_are_cards_for_the_deal, frozenset({"palette", "rules", "seats"})),
    (there_are_tickets_for_the_deal, frozenset({"rules", "seats", "ticket"})),
    (first_tickets_can_be_kept, frozenset({"rules"})),
    (second_halves_are_played, frozenset({"rules", "seats"})),
)
"""Each check with the sections that it needs to have been read without a fault."""


def check_cards(draft: CardDraft) -> Iterator[Fault]:
    """Give the faults of the file as a whole."""
    for faults_of, needs in CARD_CHECKS:
        yield from faults_of(draft) if needs <= draft.sound else ()
