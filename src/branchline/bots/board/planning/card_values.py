"""The value of cards to a plan: for its tickets, for harbors, for routes claimed for their points, and wilds."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.board_facts import GREY, BoardFacts
from branchline.bots.board.moves.harbors import HarborSite, reached_sites, saving_values
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.bots.board.planning.point_routes import PointRoute


def card_values(
    planning: Planning, plan: Plan, point_routes: Sequence[PointRoute], harbors: Sequence[HarborSite]
) -> list[float]:
    """The value of one more card of each kind, in cards that fit the tickets."""
    position, weights = planning.position, planning.weights
    facts = position.facts
    needs = plan.needs
    colors = len(position.board.colors)
    any_grey = [any(grey) for grey in facts.by_deck(needs.grey)]
    urgency = planning.urgency(plan)
    by_group = []
    for group in range(facts.group_count):
        if needs.short[group] > 0:
            by_group.append(urgency)
        elif needs.grey[group] > 0:
            by_group.append(0.9 * urgency)
        elif any_grey[group // colors]:
            by_group.append((0.3 + 0.05 * min(6, needs.spare[group])) * urgency)
        else:
            by_group.append(0.1)
    for place, each in enumerate(point_routes[:4]):
        if each.missing > 0:
            _add_point_route(facts, by_group, each.route, needs.spare, weights.point_card_value * 0.9**place)
    values = [by_group[group] * _cover_factor(facts.covers[kind]) for kind, group in enumerate(facts.kind_group[:-1])]
    values.append(weights.wild_value * urgency if needs.missing > 0 else weights.wild_value if point_routes else 0.5)
    if harbors:
        for kind, value in saving_values(position, len(harbors)).items():
            values[kind] = max(values[kind], value) + 0.3 * min(values[kind], value)
        if reached_sites(position, harbors):
            values[-1] = max(values[-1], weights.wild_value_for_harbor)
    return values


def _cover_factor(spaces: int) -> float:
    """A card for two spaces is worth one and a half for one."""
    return 1 + 0.5 * (spaces - 1)


def _add_point_route(
    facts: BoardFacts, by_group: list[float], route: int, spare: Sequence[float], value: float
) -> None:
    """Raise the groups that pay for a route to `value`; for a grey one, all but those with most to spare to half."""
    group = facts.color_group[route]
    if group != GREY:
        by_group[group] = max(by_group[group], value)
        return
    groups = facts.deck_groups[facts.deck[route]]
    most = max([spare[other] for other in groups])
    for other in groups:
        by_group[other] = max(by_group[other], value if spare[other] == most else value * 0.5)
