"""The longest continuous path and its bonus (B-22, B-23)."""

from itertools import pairwise

import pytest

from branchline.core.score import ScoreLine, Source
from tests.builders import Table, a_game


def line(table: Table, seat: int) -> ScoreLine:
    (found,) = (line for line in table.sheet(seat).lines if line.source is Source.LONGEST_PATH)
    return found


def length(*routes: str) -> int:
    return line(a_game("sampleland").routes(0, *routes), 0).count


def test_its_length_is_the_number_of_pieces_on_it() -> None:
    """B-22: not the number of routes."""
    assert length("aber--brig") == 3
    assert length("aber--brig", "brig--elm--1", "elm--holm") == 9


def test_cities_may_repeat() -> None:
    """B-22: the path runs through Elm twice. Engines that forbid this find a shorter one."""
    assert length("aber--dale", "dale--elm", "brig--elm--1", "brig--cove", "cove--elm", "elm--ford") == 16


def test_loops_are_allowed() -> None:
    """B-22."""
    assert length("brig--cove", "cove--elm", "brig--elm--2") == 8


def test_a_route_counts_once() -> None:
    """B-22: no walking there and back; of a star the two longest branches count."""
    assert length("elm--holm", "elm--ford", "brig--elm--1") == 7


def test_what_is_not_connected_does_not_add() -> None:
    """B-22."""
    assert length("aber--brig", "elm--holm") == 4


def test_the_path_is_told_route_by_route() -> None:
    """B-22: the sheet names the way in walking order."""
    table = a_game("sampleland").routes(0, "elm--holm", "aber--brig", "brig--elm--1", "elm--ford")
    path = [table.board.routes[number] for number in line(table, 0).routes]
    assert sum(route.length for route in path) == line(table, 0).count == 9
    for here, there in pairwise(path):
        assert {here.a, here.b} & {there.a, there.b}


@pytest.mark.parametrize(
    ("board", "longer", "shorter"),
    [("usa", "dallas--el-paso", "dallas--little-rock"), ("europe", "brest--paris", "dieppe--paris")],
)
def test_the_longest_receives_ten_points(board: str, longer: str, shorter: str) -> None:
    """B-23: an engine whose search comes back with 0 from every end never awards it."""
    table = a_game(board, seats=3).routes(0, shorter).routes(1, longer)
    assert [line(table, seat).points for seat in range(3)] == [0, 10, 0]


def test_all_players_tied_receive_it() -> None:
    """B-23: an engine gives it to two of them at most."""
    table = a_game("usa", seats=4).routes(0, "denver--helena").routes(1, "denver--oklahoma-city")
    table.routes(2, "dallas--el-paso").routes(3, "atlanta--nashville")
    assert [line(table, seat).points for seat in range(4)] == [10, 10, 10, 0]


def test_a_player_without_any_route_has_length_0() -> None:
    """B-23 decision."""
    table = a_game("usa").routes(0, "atlanta--nashville")
    assert (line(table, 1).count, line(table, 1).points) == (0, 0)
    assert line(table, 0).points == 10


def test_if_nobody_has_claimed_a_route_nobody_receives_it() -> None:
    """B-23 decision."""
    table = a_game("usa", seats=3)
    assert [line(table, seat).points for seat in range(3)] == [0, 0, 0]
