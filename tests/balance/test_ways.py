"""The ways of a board, against every path that there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from branchline.balance.ways import Ways, across
from branchline.core.ids import CityId
from branchline.core.printed.board import Board
from branchline.data.load import load_board


@pytest.fixture(scope="module")
def ways() -> Ways:
    return Ways(load_board("sampleland"))


def paths(ways: Ways, at: CityId, to: CityId, seen: tuple[CityId, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every path from one city to another that visits no city twice, as numbers of connections."""
    if at == to:
        yield ()
        return
    for number, connection in enumerate(ways.connections):
        if at in (connection.a, connection.b):
            other = connection.b if at == connection.a else connection.a
            if other not in (*seen, at):
                yield from ((number, *rest) for rest in paths(ways, other, to, (*seen, at)))


def length(ways: Ways, path: tuple[int, ...]) -> int:
    return sum(ways.connections[number].length for number in path)


def test_the_shortest_way_is_the_shortest_of_all_paths(ways: Ways) -> None:
    for ticket in ways.board.tickets:
        a, b = ticket.cities
        assert ways.cost(ticket) == min(length(ways, path) for path in paths(ways, a, b))


def test_a_connection_is_used_by_its_part_of_the_shortest_ways(ways: Ways) -> None:
    for number, ticket in enumerate(ways.board.tickets):
        a, b = ticket.cities
        every = list(paths(ways, a, b))
        shortest = [path for path in every if length(ways, path) == ways.cost(ticket)]
        for connection in range(len(ways.connections)):
            part = sum(connection in path for path in shortest) / len(shortest)
            assert ways.uses[number, connection] == pytest.approx(part)


def test_the_legs_of_a_tour_add_up() -> None:
    ways = Ways(load_board("world"))
    tour = next(ticket for ticket in ways.board.tickets if ticket.is_tour)
    legs = zip(tour.cities, tour.cities[1:], strict=False)
    assert ways.cost(tour) == sum(ways.spaces[a, b] for a, b in legs)


def test_two_lanes_are_one_connection(ways: Ways) -> None:
    ids = [{ways.board.routes[route].id for route in connection.routes} for connection in ways.connections]
    assert {"brig--elm--1", "brig--elm--2"} in ids
    assert len(ways.connections) == len(ways.board.routes) - 1


@pytest.mark.parametrize("name", ["usa", "europe", "world", "great-lakes", "sampleland"])
def test_a_bridge_is_the_only_way_to_what_it_cuts_off(name: str) -> None:
    board = load_board(name)
    ways = Ways(board)
    assert {cut_off(board, bridge.cut_off) for bridge in ways.bridges} == ({"edinburgh"} if name == "europe" else set())
    for bridge in ways.bridges:
        outside = [route for route in board.routes if (route.a in bridge.cut_off) != (route.b in bridge.cut_off)]
        assert {frozenset((route.a, route.b)) for route in outside} == {
            frozenset((bridge.connection.a, bridge.connection.b))
        }


def cut_off(board: Board, cities: frozenset[CityId]) -> str:
    return " ".join(sorted(board.cities[city].id for city in cities))


def test_tickets_over_the_only_way_to_edinburgh_are_counted() -> None:
    board = load_board("europe")
    (edinburgh,) = Ways(board).bridges
    assert across(board.tickets, edinburgh) == sum("edinburgh" in ticket.id for ticket in board.tickets) == 2
