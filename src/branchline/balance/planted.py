"""Boards with a fault that was put there on purpose, to see whether the report names it first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from branchline.balance.finding import TICKET, Balance, Finding
from branchline.balance.measure import Kind
from branchline.balance.ways import Ways
from branchline.core.ids import CityId, Color, RouteId
from branchline.core.printed.board import Board, Route

STARVED: Final = 2.0
"""A color that is starved has so many times as many spaces as is fair."""
MIN_TICKETS: Final = 2
"""So many tickets at least lead to a city that is cut off, or nobody would mind."""


class Planted(NamedTuple):
    board: Board
    is_named: Callable[[Balance, Finding], bool]
    """Whether a finding is about this fault."""


def dear_ticket(board: Board, chance: Random) -> Planted:
    """A ticket for two cities that is worth twice as much."""
    number = chance.choice([i for i, ticket in enumerate(board.tickets) if not ticket.is_tour])
    ticket = board.tickets[number]
    points = 2 * ticket.points
    dear = replace(ticket, points=points, connected=points, penalty=points)
    tickets = (*board.tickets[:number], dear, *board.tickets[number + 1 :])

    def is_named(_: Balance, finding: Finding) -> bool:
        return finding.measure.kind in TICKET and finding.measure.subject == number and finding.is_high

    return Planted(replace(board, tickets=tickets), is_named)


def bridge(board: Board, chance: Random) -> Planted:
    """A city to which only one route is left."""
    cities = [
        city
        for city in range(len(board.cities))
        if sum(city in ticket.cities for ticket in board.tickets) >= MIN_TICKETS
    ]
    had = len(Ways(board).bridges)
    while True:
        city = CityId(chance.choice(cities))
        at_city = [RouteId(i) for i, route in enumerate(board.routes) if city in (route.a, route.b)]
        kept = chance.choice(at_city)
        left = with_routes(board, [route for i, route in enumerate(board.routes) if i == kept or i not in at_city])
        if len(Ways(left).bridges) == had + 1:
            break
    ends = {board.routes[kept].a, board.routes[kept].b}

    def is_named(balance: Balance, finding: Finding) -> bool:
        if finding.measure.kind is not Kind.BRIDGE:
            return False
        connection = balance.ways.connections[finding.measure.subject]
        return {connection.a, connection.b} == ends

    return Planted(left, is_named)


def starved_color(board: Board, chance: Random) -> Planted:
    """A color that routes of other colors are given, until twice as many spaces have it as is fair."""
    color = Color(chance.randrange(len(board.colors)))
    routes = list(board.routes)
    by_rail = [route.length for route in routes if route.color is not None and route.deck == 0]
    wanted = STARVED * sum(by_rail) / len(board.colors)
    numbers = list(range(len(routes)))
    chance.shuffle(numbers)
    for number in numbers:
        if sum(route.length for route in routes if route.color == color and route.deck == 0) >= wanted:
            break
        route = routes[number]
        twin = None if route.twin is None else routes[route.twin].color
        if route.color is not None and route.deck == 0 and twin != color:
            routes[number] = replace(route, color=color)

    def is_named(_: Balance, finding: Finding) -> bool:
        return finding.measure.kind is Kind.COLOR and finding.measure.subject == color and finding.is_high

    return Planted(replace(board, routes=tuple(routes)), is_named)


def with_routes(board: Board, routes: Iterable[Route]) -> Board:
    """The board with some of its routes; a lane whose twin is gone is a single route."""
    kept = list(routes)
    places = {route.id: RouteId(i) for i, route in enumerate(kept)}

    def twin_of(route: Route) -> RouteId | None:
        return None if route.twin is None else places.get(board.routes[route.twin].id)

    return replace(board, routes=tuple(replace(route, twin=twin_of(route)) for route in kept))


FAULTS: Final[Mapping[str, Callable[[Board, Random], Planted]]] = {
    "dear-ticket": dear_ticket,
    "bridge": bridge,
    "starved-color": starved_color,
}
