"""Cheapest paths between cities, and networks that connect many pairs of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from branchline.bots.board.board_facts import BoardFacts

MAX_REVERSED = 6
"""With more pairs than this, the reverse order is not tried."""
NEVER = 1e9
"""The price of a route that cannot be used."""


class PathTree(NamedTuple):
    """The cheapest paths from one or more cities: `distance[city]`, and the last route of the path there (-1: none)."""

    distance: list[float]
    last_route: list[int]


class Network(NamedTuple):
    """Routes that connect some pairs of cities; `serves` has for each route the number of its pair."""

    routes: tuple[int, ...]
    serves: tuple[int, ...]
    price: float


class RouteGraph:
    """The board with a price on each route. Path trees are computed when first needed, and kept."""

    def __init__(self, facts: BoardFacts, prices: Sequence[float]) -> None:
        self.facts = facts
        self.prices = prices
        self._trees: dict[int, PathTree] = {}
        edges: list[list[tuple[int, int, float]]] = [[] for _ in facts.board.cities]
        for route, (a, b) in enumerate(facts.ends):
            price = prices[route]
            twin = facts.twin[route]
            if price < NEVER and (twin < 0 or (price, route) < (prices[twin], twin)):  # of two lanes, the cheaper one
                edges[a].append((b, route, price))
                edges[b].append((a, route, price))
        self._edges = edges

    def paths_from(self, start: int) -> PathTree:
        found = self._trees.get(start)
        if found is None:
            found = self._trees[start] = self.shortest_paths((start,))
        return found

    def shortest_paths(self, starts: Iterable[int], goal: int = -1, without: int = -1) -> PathTree:
        """The cheapest paths from a set of cities (Dijkstra), up to `goal` if given, without the route `without`."""
        edges = self._edges
        distance = [NEVER] * len(edges)
        last_route = [-1] * len(edges)
        waiting = []
        for start in starts:
            distance[start] = 0.0
            waiting.append((0.0, start))
        while waiting:
            so_far, city = heappop(waiting)
            if so_far > distance[city]:
                continue
            if city == goal:
                break
            for other, route, price in edges[city]:
                total = so_far + price
                if total < distance[other] and route != without:
                    distance[other] = total
                    last_route[other] = route
                    heappush(waiting, (total, other))
        return PathTree(distance, last_route)

    def path_back(self, tree: PathTree, city: int) -> list[tuple[int, int]]:
        """The path from a city back to where the tree starts: routes, each with the city that it leads back to."""
        path: list[tuple[int, int]] = []
        ends = self.facts.ends
        route = tree.last_route[city]
        while route >= 0:
            a, b = ends[route]
            city = a if city == b else b
            path.append((route, city))
            route = tree.last_route[city]
        return path

    def network_for(self, pairs: Sequence[tuple[int, int]]) -> Network | None:
        """Connect the pairs one after the other by the cheapest path, also over routes chosen for the pairs before."""
        chosen: dict[int, int] = {}
        parts: list[set[int]] = []
        total = 0.0
        for number, (a, b) in enumerate(pairs):
            from_a, from_b = self.paths_from(a), self.paths_from(b)
            best = from_a.distance[b]
            legs = [(from_a, b)]
            for part in parts:
                enter = min(part, key=from_a.distance.__getitem__)
                leave = min(part, key=from_b.distance.__getitem__)
                price = from_a.distance[enter] + from_b.distance[leave]
                if price < best - 1e-9:
                    best, legs = price, [(from_a, enter), (from_b, leave)]
            if best >= NEVER:
                return None
            cities = {a, b}
            for tree, city in legs:
                cities.add(city)
                for route, passed in self.path_back(tree, city):
                    cities.add(passed)
                    if self.prices[route] > 0 and route not in chosen:
                        chosen[route] = number
                        total += self.prices[route]
            parts = _merged(parts, cities)
        return Network(tuple(chosen), tuple(chosen.values()), total)

    def best_network_for(self, pairs: Sequence[tuple[int, int]]) -> Network | None:
        """The cheaper of two networks: the pairs in the given order, and in reverse, unless there are too many."""
        forward = self.network_for(pairs)
        if forward is None or not 2 <= len(pairs) <= MAX_REVERSED:
            return forward
        backward = self.network_for(pairs[::-1])
        if backward is None or backward.price >= forward.price - 1e-9:
            return forward
        last = len(pairs) - 1
        return Network(backward.routes, tuple(last - pair for pair in backward.serves), backward.price)


def _merged(parts: Sequence[set[int]], cities: set[int]) -> list[set[int]]:
    """The connected parts with one more path; those that it touches become one."""
    apart = []
    for part in parts:
        if part & cities:
            cities |= part
        else:
            apart.append(part)
    return [*apart, cities]
