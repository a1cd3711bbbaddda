"""The ways between the cities of a board: how long the shortest are, which connections they use, where there is one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from branchline.core.ids import CityId, RouteId
from branchline.core.printed.board import Board, Route, Ticket

CARDS_A_TURN: Final = 2


@dataclass(frozen=True, slots=True)
class CityPair:
    """Two neighboring cities with every route between them: lanes, and rails beside ships."""

    a: CityId
    b: CityId
    routes: tuple[RouteId, ...]
    length: int
    """Of the shortest of them."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """A connection that is the only way to some cities: those on its smaller side."""

    connection: CityPair
    cut_off: frozenset[CityId]


@dataclass(frozen=True)
class Ways:
    board: Board

    @cached_property
    def connections(self) -> tuple[CityPair, ...]:
        between: dict[tuple[CityId, CityId], list[RouteId]] = defaultdict(list)
        for number, route in enumerate(self.board.routes):
            between[min(route.a, route.b), max(route.a, route.b)].append(RouteId(number))
        lengths = [route.length for route in self.board.routes]
        return tuple(
            CityPair(a, b, tuple(routes), min(lengths[route] for route in routes)) for (a, b), routes in between.items()
        )

    @cached_property
    def bridges(self) -> tuple[Bridge, ...]:
        found = []
        for number, connection in enumerate(self.connections):
            side = self._reached(connection.a, without=number)
            if connection.b not in side:
                rest = frozenset(map(CityId, range(len(self.board.cities)))) - side
                found.append(Bridge(connection, min(side, rest, key=lambda some: (len(some), sorted(some)))))
        return tuple(found)

    def _reached(self, start: CityId, without: int) -> frozenset[CityId]:
        reached, waiting = {start}, [start]
        while waiting:
            for neighbor, number in self._neighbors[waiting.pop()]:
                if number != without and neighbor not in reached:
                    reached.add(neighbor)
                    waiting.append(neighbor)
        return frozenset(reached)

    @cached_property
    def _neighbors(self) -> Mapping[CityId, list[tuple[CityId, int]]]:
        found: dict[CityId, list[tuple[CityId, int]]] = defaultdict(list)
        for number, connection in enumerate(self.connections):
            found[connection.a].append((connection.b, number))
            found[connection.b].append((connection.a, number))
        return found

    @cached_property
    def spaces(self) -> NDArray[np.int64]:
        """The spaces of the shortest way from each city to each other one."""
        return self._nearest([connection.length for connection in self.connections]).astype(np.int64)

    @cached_property
    def turns(self) -> NDArray[np.float64]:
        """About how many turns the quickest way takes from each city to each other one: to draw its cards, to claim."""
        cards = [min(self._cards(self.board.routes[route]) for route in each.routes) for each in self.connections]
        return self._nearest([some / CARDS_A_TURN + 1 for some in cards])

    def _cards(self, route: Route) -> float:
        """How many cards a route takes on average: those of ships may cover two spaces."""
        sorts = [sort for sort in self.board.kinds if sort.color is not None and sort.deck == route.deck]
        covered = sum(sort.copies * sort.covers for sort in sorts) / sum(sort.copies for sort in sorts)
        return route.length / covered + route.pairs

    def _nearest(self, lengths: Sequence[float]) -> NDArray[np.float64]:
        """How far it is from each city to each other one, where connections are so long."""
        size = len(self.board.cities)
        found = np.full((size, size), np.inf)
        np.fill_diagonal(found, 0)
        for connection, length in zip(self.connections, lengths, strict=True):
            found[connection.a, connection.b] = found[connection.b, connection.a] = length
        for middle in range(size):
            np.minimum(found, found[:, middle, None] + found[None, middle, :], out=found)
        return found

    def cost(self, ticket: Ticket) -> int:
        """The spaces of the shortest way for a ticket; a tour goes from city to city as it is printed."""
        return int(sum(self.spaces[a, b] for a, b in pairwise(ticket.cities)))

    @cached_property
    def uses(self) -> NDArray[np.float64]:
        """By ticket and connection: on which part of the ticket's shortest ways the connection lies."""
        found = np.zeros((len(self.board.tickets), len(self.connections)))
        for number, ticket in enumerate(self.board.tickets):
            for a, b in pairwise(ticket.cities):
                np.maximum(found[number], self._on_the_way(a, b), out=found[number])
        return found

    def _on_the_way(self, a: CityId, b: CityId) -> NDArray[np.float64]:
        there, back = self._counts(a), self._counts(b)
        found = np.zeros(len(self.connections))
        for number, connection in enumerate(self.connections):
            for near, far in ((connection.a, connection.b), (connection.b, connection.a)):
                if self.spaces[a, near] + connection.length + self.spaces[far, b] == self.spaces[a, b]:
                    found[number] = there[near] * back[far] / there[b]
        return found

    def _counts(self, start: CityId) -> NDArray[np.float64]:
        """How many shortest ways lead from one city to each."""
        counts = np.zeros(len(self.board.cities))
        counts[start] = 1
        for city in np.argsort(self.spaces[start], kind="stable").tolist():
            for neighbor, number in self._neighbors[CityId(city)]:
                if self.spaces[start, city] + self.connections[number].length == self.spaces[start, neighbor]:
                    counts[neighbor] += counts[city]
        return counts


def across(tickets: Iterable[Ticket], bridge: Bridge) -> int:
    """How many tickets lead over a bridge."""
    return sum(len({city in bridge.cut_off for city in ticket.cities}) == 2 for ticket in tickets)
