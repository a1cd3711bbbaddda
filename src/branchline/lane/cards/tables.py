"""A set of cards as one record of constants, which compiled code reads: `layout.CARD_SET`."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.core.printed.card_set import CardSet
from branchline.lane.cards import layout
from branchline.lane.cards.codes import CardSpace
from branchline.lane.cards.layout import CARD_SET
from branchline.lane.layout import MAX_OFFER, TooLarge
from branchline.lane.tables import write_ways


def card_set_record(space: CardSpace) -> Any:
    """Everything that compiled code needs to know of a set of cards."""
    cards = space.cards
    _check_room(cards)
    record = np.zeros(1, CARD_SET)[0]
    _write_numbers(record, cards)
    _write_tickets(record, cards)
    _write_codes(record, space)
    return record


def _check_room(cards: CardSet) -> None:
    needed = [
        ("colors", len(cards.colors), layout.MAX_COLORS),
        ("copies of a card", max(kind.copies for kind in cards.kinds), layout.MAX_SAME_CARDS),
        ("cards face up", cards.rules.display, layout.MAX_SLOTS),
        ("tickets", len(cards.tickets), layout.MAX_CARD_TICKETS),
        ("tickets in an offer", max(cards.rules.first_offer, cards.rules.offer), MAX_OFFER),
        ("Big Cities", len(cards.big_cities), layout.MAX_BIG_CITIES),
    ]
    for what, count, most in needed:
        if count > most:
            raise TooLarge(cards.id, what, count, most)


def _write_numbers(record: Any, cards: CardSet) -> None:
    rules = cards.rules
    for name in ("first_wilds", "deal", "first_offer", "offer", "least_row", "second_deal"):
        record[name] = getattr(rules, name)
    record["kinds"], record["wild"], record["slots"] = len(cards.kinds), cards.wild, rules.display
    record["all_cards"][: len(cards.kinds)] = cards.all_cards
    for seats in rules.second_half_seats:
        record["second_half"][seats] = 1


def _write_tickets(record: Any, cards: CardSet) -> None:
    count = len(cards.tickets)
    record["ticket_count"] = count
    for i, ticket in enumerate(cards.tickets):
        record["needs"][i, : len(ticket.needs)], record["points"][i] = ticket.needs, ticket.points
    record["by_needs"][:count] = sorted(range(count), key=lambda i: cards.tickets[i].needs, reverse=True)
    record["big_cities"] = len(cards.big_cities)
    for i, big_city in enumerate(cards.big_cities):
        record["big_naming"][i] = cards.tickets_naming[big_city.city]
        record["big_points"][i] = big_city.points


def _write_codes(record: Any, space: CardSpace) -> None:
    for block in ("draw", "blind", "stop", "tickets", "row", "three"):
        record[f"code_{block}"] = space.blocks[block]
    record["code_first_keep"], record["code_best"] = space.blocks["first-keep"], space.best
    record["code_settle"] = space.settle
    record["row_counts"], record["row_wilds"] = space.most_colored, space.most_wilds + 1
    record["first_ways"] = space.blocks["keep-1"] - space.blocks["first-keep"]
    for size in range(1, space.cards.rules.offer + 2):
        name = f"keep-{size}" if size <= space.cards.rules.offer else "row"
        record["keep_row"][size] = space.blocks[name]
    write_ways(record, space.entries)
    for code, entry in enumerate(space.entries):
        record["code_verb"][code] = entry.verb
        if entry.verb not in (layout.KEEP, layout.KEEP_FIRST):
            record["code_what"][code] = entry.what
        record["code_count"][code] = entry.more
        if entry.pay is not None:
            (record["code_wilds"][code],) = entry.pay
        if entry.verb == layout.LAY_THREE:
            record["three_code"][entry.what, entry.more, entry.pay] = code
