"""Fill: the routes worth laying for their own points, with the turns, pieces and cards that the tickets leave."""

from __future__ import annotations

from typing import NamedTuple

from branchline.bots.board.board_facts import CARDS_A_TURN, GREY
from branchline.bots.board.moves.pieces import laid
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.core.bits import mask_of, members


class Fill(NamedTuple):
    """A route for its points: the cards that it lacks, and the points a turn that it brings."""

    route: int
    missing: float
    rate: float


def fill(planning: Planning, plan: Plan, turns: float) -> list[Fill]:
    """Routes to lay beside the plan in so many turns, the best rate first, as far as the pieces suffice."""
    atlas = planning.sight.atlas
    used = laid(planning.sight, plan.routes)
    left = [have - need for have, need in zip(planning.sight.pieces, used, strict=True)]
    chosen: list[Fill] = []
    closed = 0
    for each in sorted(_rated(planning, plan, left), key=lambda each: -each.rate):
        cost = 1 + each.missing / CARDS_A_TURN
        deck = atlas.deck[each.route]
        if cost <= turns and atlas.length[each.route] <= left[deck] and not closed >> each.route & 1:
            chosen.append(each)
            turns -= cost
            left[deck] -= atlas.length[each.route]
            closed |= planning.sight.board.twins_of(1 << each.route)
    return chosen


def _rated(planning: Planning, plan: Plan, left: list[int]) -> list[Fill]:
    """Every route that the plan leaves open, with what it lacks once the plan has its cards."""
    sight = planning.sight
    atlas = sight.atlas
    colors = len(sight.board.colors)
    planned = mask_of(plan.routes)
    spare = plan.needs.spare
    fullest = [max(spare[deck * colors : (deck + 1) * colors]) for deck in range(len(left))]
    wilds = max(0.0, sight.wilds - sum(plan.needs.short, 0.0) - sum(plan.needs.grey, 0.0))
    rated = []
    for route in members(sight.open & ~planned & ~sight.board.twins_of(planned)):
        deck = atlas.deck[route]
        if atlas.length[route] <= left[deck]:
            purse = atlas.purse[route]
            have = (fullest[deck] if purse == GREY else spare[purse]) + wilds
            missing = max(0.0, atlas.cards[route] - have / atlas.spaces_a_card[deck])
            rated.append(Fill(route, missing, atlas.points[route] / (1 + missing / CARDS_A_TURN)))
    return rated
