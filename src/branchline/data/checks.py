"""The list of all checks of a board file, and what each needs to have been read without a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from branchline.data import check_cards, check_map, check_pieces, check_tickets
from branchline.data.draft import Draft, Section
from branchline.data.faults import Fault

Check = Callable[[Draft], Iterator[Fault]]

CHECKS: tuple[tuple[Check, frozenset[Section]], ...] = (
    (check_map.junctions_are_no_cities, frozenset()),
    (check_map.cities_lie_apart, frozenset({"city"})),
    (check_map.route_ids_differ, frozenset()),
    (check_map.double_routes_match, frozenset()),
    (check_map.special_spaces_fit, frozenset()),
    (check_map.every_city_can_be_reached, frozenset({"city", "route"})),
    (check_cards.card_kinds_differ, frozenset({"palette"})),
    (check_cards.double_cards_are_ships, frozenset({"palette"})),
    (check_cards.colors_have_few_kinds, frozenset({"palette", "route", "rules"})),
    (check_cards.decks_agree, frozenset({"palette", "rules"})),
    (check_cards.there_are_enough_cards, frozenset({"palette", "rules"})),
    (check_cards.every_route_can_be_paid, frozenset({"palette"})),
    (check_pieces.every_route_can_be_filled, frozenset({"rules"})),
    (check_pieces.every_length_has_points, frozenset({"rules"})),
    (check_pieces.pieces_can_be_chosen, frozenset({"rules"})),
    (check_pieces.the_end_is_not_at_once, frozenset({"rules"})),
    (check_pieces.harbors_can_be_built, frozenset({"city", "palette", "rules"})),
    (check_tickets.ticket_ids_differ, frozenset({"rules"})),
    (check_tickets.there_is_a_default_edition, frozenset({"rules"})),
    (check_tickets.editions_name_sets_that_exist, frozenset({"rules", "ticket"})),
    (check_tickets.every_ticket_is_played, frozenset({"rules"})),
    (check_tickets.doubts_name_sets_of_the_ticket, frozenset()),
    (check_tickets.there_are_enough_tickets, frozenset({"rules", "ticket"})),
    (check_tickets.long_tickets_are_dealt, frozenset({"rules"})),
    (check_tickets.offers_can_be_kept, frozenset({"rules"})),
)
"""A check that counts would complain about entries that are missing only because they have a fault of their own."""


def check(draft: Draft) -> Iterator[Fault]:
    """Give the faults of the board as a whole."""
    common = f"{draft.file}: rules"
    told: set[str] = set()
    for faults_of, needs in CHECKS:
        for fault in faults_of(draft) if needs <= draft.sound else ():
            if fault.place == common:
                told.add(fault.message)
            # An edition inherits the numbers of all editions with their faults, which are told once.
            if fault.place == common or fault.message not in told:
                yield fault
