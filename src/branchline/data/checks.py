"""The list of all checks of a board file, and what each needs to have been read without a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from branchline.data import check_map, check_numbers
from branchline.data.draft import Draft, Section
from branchline.data.faults import Fault

Check = Callable[[Draft], Iterator[Fault]]

CHECKS: tuple[tuple[Check, frozenset[Section]], ...] = (
    (check_map.junctions_are_no_cities, frozenset()),
    (check_map.cities_lie_apart, frozenset({"city"})),
    (check_map.route_ids_differ, frozenset()),
    (check_map.ticket_ids_differ, frozenset({"rules"})),
    (check_map.double_routes_match, frozenset()),
    (check_map.special_spaces_fit, frozenset()),
    (check_map.every_city_can_be_reached, frozenset({"city", "route"})),
    (check_numbers.card_kinds_differ, frozenset({"palette"})),
    (check_numbers.double_cards_are_ships, frozenset({"palette"})),
    (check_numbers.numbers_agree_on_decks, frozenset({"palette", "rules"})),
    (check_numbers.there_are_enough_cards, frozenset({"palette", "rules"})),
    (check_numbers.pieces_suffice, frozenset({"rules"})),
    (check_numbers.every_length_has_points, frozenset({"rules"})),
    (check_numbers.editions_have_tickets, frozenset({"rules", "ticket"})),
    (check_numbers.there_are_enough_tickets, frozenset({"rules", "ticket"})),
    (check_numbers.offers_can_be_kept, frozenset({"rules"})),
    (check_numbers.harbors_can_be_built, frozenset({"city", "palette", "rules"})),
)
"""A check that counts would complain about entries that are missing only because they have a fault of their own."""


def check(draft: Draft) -> Iterator[Fault]:
    """Give the faults of the board as a whole."""
    for faults_of, needs in CHECKS:
        if needs <= draft.sound:
            yield from faults_of(draft)
