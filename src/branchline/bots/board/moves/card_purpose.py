"""The reason for drawing a card: what it is for."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.board_facts import GREY
from branchline.bots.board.moves.harbors import HarborSite, saving_values
from branchline.bots.board.planning.needs import spaces_held
from branchline.bots.board.planning.plan import Plan
from branchline.bots.board.planning.point_routes import PointRoute
from branchline.bots.board.position import BoardPosition
from branchline.bots.move import CardDraw
from branchline.bots.reason import Reason, because
from branchline.core.ids import Kind


def draw_reason(
    position: BoardPosition,
    plan: Plan,
    point_routes: Sequence[PointRoute],
    harbors: Sequence[HarborSite],
    draw: CardDraw,
) -> Reason:
    """The first route of the plan that the card fits, or else a harbor, or a route claimed for its points."""
    kind = draw.kind
    if kind is None:
        return because("draws-blind")
    for route in plan.routes:
        short = spaces_short(position, route, kind)
        if short > 0:
            return because("draws-for", card=kind, route=route, count=short, ticket=plan.serves[route])
    if harbors and kind in saving_values(position, len(harbors)):
        return because("draws-for-harbor", card=kind, city=harbors[0].city)
    for each in point_routes:
        short = spaces_short(position, each.route, kind)
        if short > 0:
            return because("draws-for-points", card=kind, route=each.route, count=short)
    return because("draws-useful", card=kind)


def spaces_short(position: BoardPosition, route: int, kind: Kind) -> int:
    """The spaces of a route for which no card is in hand; 0 if this kind of card cannot pay for it."""
    facts = position.facts
    held = spaces_held(position, position.hand)
    length = facts.length[route]
    group = facts.color_group[route]
    any_color = facts.deck_groups[facts.deck[route]]
    if kind == position.board.wild:
        best = max(any_color, key=held.__getitem__) if group == GREY else group
        return max(0, length - int(held[best]))
    mine = facts.kind_group[kind]
    fits = mine in any_color if group == GREY else mine == group
    return max(0, length - int(held[mine])) if fits else 0
