"""The list of all checks of a board file, and what each needs to have been read without a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from branchline.data.checks import cards, network, pieces, sizes, tickets
from branchline.data.draft import Draft, Section
from branchline.data.faults import Fault

Check = Callable[[Draft], Iterator[Fault]]

CHECKS: tuple[tuple[Check, frozenset[Section]], ...] = (
    (sizes.lists_are_short, frozenset()),
    (sizes.entries_are_small, frozenset()),
    (sizes.cities_have_few_neighbors, frozenset({"city"})),
    (sizes.numbers_are_small, frozenset({"rules"})),
    (network.junctions_are_no_cities, frozenset()),
    (network.cities_lie_apart, frozenset({"city"})),
    (network.route_ids_differ, frozenset()),
    (network.double_routes_match, frozenset()),
    (network.special_spaces_fit, frozenset()),
    (network.every_city_can_be_reached, frozenset({"city", "route"})),
    (network.wrapping_routes_leave_at_one_side, frozenset({"city", "route"})),
    (cards.card_kinds_differ, frozenset({"palette"})),
    (cards.double_cards_are_ships, frozenset({"palette"})),
    (cards.colors_have_few_kinds, frozenset({"palette", "route", "rules"})),
    (cards.decks_agree, frozenset({"palette", "rules"})),
    (cards.there_are_enough_cards, frozenset({"palette", "rules"})),
    (cards.every_route_can_be_paid, frozenset({"palette"})),
    (pieces.every_route_can_be_filled, frozenset({"rules"})),
    (pieces.every_length_has_points, frozenset({"rules"})),
    (pieces.pieces_can_be_chosen, frozenset({"rules"})),
    (pieces.the_end_is_not_at_once, frozenset({"rules"})),
    (pieces.harbors_can_be_built, frozenset({"city", "palette", "rules"})),
    (tickets.ticket_ids_differ, frozenset({"rules"})),
    (tickets.there_is_a_default_edition, frozenset({"rules"})),
    (tickets.editions_name_sets_that_exist, frozenset({"rules", "ticket"})),
    (tickets.every_ticket_is_played, frozenset({"rules"})),
    (tickets.doubts_name_sets_of_the_ticket, frozenset()),
    (tickets.there_are_enough_tickets, frozenset({"rules", "ticket"})),
    (tickets.long_tickets_are_dealt, frozenset({"rules"})),
    (tickets.offers_can_be_kept, frozenset({"rules"})),
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
                yield replace(fault, rule=faults_of.__name__.replace("_", "-"))
