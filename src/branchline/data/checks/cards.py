"""What must hold among the cards of a board: decks that agree, enough to deal, and enough to pay for every route."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from branchline.core.ids import Color, DeckId
from branchline.data.draft import Draft
from branchline.data.faults import Fault


def card_kinds_differ(draft: Draft) -> Iterator[Fault]:
    for id, number in Counter(kind.id for kind in draft.palette.kinds).items():
        if number > 1:
            yield Fault(draft.palette.place, f"there are {number} kinds of card with the id '{id}'")


def double_cards_are_ships(draft: Draft) -> Iterator[Fault]:
    """Only a ship card can cover two spaces (W-15)."""
    if any(kind.covers > 1 and kind.deck == 0 for kind in draft.palette.kinds):
        yield Fault(draft.palette.place, "a card of deck 0 covers one space; only cards of deck 1 can cover two")


def colors_have_few_kinds(draft: Draft) -> Iterator[Fault]:
    """As many kinds of a color as the rules can tell apart in a payment: every color has the same ones."""
    place = draft.palette.place
    one_color = {kind.id: kind for kind in draft.palette.kinds if kind.color == 0}.values()
    one_deck = all(len(edition.rules.display) == 1 for edition in draft.editions)
    plain = one_deck and (
        any(route.value.tunnel for route in draft.routes) or any(edition.rules.stations for edition in draft.editions)
    )
    for deck in (0, 1):
        kinds = [kind for kind in one_color if kind.deck == deck]
        if len(kinds) > 2:
            yield Fault(place, f"a color has {len(kinds)} kinds of card in deck {deck}; there can be two at the most")
        elif len(kinds) > 1 and plain:
            yield Fault(place, "with tunnels or stations a color can have only one kind of card in a deck")
        if sum(kind.harbor for kind in kinds) > 1:
            yield Fault(place, f"a color can have only one kind of card with a harbor in deck {deck}")


def decks_agree(draft: Draft) -> Iterator[Fault]:
    """One deck (trains) or two (trains, ships): deal, display and pieces each have a number for each deck."""
    for edition in draft.editions:
        rules, place = edition.rules, edition.rules_place
        decks = len(rules.display)
        if decks > 2:
            yield Fault(place, f"display has {decks} numbers; there can be one deck (trains) or two (trains, ships)")
        for key, numbers in (("deal", rules.deal), ("pieces", rules.pieces)):
            if len(numbers) != decks:
                yield Fault(place, f"{key} needs one number for each deck: {decks}, as display has, not {len(numbers)}")
        if decks == 1:
            only = "but there is no second deck: display has one number"
            yield from (Fault(route.place, f"is a sea route, {only}") for route in draft.routes if route.value.deck)
            if any(kind.deck for kind in draft.palette.kinds):
                yield Fault(draft.palette.place, f"has cards of deck 1, {only}")


def there_are_enough_cards(draft: Draft) -> Iterator[Fault]:
    for edition in draft.editions:
        rules = edition.rules
        for deck, (deal, display) in enumerate(zip(rules.deal, rules.display, strict=False)):
            cards = sum(kind.copies for kind in draft.palette.kinds if kind.deck == deck)
            needed = max(draft.seats) * deal + display
            if cards < needed:
                wanted = f"{deal} for each of {max(draft.seats)} players and a display of {display} need {needed}"
                yield Fault(draft.palette.place, f"deck {deck} has {cards} cards, but {wanted}")


def every_route_can_be_paid(draft: Draft) -> Iterator[Fault]:
    """All cards of one color and all wilds together must fill the route."""
    wilds = draft.palette.kinds[-1].copies
    spaces: Counter[tuple[DeckId, Color | None]] = Counter()
    for kind in draft.palette.kinds[:-1]:
        spaces[kind.deck, kind.color] += kind.copies * kind.covers
    for place, route in ((route.place, route.value) for route in draft.routes):
        fitting = (n for (deck, color), n in spaces.items() if deck == route.deck and route.color in (color, None))
        most = max(fitting, default=0) + wilds
        if route.length > most:
            yield Fault(place, f"has {route.length} spaces, but all cards of a color and all wilds fill only {most}")
        if route.wilds > wilds:
            yield Fault(place, f"needs {route.wilds} wilds, but there are only {wilds}")
