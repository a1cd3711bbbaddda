"""What a card is for: the sentence that tells why it was drawn."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.board_facts import GREY
from branchline.bots.board.moves.draw import Draw
from branchline.bots.board.moves.harbors import Site, worth_of_saving
from branchline.bots.board.planning.needs import purse_spaces
from branchline.bots.board.planning.plan import Plan
from branchline.bots.board.planning.point_routes import Fill
from branchline.bots.board.position import Sight
from branchline.bots.reason import Reason, because
from branchline.core.ids import Kind


def purpose_of(sight: Sight, plan: Plan, more: Sequence[Fill], harbors: Sequence[Site], draw: Draw) -> Reason:
    """The ticket that a card brings nearer, or else the harbor, or the route for its points."""
    kind = draw.kind
    if kind is None:
        return because("draws-blind")
    for route in plan.routes:
        short = spaces_short(sight, route, kind)
        if short > 0:
            return because("draws-for", card=kind, route=route, count=short, ticket=plan.serves[route])
    if harbors and kind in worth_of_saving(sight, len(harbors)):
        return because("draws-for-harbor", card=kind, city=harbors[0].city)
    for each in more:
        short = spaces_short(sight, each.route, kind)
        if short > 0:
            return because("draws-for-points", card=kind, route=each.route, count=short)
    return because("draws-useful", card=kind)


def spaces_short(sight: Sight, route: int, kind: Kind) -> int:
    """How many spaces of a route lack a card, if this kind of card can pay for it; otherwise none."""
    atlas = sight.atlas
    held = purse_spaces(sight, sight.hand)
    length = atlas.length[route]
    purse = atlas.purse[route]
    if kind == sight.board.wild:
        best = max(_purses(sight, route), key=held.__getitem__) if purse == GREY else purse
        return max(0, length - int(held[best]))
    mine = atlas.purse_of[kind]
    fits = mine in _purses(sight, route) if purse == GREY else mine == purse
    return max(0, length - int(held[mine])) if fits else 0


def _purses(sight: Sight, route: int) -> range:
    colors = len(sight.board.colors)
    deck = sight.atlas.deck[route]
    return range(deck * colors, (deck + 1) * colors)
