"""Blocks: routes between two parts of a rival's network, and the turns that the rival would lose without them."""

from __future__ import annotations

from branchline.bots.board.planning.network import NEVER, RouteGraph
from branchline.bots.board.position import BoardPosition
from branchline.core.bits import mask_of, members
from branchline.core.ids import CitySet, RouteSet
from branchline.core.views.view import PlayerSeen
from branchline.rules.board.scoring import ends, regions

MAX_DETOUR = 6.0
"""A detour counts as no more turns than this: a longer one is given up."""


def blocks(position: BoardPosition) -> list[int]:
    """The claimable routes between two parts of a rival's network, the longest detour for the rival first."""
    lost: dict[int, float] = {}
    for seat, rival in enumerate(position.players):
        if seat != position.seat:
            for route, turns in _detours(position, rival).items():
                lost[route] = max(turns, lost.get(route, 0.0))
    return sorted(lost, key=lambda route: -lost[route])


def _detours(position: BoardPosition, rival: PlayerSeen) -> dict[int, float]:
    """By route between two parts of a rival's network: the turns that the next best path takes longer, if any."""
    facts = position.facts
    parts = regions(ends(position.board, rival.routes))
    joining = [route for route in members(_closable(position)) if _is_between(parts, *facts.ends[route])]
    if not joining:
        return {}
    graph = _rival_graph(position, rival)
    longer = {}
    for route in joining:
        a, b = facts.ends[route]
        around = graph.shortest_paths((a,), goal=b, without=route).distance[b]
        longer[route] = min(MAX_DETOUR, around - facts.turns_needed[route])
    return {route: turns for route, turns in longer.items() if turns > 0}


def _closable(position: BoardPosition) -> RouteSet:
    """The claimable routes that one claim closes: of two lanes the first, or none where the other stays open (B-15)."""
    lanes = position.claimable & position.board.twins_of(position.claimable)
    if position.both_lanes:
        return position.claimable & ~lanes
    return position.claimable & ~mask_of([route for route in members(lanes) if position.facts.twin[route] < route])


def _is_between(parts: list[CitySet], a: int, b: int) -> bool:
    """Whether two cities belong to two different parts."""
    return any(part >> a & 1 and not part >> b & 1 for part in parts) and any(part >> b & 1 for part in parts)


def _rival_graph(position: BoardPosition, rival: PlayerSeen) -> RouteGraph:
    """The board at a rival's prices: nothing for its own routes, the turns needed for open ones."""
    prices = [
        0.0 if rival.routes >> route & 1 else NEVER if position.closed >> route & 1 else turns
        for route, turns in enumerate(position.facts.turns_needed)
    ]
    return RouteGraph(position.facts, prices)
