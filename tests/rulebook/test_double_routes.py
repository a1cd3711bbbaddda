"""Double routes: who may claim which lane (B-15, B-16)."""

import pytest

from branchline.core.actions import ClaimRoute
from branchline.core.bits import members
from branchline.core.ids import RouteId, Seat
from branchline.core.phases import Turn
from branchline.core.refusals import Refusal
from branchline.core.views.view import view_of
from branchline.games import load_game
from tests.builders import a_game, route_ids
from tests.walks import varied, walk

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


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_view_tells_which_free_lanes_are_closed_to_its_viewer(seats: int) -> None:
    """B-15: the page shows them and knows no rule. A spectator is told of those that are closed to everybody."""
    table = a_game("sampleland", seats).routes(1, LANES[0])
    told = {viewer: route_ids(table.board, view_of(table.state, viewer).closed) for viewer in viewers(seats)}
    closed_to_all = {LANES[1]} if seats <= 3 else set()
    assert told == dict.fromkeys(viewers(seats), closed_to_all) | {Seat(1): {LANES[1]}}
    table.routes(0, LANES[1])
    assert not any(view_of(table.state, viewer).closed for viewer in viewers(seats))


def viewers(seats: int) -> list[Seat | None]:
    return [None, *map(Seat, range(seats))]


@pytest.mark.parametrize(("name", "seats"), [("usa", 3), ("europe", 4), ("world", 5)])
def test_the_closed_lanes_of_a_view_are_those_that_would_be_refused(name: str, seats: int, seed: int) -> None:
    """B-15: from the beginning of a game to its end, for every seat."""
    game = load_game(name)
    found = 0
    for move in list(walk(game, seats, seed, varied))[::12]:
        state = move.step.state._replace(phase=Turn())
        for seat in map(Seat, range(seats)):
            mine = state._replace(turn=seat)
            refused = {
                number
                for number in range(len(state.board.routes))
                if game.refusal(mine, seat, ClaimRoute(RouteId(number), state.board.no_cards)) is Refusal.TWIN_TAKEN
            }
            assert set(members(view_of(state, seat).closed)) == refused
            found += len(refused)
    assert found


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
