"""Ways through the board: the cheapest path between cities, and networks that join many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from branchline.bots.board.board_facts import Atlas

MOST_REVERSED = 6
NEVER = 1e9
"""The price of a route that cannot be had."""


class Tree(NamedTuple):
    """The cheapest ways from one place: `far[city]`, and the last route of the way there (-1: none)."""

    far: list[float]
    came: list[int]


class Network(NamedTuple):
    """Routes that join some pairs of cities; `serves` tells which pair each was laid for."""

    routes: tuple[int, ...]
    serves: tuple[int, ...]
    price: float


class Web:
    """The board at certain prices. Trees are grown when they are asked for, and kept."""

    def __init__(self, atlas: Atlas, prices: Sequence[float]) -> None:
        self.atlas = atlas
        self.prices = prices
        self._trees: dict[int, Tree] = {}
        near: list[list[tuple[int, int, float]]] = [[] for _ in atlas.near]
        for route, (a, b) in enumerate(atlas.ends):
            price = prices[route]
            twin = atlas.twin[route]
            if price < NEVER and (twin < 0 or (price, route) < (prices[twin], twin)):  # of two lanes, the cheaper one
                near[a].append((b, route, price))
                near[b].append((a, route, price))
        self._near = near

    def tree(self, start: int) -> Tree:
        found = self._trees.get(start)
        if found is None:
            found = self._trees[start] = self.grow((start,))
        return found

    def grow(self, starts: Iterable[int], goal: int = -1, without: int = -1) -> Tree:
        """The cheapest ways from a set of cities, up to the goal if one is given, and not over the route `without`."""
        near = self._near
        far = [NEVER] * len(near)
        came = [-1] * len(near)
        waiting = []
        for start in starts:
            far[start] = 0.0
            waiting.append((0.0, start))
        while waiting:
            so_far, city = heappop(waiting)
            if so_far > far[city]:
                continue
            if city == goal:
                break
            for other, route, price in near[city]:
                total = so_far + price
                if total < far[other] and route != without:
                    far[other] = total
                    came[other] = route
                    heappush(waiting, (total, other))
        return Tree(far, came)

    def walk(self, tree: Tree, city: int) -> list[tuple[int, int]]:
        """The way back from a city to where the tree starts: routes, each with the city that it leads back to."""
        way: list[tuple[int, int]] = []
        ends = self.atlas.ends
        route = tree.came[city]
        while route >= 0:
            a, b = ends[route]
            city = a if city == b else b
            way.append((route, city))
            route = tree.came[city]
        return way

    def joined(self, pairs: Sequence[tuple[int, int]]) -> Network | None:
        """Join the pairs one after the other, each by the cheapest way, over what was laid before if that helps."""
        laid: dict[int, int] = {}
        parts: list[set[int]] = []
        total = 0.0
        for number, (a, b) in enumerate(pairs):
            from_a, from_b = self.tree(a), self.tree(b)
            best = from_a.far[b]
            legs = [(from_a, b)]
            for part in parts:
                enter = min(part, key=from_a.far.__getitem__)
                leave = min(part, key=from_b.far.__getitem__)
                price = from_a.far[enter] + from_b.far[leave]
                if price < best - 1e-9:
                    best, legs = price, [(from_a, enter), (from_b, leave)]
            if best >= NEVER:
                return None
            cities = {a, b}
            for tree, city in legs:
                cities.add(city)
                for route, passed in self.walk(tree, city):
                    cities.add(passed)
                    if self.prices[route] > 0 and route not in laid:
                        laid[route] = number
                        total += self.prices[route]
            parts = _merged(parts, cities)
        return Network(tuple(laid), tuple(laid.values()), total)

    def best_joined(self, pairs: Sequence[tuple[int, int]]) -> Network | None:
        """The cheaper of two: the pairs in the given order, and in reverse, unless there are too many."""
        there = self.joined(pairs)
        if there is None or not 2 <= len(pairs) <= MOST_REVERSED:
            return there
        back = self.joined(pairs[::-1])
        if back is None or back.price >= there.price - 1e-9:
            return there
        last = len(pairs) - 1
        return Network(back.routes, tuple(last - pair for pair in back.serves), back.price)


def _merged(parts: Sequence[set[int]], cities: set[int]) -> list[set[int]]:
    """The laid parts with one more way; those that it touches become one."""
    apart = []
    for part in parts:
        if part & cities:
            cities |= part
        else:
            apart.append(part)
    return [*apart, cities]
