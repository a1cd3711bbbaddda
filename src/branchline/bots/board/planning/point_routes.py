"""Routes worth claiming for their own points, with the turns, pieces and cards that the tickets leave."""

from __future__ import annotations

from typing import NamedTuple

from branchline.bots.board.board_facts import CARDS_PER_TURN, GREY
from branchline.bots.board.moves.pieces import pieces_used
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.core.bits import mask_of, members


class PointRoute(NamedTuple):
    """A route to claim for its points: the cards that are missing for it, and its points per turn."""

    route: int
    missing: float
    rate: float


def find_point_routes(planning: Planning, plan: Plan, turns: float) -> list[PointRoute]:
    """Routes to claim beside the plan in so many turns, the best rate first, as far as the pieces suffice."""
    facts = planning.position.facts
    used = pieces_used(planning.position, plan.routes)
    left = [have - need for have, need in zip(planning.position.pieces, used, strict=True)]
    chosen: list[PointRoute] = []
    closed = 0
    for candidate in sorted(_rated(planning, plan, left), key=lambda candidate: -candidate.rate):
        cost = 1 + candidate.missing / CARDS_PER_TURN
        deck = facts.deck[candidate.route]
        if cost <= turns and facts.length[candidate.route] <= left[deck] and not closed >> candidate.route & 1:
            chosen.append(candidate)
            turns -= cost
            left[deck] -= facts.length[candidate.route]
            closed |= planning.position.board.twins_of(1 << candidate.route)
    return chosen


def _rated(planning: Planning, plan: Plan, left: list[int]) -> list[PointRoute]:
    """Every claimable route outside the plan, with the cards that it lacks once the plan has its own."""
    position = planning.position
    facts = position.facts
    planned = mask_of(plan.routes)
    spare = plan.needs.spare
    fullest = [max(spaces) for spaces in facts.by_deck(spare)]
    wilds = max(0.0, position.wilds - sum(plan.needs.short, 0.0) - sum(plan.needs.grey, 0.0))
    rated = []
    for route in members(position.claimable & ~planned & ~position.board.twins_of(planned)):
        deck = facts.deck[route]
        if facts.length[route] <= left[deck]:
            group = facts.color_group[route]
            available = (fullest[deck] if group == GREY else spare[group]) + wilds
            missing = max(0.0, facts.cards_needed[route] - available / facts.spaces_per_card[deck])
            rated.append(PointRoute(route, missing, facts.points[route] / (1 + missing / CARDS_PER_TURN)))
    return rated
