"""What must hold among the numbers of a board: enough cards, pieces, tickets and points for every edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from branchline.data.draft import Draft
from branchline.data.faults import Fault, did_you_mean

MOST_SEATS = 5
"""Every board game seats up to five, so a board must have enough cards and tickets for five."""


def card_kinds_differ(draft: Draft) -> Iterator[Fault]:
    palette = draft.palette
    for id, number in Counter(kind.id for kind in palette.kinds).items():
        if number > 1:
            yield Fault(palette.place, f"there are {number} kinds of card with the id '{id}'")


def double_cards_are_ships(draft: Draft) -> Iterator[Fault]:
    """Only a ship card can cover two spaces (W-15), and only a game with ships has harbor cards."""
    if any(kind.covers > 1 and kind.deck == 0 for kind in draft.palette.kinds):
        yield Fault(draft.palette.place, "a card of deck 0 covers one space; only cards of deck 1 can cover two")


def numbers_agree_on_decks(draft: Draft) -> Iterator[Fault]:
    """One deck (trains) or two (trains, ships): deal, display and pieces each have a number for each deck."""
    for edition in draft.editions:
        rules = edition.rules
        decks = len(rules.display)
        if decks > 2:
            yield Fault(edition.place, f"display names {decks} decks; there can be one (trains) or two (trains, ships)")
        for key, numbers in (("deal", rules.deal), ("pieces", rules.pieces)):
            if len(numbers) != decks:
                yield Fault(
                    edition.place, f"{key} has {len(numbers)} numbers and display has {decks}; one for each deck"
                )
        for route in draft.routes:
            if route.value.deck >= decks:
                yield Fault(route.place, "is a sea route, but there is no second deck: display has one number")
        if decks == 1 and any(kind.deck for kind in draft.palette.kinds):
            yield Fault(draft.palette.place, "has cards of deck 1, but there is no second deck: display has one number")


def there_are_enough_cards(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        rules = edition.rules
        for deck, (deal, display) in enumerate(zip(rules.deal, rules.display, strict=False)):
            cards = sum(kind.copies for kind in draft.palette.kinds if kind.deck == deck)
            needed = MOST_SEATS * deal + display
            if cards < needed:
                sum_up = f"{MOST_SEATS} players x {deal} and a display of {display} need {needed}"
                yield Fault(draft.palette.place, f"deck {deck} has {cards} cards, but {sum_up}")


def pieces_suffice(draft: Draft) -> Iterator[Fault]:
    """Every route can be filled, the pieces kept can be chosen, and the end does not come at once."""
    for edition in draft.editions:
        rules = edition.rules
        for route in draft.routes:
            if route.value.deck < len(rules.pieces) and route.value.length > rules.pieces[route.value.deck]:
                owned = rules.pieces[route.value.deck]
                yield Fault(
                    route.place, f"has {route.value.length} spaces, but a player has only {owned} pieces for it"
                )
        kept = rules.pieces_kept
        if kept > sum(rules.pieces):
            yield Fault(edition.place, f"pieces_kept is {kept}, but there are only {sum(rules.pieces)} pieces")
        if kept and (
            sum(rules.default_pieces) != kept
            or len(rules.default_pieces) != len(rules.pieces)
            or any(chosen > owned for chosen, owned in zip(rules.default_pieces, rules.pieces, strict=False))
        ):
            wanted = f"must choose {kept} of the pieces {list(rules.pieces)}"
            yield Fault(edition.place, f"default_pieces is {list(rules.default_pieces)}, but {wanted} (pieces_kept)")
        if not kept and rules.default_pieces:
            yield Fault(edition.place, "default_pieces is given, but pieces_kept is not: nothing is chosen")
        if rules.end_at >= (kept or sum(rules.pieces)):
            yield Fault(edition.place, f"end_at is {rules.end_at}: the game would end before it begins")


def every_length_has_points(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        for route in draft.routes:
            if route.value.length >= len(edition.rules.points):
                longest = len(edition.rules.points) - 1
                yield Fault(route.place, f"has {route.value.length} spaces, but points ends at a length of {longest}")


def editions_have_tickets(draft: Draft) -> Iterator[Fault]:
    """Every edition names sets that exist, every set is in an edition, and the default edition is one of them."""
    named = {name for edition in draft.editions for name in edition.sets}
    held = {name for line in draft.tickets for name in line.value.sets}
    for edition in draft.editions:
        for name in edition.sets:
            if name not in held:
                yield Fault(edition.place, f"no ticket is in the set '{name}'{did_you_mean(name, held)}")
    for line in draft.tickets:
        doubtful = line.value.unconfirmed
        for name in () if isinstance(doubtful, bool) else doubtful:
            if name not in line.value.sets:
                yield Fault(line.place, f"is unconfirmed in '{name}', which is none of its sets")
        if all(edition.sets for edition in draft.editions) and not named & set(line.value.sets):
            yield Fault(line.place, "is in no edition: name one of its sets in an edition, or give it other sets")
    ids = [edition.id for edition in draft.editions]
    if draft.default_edition not in ids:
        hint = did_you_mean(draft.default_edition, ids)
        yield Fault(draft.file, f"default_edition '{draft.default_edition}' is no edition of this board{hint}")


def there_are_enough_tickets(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        rules, tickets = edition.rules, draft.tickets_of(edition)
        long = sum(ticket.value.long for ticket in tickets)
        for word, number, each in (
            ("long", long, rules.first_long),
            ("regular", len(tickets) - long, rules.first_offer),
        ):
            if number < MOST_SEATS * each:
                needed = f"{MOST_SEATS} players x {each} need {MOST_SEATS * each}"
                yield Fault(edition.place, f"there are {number} {word} tickets, but {needed} at the start")
        if long and not rules.first_long:
            yield Fault(edition.place, f"there are {long} long tickets, but first_long is 0: nobody would get one")
        if rules.first_long and rules.first_return != "leave":  # E-3, E-4
            yield Fault(edition.place, 'long tickets stay out of the deck, so first_return must be "leave"')


def offers_can_be_kept(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        rules = edition.rules
        first = rules.first_offer + rules.first_long
        if rules.first_keep > first:
            yield Fault(
                edition.place, f"first_keep is {rules.first_keep}, but only {first} tickets are offered at first"
            )
        if rules.keep > rules.offer:
            yield Fault(edition.place, f"keep is {rules.keep}, but only {rules.offer} tickets are offered")


def harbors_can_be_built(draft: Draft) -> Iterator[Fault]:
    """Harbors need a harbor city, harbor cards of both decks (W-24), and points for 0, 1, 2 ... tickets."""
    for edition in draft.editions:
        if not edition.rules.harbors:
            continue
        if not any(city.value.harbor for city in draft.cities):
            yield Fault(edition.place, "has harbors to build, but no city with harbor = true")
        if {kind.deck for kind in draft.palette.kinds if kind.harbor} != {0, 1}:
            yield Fault(edition.place, "has harbors to build, but not harbor cards in both decks to pay with")
        if not edition.rules.harbor_points:
            yield Fault(edition.place, "has harbors to build, but no harbor_points")
