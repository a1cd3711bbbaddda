"""Double routes: who may claim which lane (B-15, B-16)."""

import pytest

from branchline.core.refusals import Refusal
from tests.builders import a_game

LANES = "brig--elm--1", "brig--elm--2"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(("mine", "other"), [LANES, LANES[::-1]])
def test_one_player_never_claims_both_lanes(seats: int, mine: str, other: str) -> None:
    """B-15: with any number of players. The engine behind two papers lets one player own both with four or five."""
    table = a_game("sampleland", seats).routes(0, mine).hand(0, "blue:2 green:2 wild:2")
    assert table.why_not.claim(other, "wild:2") is Refusal.TWIN_TAKEN
    assert other not in table.claimable()


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("taken", "other"), [LANES, LANES[::-1]])
def test_with_two_or_three_players_the_other_lane_is_closed_for_good(seats: int, taken: str, other: str) -> None:
    """B-15: engines leave it open to the rival, or close it with two players only."""
    table = a_game("sampleland", seats).routes(1, taken)
    for seat in range(seats):
        table.turn(seat).hand(seat, "wild:2")
        assert table.why_not.claim(other, "wild:2") is Refusal.TWIN_TAKEN
        assert other not in table.claimable()
        table.hand(seat, "")


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize(("taken", "other"), [LANES, LANES[::-1]])
def test_with_four_or_five_players_both_lanes_may_be_claimed_by_different_players(
    seats: int, taken: str, other: str
) -> None:
    """B-15."""
    table = a_game("sampleland", seats).routes(1, taken).hand(0, "wild:2")
    assert table.why_not.claim(other, "wild:2") is None
    table.claim(other, "wild:2")
    for seat in range(seats):
        assert table.player(seat).routes.bit_count() == (1 if seat < 2 else 0)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_before_anybody_has_claimed_a_lane_both_are_open(seats: int) -> None:
    """B-15."""
    table = a_game("sampleland", seats).hand(0, "wild:2")
    assert set(LANES) <= table.claimable()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_w_18_double_routes_of_the_world_follow_the_same_rule(seats: int) -> None:
    """W-18: rail and sea."""
    table = a_game("world", seats).routes(1, "lima--sydney--1", "lagos--luanda--1").hand(0, "wild:8")
    closed = Refusal.TWIN_TAKEN if seats <= 3 else None
    assert table.why_not.claim("lima--sydney--2", "wild:8") is closed
    assert table.why_not.claim("lagos--luanda--2", "wild") is closed
    table.routes(0, "perth--sydney--1")
    assert table.why_not.claim("perth--sydney--2", "wild:2") is Refusal.TWIN_TAKEN


def test_routes_that_lead_to_different_cities_are_not_double_routes() -> None:
    """B-16: Brig-Cove and Brig-Elm start side by side; one player may claim both, with two players too."""
    table = a_game("sampleland").routes(0, "brig--elm--1").hand(0, "green:3")
    assert table.why_not.claim("brig--cove", "green:3") is None


@pytest.mark.parametrize("board", ["usa", "europe", "world"])
def test_claiming_a_route_closes_its_own_twin_and_nothing_else(board: str) -> None:
    """B-15, B-16: for every route of the real boards."""
    table = a_game(board)
    for number, route in enumerate(table.board.routes):
        same_ends = {
            i
            for i, other in enumerate(table.board.routes)
            if {other.a, other.b} == {route.a, route.b} and i != number and other.deck == route.deck
        }
        closed = table.board.twins_of(1 << number)
        assert closed == (1 << route.twin if route.twin is not None else 0)
        assert closed == sum(1 << i for i in same_ends)
