"""The state of a board game: short to print, and which routes are closed to whom."""

from dataclasses import replace

import pytest

from branchline.core.ids import Seat
from branchline.core.state import closed_routes
from branchline.data.load import load_board
from tests.builders import a_game, route_ids


def test_a_state_prints_short() -> None:
    assert repr(a_game("sampleland", 3).state) == "<sampleland: 3 seats, seat 0 in Turn()>"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_closed_routes(seats: int) -> None:
    """B-13, B-15: what is taken, the own twins, and with two or three players every twin."""
    table = a_game("sampleland", seats).routes(1, "brig--elm--1", "aber--brig")
    mine = route_ids(table.board, closed_routes(table.state, Seat(1)))
    theirs = route_ids(table.board, closed_routes(table.state, Seat(0)))
    assert mine == {"brig--elm--1", "brig--elm--2", "aber--brig"}
    assert theirs == (mine if seats <= 3 else mine - {"brig--elm--2"})


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("least", [2, 3, 4, 5])
def test_a_board_says_from_how_many_players_on_both_lanes_are_open(seats: int, least: int) -> None:
    """B-15: four on every board that is printed, but it is a number like others."""
    board = load_board("sampleland")
    other = replace(board, rules=replace(board.rules, both_lanes_from=least))
    table = a_game(other, seats).routes(1, "brig--elm--1").hand(0, "red:3")
    assert ("brig--elm--2" in route_ids(board, closed_routes(table.state, Seat(0)))) == (seats < least)
    both = table.routes(0, "brig--elm--2")
    assert bool(both.game.problems(both.state)) == (seats < least)
