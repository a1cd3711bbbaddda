"""Stations: what borrowing a route of another player costs, and where to build for it (E-16 to E-20)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from branchline.bots.board.board_facts import CARDS_PER_TURN
from branchline.bots.board.planning.network import NEVER
from branchline.bots.board.position import BoardPosition

BORROWED_PRICE = 0.05
"""The price of a route that an existing station may borrow."""


class BorrowingCost(NamedTuple):
    """The stations left, and what a new one costs: `price` in turns with its points, `turns` without them."""

    left: int
    price: float
    turns: float


def borrowing_cost(position: BoardPosition, pace: float) -> BorrowingCost:
    """The cost of the next station: a turn, one card for each station so far and this one, and its points."""
    rules = position.board.rules
    number = position.built.bit_count() + 1
    if number > rules.stations:
        return BorrowingCost(0, NEVER, NEVER)
    turns = 1 + number / CARDS_PER_TURN
    return BorrowingCost(rules.stations - number + 1, turns + rules.station_points / pace, turns)


def route_borrowing_price(position: BoardPosition, cost: BorrowingCost, route: int) -> float:
    """The price of using a route that another player has claimed; NEVER where no station can be built."""
    a, b = position.facts.ends[route]
    if position.built & (1 << a | 1 << b):
        return BORROWED_PRICE
    occupied = position.built_by_others
    return cost.price if not occupied >> a & 1 or not occupied >> b & 1 else NEVER


def routes_needing_station(position: BoardPosition, borrowed: Iterable[int]) -> list[int]:
    """The routes for which a new station is needed; each existing one borrows one route."""
    free = position.built
    left = []
    for route in borrowed:
        a, b = position.facts.ends[route]
        here = free & (1 << a | 1 << b)
        if here:
            free &= ~(here & -here)
        else:
            left.append(route)
    return left


def station_city(position: BoardPosition, route: int) -> int | None:
    """The end of a route where a station may be built; of two, the one with more claimed routes to borrow later."""
    occupied = position.built_by_others | position.built
    ends = [city for city in position.facts.ends[route] if not occupied >> city & 1]
    return max(ends, key=lambda city: (position.board.routes_at[city] & position.claimed).bit_count(), default=None)
