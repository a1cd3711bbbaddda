"""The Great Lakes board against the counts of docs/provenance.md."""

import tomllib
from collections import Counter

import pytest

from branchline.core.printed.board import Board
from branchline.data.files import BOARDS
from branchline.data.load import load_board


@pytest.fixture
def board() -> Board:
    return load_board("great-lakes")


def test_it_has_35_cities_25_of_them_with_a_harbor_and_two_junctions(board: Board) -> None:
    assert Counter(city.junction for city in board.cities) == {False: 35, True: 2}
    assert board.harbor_cities.bit_count() == 25


def test_it_has_110_routes_52_by_rail_and_58_by_sea(board: Board) -> None:
    assert Counter(route.deck for route in board.routes) == {0: 52, 1: 58}
    assert board.first_lanes.bit_count() == 28
    assert sum(route.length for route in board.routes) == 355
    assert max(route.length for route in board.routes) == 9
    assert board.rules.points[9] == 27


def test_rail_and_sea_between_the_same_cities_are_no_double_route(board: Board) -> None:
    for pair in ("duluth--thunder-bay", "muskegon--traverse-city"):
        rail, sea = board.routes[board.route_ids[pair]], board.routes[board.route_ids[f"{pair}--sea"]]
        assert (rail.deck, rail.twin, sea.deck, sea.twin) == (0, None, 1, None)


def test_it_has_55_tickets_and_no_tours(board: Board) -> None:
    assert len(board.tickets) == 55
    assert sum(ticket.points for ticket in board.tickets) == 526
    assert not any(ticket.is_tour for ticket in board.tickets)


def test_it_plays_by_the_rules_of_the_world_with_its_cards(board: Board) -> None:
    assert board.game == "world"
    assert board.kinds == load_board("world").kinds
    assert (board.rules.pieces, board.rules.pieces_kept, board.rules.deal) == ((33, 32), 50, (2, 2))


def test_six_routes_say_that_nobody_has_confirmed_them() -> None:
    routes = tomllib.loads((BOARDS / "great-lakes.toml").read_text("utf-8"))["route"]
    assert [route["id"] for route in routes if route.get("unconfirmed")] == [
        "buffalo--kingston",
        "buffalo--syracuse--1",
        "buffalo--syracuse--2",
        "buffalo--erie",
        "cedar-rapids--chicago--1",
        "cedar-rapids--chicago--2",
    ]
