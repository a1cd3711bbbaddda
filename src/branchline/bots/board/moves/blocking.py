"""Block: routes that a rival seems to need, and what it would lose without them."""

from __future__ import annotations

from branchline.bots.board.planning.network import NEVER, Web
from branchline.bots.board.position import Sight
from branchline.core.bits import mask_of, members
from branchline.core.ids import CitySet, RouteSet
from branchline.core.view import Rival
from branchline.rules.board.scoring import ends, regions

MOST_TURNS = 6.0
"""A detour that takes more turns is not made: what it was for is lost."""


def blocks(sight: Sight) -> list[int]:
    """The open routes that join two parts of a rival's network, those first whose loss costs the rival most."""
    lost: dict[int, float] = {}
    for seat, rival in enumerate(sight.rivals):
        if seat != sight.seat:
            for route, turns in _detours(sight, rival).items():
                lost[route] = max(turns, lost.get(route, 0.0))
    return sorted(lost, key=lambda route: -lost[route])


def _detours(sight: Sight, rival: Rival) -> dict[int, float]:
    """By route between two parts of a rival's network: the turns that the next best way takes longer, if any."""
    atlas = sight.atlas
    parts = regions(ends(sight.board, rival.routes))
    joining = [route for route in members(_single(sight)) if _joins(parts, *atlas.ends[route])]
    if not joining:
        return {}
    web = _as_seen_by(sight, rival)
    longer = {}
    for route in joining:
        a, b = atlas.ends[route]
        longer[route] = min(MOST_TURNS, web.grow((a,), goal=b, without=route).far[b] - atlas.turns[route])
    return {route: turns for route, turns in longer.items() if turns > 0}


def _single(sight: Sight) -> RouteSet:
    """The open routes that one claim closes: of two lanes the first, or none where the other stays free (B-15)."""
    lanes = sight.open & sight.board.twins_of(sight.open)
    if sight.both_lanes:
        return sight.open & ~lanes
    return sight.open & ~mask_of([route for route in members(lanes) if sight.atlas.twin[route] < route])


def _joins(parts: list[CitySet], a: int, b: int) -> bool:
    """Whether two cities belong to different parts."""
    return any(part >> a & 1 and not part >> b & 1 for part in parts) and any(part >> b & 1 for part in parts)


def _as_seen_by(sight: Sight, rival: Rival) -> Web:
    """The board at a rival's prices: what it owns is free, what is open costs its turns."""
    prices = [
        0.0 if rival.routes >> route & 1 else NEVER if sight.closed >> route & 1 else turns
        for route, turns in enumerate(sight.atlas.turns)
    ]
    return Web(sight.atlas, prices)
