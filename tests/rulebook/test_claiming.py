"""Claiming a route: its cards, its pieces, its points (B-11 to B-14)."""

import pytest

from branchline.core.events import RouteClaimed
from branchline.core.ids import Seat
from branchline.core.refusals import Refusal
from tests.builders import a_game, cards, route_ids


def test_a_route_is_claimed_whole_with_as_many_cards_as_it_has_spaces() -> None:
    """B-11: three spaces take three cards, not two and not four."""
    table = a_game("sampleland").hand(0, "red:4")
    assert table.why_not.claim("aber--brig", "red:2") is Refusal.WRONG_PAYMENT
    assert table.why_not.claim("aber--brig", "red:4") is Refusal.WRONG_PAYMENT
    assert table.payments("aber--brig") == {"red:3"}
    table.claim("aber--brig", "red:3")
    assert route_ids(table.board, table.player(0).routes) == {"aber--brig"}
    assert table.held(0) == "red"


def test_one_route_a_turn() -> None:
    """B-11: after a claim it is the next player's turn."""
    table = a_game("sampleland").hand(0, "red:6").claim("aber--brig", "red:3")
    assert table.seat == 1


def test_any_open_route_may_be_claimed_connected_or_not() -> None:
    """B-11: the second route needs no city of the first."""
    table = a_game("sampleland").routes(0, "aber--brig").hand(0, "black:3")
    assert {"ford--holm", "cove--elm"} <= table.claimable()
    assert table.claim("ford--holm", "black:3").player(0).routes.bit_count() == 2


def test_a_claimed_route_is_no_longer_open() -> None:
    """B-11: for its owner and for everybody else."""
    table = a_game("sampleland").routes(1, "aber--brig").hand(0, "red:3").hand(1, "red:3")
    assert table.why_not.claim("aber--brig", "red:3") is Refusal.ROUTE_TAKEN
    assert "aber--brig" not in table.claimable()
    table.turn(1)
    assert table.why_not.claim("aber--brig", "red:3") is Refusal.ROUTE_TAKEN


def test_the_cards_are_a_set_of_the_routes_color() -> None:
    """B-12: no other color, and no mixture."""
    table = a_game("sampleland").hand(0, "red:3 blue:3")
    assert table.payments("aber--brig") == {"red:3"}
    assert table.why_not.claim("aber--brig", "blue:3") is Refusal.WRONG_PAYMENT
    assert table.why_not.claim("aber--brig", "red:2 blue") is Refusal.WRONG_PAYMENT


def test_wilds_stand_in_for_any_card_of_the_set() -> None:
    """B-12: also for all of them."""
    table = a_game("sampleland").hand(0, "red:3 blue:2 wild:3")
    assert table.payments("aber--brig") == {"red:3", "red:2 wild", "red wild:2", "wild:3"}
    assert table.why_not.claim("aber--brig", "blue wild:2") is Refusal.WRONG_PAYMENT


def test_a_grey_route_takes_any_one_color() -> None:
    """B-12."""
    table = a_game("sampleland").hand(0, "red:2 blue:2 green black wild")
    assert table.payments("aber--dale") == {"red:2", "blue:2", "red wild", "blue wild", "green wild", "black wild"}
    assert table.why_not.claim("aber--dale", "red blue") is Refusal.WRONG_PAYMENT


def test_only_cards_in_the_hand_can_pay() -> None:
    """B-12."""
    table = a_game("sampleland").hand(0, "red:2")
    assert table.why_not.claim("aber--brig", "red:3") is Refusal.CARDS_NOT_HELD
    assert table.why_not.claim("aber--brig", "red:2 wild") is Refusal.CARDS_NOT_HELD
    assert table.claimable() == {"aber--dale", "dale--glen", "glen--holm"}


def test_the_player_must_have_enough_pieces() -> None:
    """B-13: engines that forget this let the stock go below zero, and the end never comes."""
    table = a_game("sampleland").hand(0, "red:3").pieces(0, 2)
    assert table.why_not.claim("aber--brig", "red:3") is Refusal.TOO_FEW_PIECES
    assert "aber--brig" not in table.claimable()


def test_the_last_pieces_can_be_used_to_the_last_one() -> None:
    """B-13: an engine that asks for more pieces than spaces never lets the last ones be placed."""
    table = a_game("sampleland").hand(0, "red:3").pieces(0, 3)
    assert "aber--brig" in table.claimable()
    assert table.claim("aber--brig", "red:3").player(0).pieces == (0,)


def test_one_piece_goes_on_each_space_and_the_cards_are_discarded() -> None:
    """B-13."""
    table = a_game("sampleland").hand(0, "red:2 blue wild").claim("aber--brig", "red:2 wild")
    assert table.player(0).pieces == (13,)
    assert table.discarded() == "red:2 wild"
    assert table.held(0) == "blue"


@pytest.mark.parametrize(
    ("board", "route", "pay", "points"),
    [
        ("usa", "atlanta--nashville", "red", 1),
        ("usa", "atlanta--charleston", "red:2", 2),
        ("usa", "montreal--new-york", "blue:3", 4),
        ("usa", "chicago--omaha", "blue:4", 7),
        ("usa", "atlanta--miami", "blue:5", 10),
        ("usa", "portland--salt-lake-city", "blue:6", 15),
        ("europe", "petrograd--stockholm", "blue:8", 21),
        ("world", "murmansk--tiksi", "red-double:3 red-ship", 18),
        ("world", "anchorage--tiksi", "yellow-double:4", 21),
    ],
)
def test_points_are_scored_at_once_by_length(board: str, route: str, pay: str, points: int) -> None:
    """B-14: 1, 2, 4, 7, 10, 15, 18, 21 points for 1 to 8 spaces."""
    table = a_game(board, edition=None).hand(0, pay)
    plain = "black" if board == "europe" else ""
    if plain:
        table.deck("black:3")  # a tunnel, with nothing in it that asks for more
    else:
        table.deck(*("" for _ in table.state.decks))
    table.claim(route, pay)
    assert table.player(0).points == points
    number = table.board.route_ids[route]
    assert table.of(RouteClaimed) == [RouteClaimed(Seat(0), number, cards(table.board, pay), points)]


def test_points_add_up() -> None:
    """B-14."""
    table = a_game("sampleland").routes(0, "aber--brig").hand(0, "black:4").claim("aber--elm", "black:4")
    assert table.player(0).points == 4 + 7


def test_a_route_that_is_not_on_the_board_is_refused() -> None:
    """B-11."""
    table = a_game("sampleland").hand(0, "red:3")
    from branchline.core.actions import ClaimRoute
    from branchline.core.ids import RouteId

    for number in (-1, len(table.board.routes), 10**9):
        action = ClaimRoute(RouteId(number), cards(table.board, "red:3"))
        assert table.game.refusal(table.state, Seat(0), action) is Refusal.UNKNOWN_ROUTE
