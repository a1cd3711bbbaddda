"""Stations: which routes of others to borrow, and where and when to build for it (E-16 to E-20)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from branchline.bots.board.board_facts import CARDS_A_TURN
from branchline.bots.board.planning.network import NEVER
from branchline.bots.board.position import Sight

BORROWED = 0.05
"""The price of a route that a station already built may borrow."""


class Lending(NamedTuple):
    """What borrowing costs: `price` in turns for a new station, and where a station stands already."""

    left: int
    price: float
    turns: float


def lending(sight: Sight, pace: float) -> Lending:
    """Points lost are turns lost; the second and third stations cost two and three cards."""
    rules = sight.board.rules
    number = sight.built.bit_count() + 1
    if number > rules.stations:
        return Lending(0, NEVER, NEVER)
    turns = 1 + number / CARDS_A_TURN
    return Lending(rules.stations - number + 1, turns + rules.station_points / pace, turns)


def borrowing_price(sight: Sight, lend: Lending, route: int) -> float:
    """What it costs to use a route that somebody else has claimed."""
    a, b = sight.atlas.ends[route]
    if sight.built & (1 << a | 1 << b):
        return BORROWED
    occupied = sight.others
    return lend.price if not occupied >> a & 1 or not occupied >> b & 1 else NEVER


def uncovered(sight: Sight, borrowed: Iterable[int]) -> list[int]:
    """The routes for which a new station is needed: each that stands already lends one."""
    free = sight.built
    left = []
    for route in borrowed:
        a, b = sight.atlas.ends[route]
        here = free & (1 << a | 1 << b)
        if here:
            free &= ~(here & -here)
        else:
            left.append(route)
    return left


def site(sight: Sight, route: int) -> int | None:
    """The end of a route where a station may be built; the one with more routes of others, which may serve too."""
    occupied = sight.others | sight.built
    ends = [city for city in sight.atlas.ends[route] if not occupied >> city & 1]
    return max(ends, key=lambda city: (sight.board.routes_at[city] & sight.taken).bit_count(), default=None)
