"""Fill: the routes worth laying for their own points, with the turns, pieces and cards that the tickets leave."""

from __future__ import annotations

from typing import NamedTuple

from branchline.bots.atlas import CARDS_A_TURN, GREY
from branchline.bots.plan import Plan, Planning
from branchline.core.bits import mask_of, members


class Fill(NamedTuple):
    """A route for its points: the cards that it lacks, and the points a turn that it brings."""

    route: int
    missing: float
    rate: float


def fill(planning: Planning, plan: Plan) -> list[Fill]:
    """Routes to lay beside the plan, the best rate first, as many as turns and pieces allow."""
    sight = planning.sight
    atlas = sight.atlas
    colors = len(sight.board.colors)
    left = list(sight.pieces)
    for route in plan.routes:
        left[atlas.deck[route]] -= atlas.length[route]
    turns = planning.turns - plan.turns
    closed = mask_of(plan.routes) | sight.board.twins_of(mask_of(plan.routes))
    spare = list(plan.needs.spare)
    wilds = max(0.0, sight.wilds - sum(plan.needs.short) - sum(plan.needs.grey))
    rated = []
    for route in members(sight.open & ~closed):
        deck = atlas.deck[route]
        if atlas.length[route] <= left[deck]:
            purse = atlas.purse[route]
            have = max(spare[deck * colors : (deck + 1) * colors]) if purse == GREY else spare[purse]
            cards = max(0.0, atlas.cards[route] - (have + wilds) / atlas.spaces_a_card[deck])
            rated.append(Fill(route, cards, atlas.points[route] / (1 + cards / CARDS_A_TURN)))
    rated.sort(key=lambda each: -each.rate)
    chosen: list[Fill] = []
    for each in rated:
        cost = 1 + each.missing / CARDS_A_TURN
        deck = atlas.deck[each.route]
        if cost <= turns and atlas.length[each.route] <= left[deck]:
            chosen.append(each)
            turns -= cost
            left[deck] -= atlas.length[each.route]
    return chosen
