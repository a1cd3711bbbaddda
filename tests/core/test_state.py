"""The state of a board game: short to print, and which routes are closed to whom."""

import pytest

from branchline.core.ids import Seat
from branchline.core.state import closed_routes
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
