"""World: rail and sea, double ships, colors, pair spaces, and the edges of the map (W-13 to W-17, W-19)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from branchline.core.ids import Cards, Color
from branchline.core.printed.board import Board
from branchline.core.refusals import Refusal
from branchline.core.score import Finish, Source
from branchline.data.load import load_board
from branchline.rules.board.payment.payment import payments
from tests.builders import a_game, cards


def test_rail_routes_take_trains_and_train_cards() -> None:
    """W-13."""
    table = a_game("world").hand(0, "yellow:2 yellow-ship:2 yellow-double")
    assert table.payments("vancouver--winnipeg") == {"yellow:2"}
    assert table.why_not.claim("vancouver--winnipeg", "yellow-ship:2") is Refusal.WRONG_PAYMENT
    assert table.why_not.claim("vancouver--winnipeg", "yellow yellow-ship") is Refusal.WRONG_PAYMENT
    assert table.claim("vancouver--winnipeg", "yellow:2").player(0).pieces == (18, 40)


def test_sea_routes_take_ships_and_ship_cards() -> None:
    """W-13."""
    table = a_game("world").hand(0, "white:2 white-ship:2")
    assert table.payments("caracas--miami") == {"white-ship:2"}
    assert table.why_not.claim("caracas--miami", "white:2") is Refusal.WRONG_PAYMENT
    assert table.why_not.claim("caracas--miami", "white white-ship") is Refusal.WRONG_PAYMENT
    assert table.claim("caracas--miami", "white-ship:2").player(0).pieces == (20, 38)


def test_trains_do_not_make_up_for_missing_ships() -> None:
    """W-13, B-13: and ships not for trains."""
    table = a_game("world").hand(0, "white-ship:2 yellow:2").pieces(0, 20, 1)
    assert table.why_not.claim("caracas--miami", "white-ship:2") is Refusal.TOO_FEW_PIECES
    assert "caracas--miami" not in table.claimable()
    table.pieces(0, 1, 40)
    assert table.why_not.claim("vancouver--winnipeg", "yellow:2") is Refusal.TOO_FEW_PIECES
    assert table.claimable() >= {"caracas--miami"}
    table.pieces(0, 2, 2)
    assert {"caracas--miami", "vancouver--winnipeg"} <= table.claimable()


def test_train_cards_with_and_without_harbor_both_pay() -> None:
    """W-2, W-13: which of them is the player's choice."""
    table = a_game("world").hand(0, "yellow:2 yellow-harbor:2")
    assert table.payments("vancouver--winnipeg") == {"yellow:2", "yellow yellow-harbor", "yellow-harbor:2"}


def test_a_wild_stands_for_one_train_card_or_for_one_ship() -> None:
    """W-14: of any color; never for two ships."""
    table = a_game("world").hand(0, "yellow white-ship wild:2")
    assert table.payments("vancouver--winnipeg") == {"yellow wild", "wild:2"}
    assert table.payments("caracas--miami") == {"white-ship wild", "wild:2"}
    assert table.why_not.claim("caracas--miami", "wild") is Refusal.WRONG_PAYMENT


def test_five_spaces_take_two_doubles_and_a_single_or_three_doubles() -> None:
    """W-15, the rulebook's example."""
    table = a_game("world").hand(0, "red-double:3 red-ship")
    assert table.payments("honolulu--tokyo") == {"red-ship red-double:2", "red-double:3"}


def test_what_a_double_has_too_much_is_lost() -> None:
    """W-15: one space may be paid with a double; no change is given, and one piece goes on each space."""
    table = a_game("world").hand(0, "purple-double").claim("hong-kong--manila", "purple-double")
    assert table.discarded(1) == "purple-double"
    assert table.player(0).pieces == (20, 39)
    assert table.player(0).points == 1


@pytest.mark.parametrize(
    "pay", ["red-double:3 red-ship", "red-double:2 red-ship:2", "red-double:3 wild", "red-double:2 red-ship wild"]
)
def test_no_card_may_be_superfluous(pay: str) -> None:
    """W-15 decision: taking any card away must leave too few ships."""
    table = a_game("world").hand(0, pay)
    assert table.why_not.claim("honolulu--tokyo", pay) is Refusal.WRONG_PAYMENT


def test_every_mixture_of_singles_doubles_and_wilds_that_fits_is_offered() -> None:
    """W-15: for three spaces, with two of each in hand."""
    table = a_game("world").hand(0, "yellow-double:2 yellow-ship:2 wild:2")
    assert table.payments("honolulu--los-angeles") == {
        "yellow-double:2", "yellow-ship yellow-double", "yellow-double wild",
        "yellow-ship:2 wild", "yellow-ship wild:2",
    }  # fmt: skip


def test_all_cards_are_of_one_color() -> None:
    """W-16: the route's, or any one color on grey; wilds apart."""
    table = a_game("world").hand(0, "red-ship white-ship green-double wild red:1 white:1")
    assert table.payments("edinburgh--reykjavik") == {"red-ship wild", "white-ship wild", "green-double"}
    assert table.why_not.claim("edinburgh--reykjavik", "red-ship white-ship") is Refusal.WRONG_PAYMENT
    assert table.why_not.claim("lima--valparaiso--1", "red white") is Refusal.WRONG_PAYMENT
    assert table.payments("lima--valparaiso--1") == {"red wild", "white wild"}


def test_each_pair_space_takes_two_train_cards_of_one_color() -> None:
    """W-17: one piece goes on it, and the points are those of the length."""
    table = a_game("world").hand(0, "red red-harbor green white:2")
    assert table.payments("casablanca--marseille") == {"red red-harbor", "white:2"}
    table.claim("casablanca--marseille", "red red-harbor")
    assert table.player(0).pieces == (19, 40)
    assert table.player(0).points == 1


def test_the_pairs_may_be_of_different_colors() -> None:
    """W-17: also within one route."""
    table = a_game("world").hand(0, "red:2 green:2 white:2 black:2")
    pays = table.payments("beijing--lahore")
    assert pays == {
        "red:2 black:2 white:2",
        "green:2 red:2 white:2",
        "green:2 red:2 black:2",
        "green:2 black:2 white:2",
    }
    assert table.claim("beijing--lahore", "green:2 red:2 white:2").player(0).points == 4
    assert table.player(0).pieces == (17, 40)


def test_four_of_one_color_are_two_pairs() -> None:
    """W-17."""
    table = a_game("world").hand(0, "red:3 red-harbor")
    assert table.payments("lahore--tehran") == {"red:3 red-harbor"}


def test_wilds_may_stand_in_for_cards_of_a_pair() -> None:
    """W-17: a wild with a card, or two wilds."""
    table = a_game("world").hand(0, "red green wild:3")
    assert table.payments("dar-es-salaam--luanda") == {"green red wild:2", "red wild:3", "green wild:3"}
    assert table.payments("casablanca--marseille") == {"red wild", "green wild", "wild:2"}


def test_a_board_may_mix_pair_spaces_with_single_ones(seed: int) -> None:
    """W-17, W-16: the single spaces take one color, whatever the pairs are; found anew by laying card after card."""
    whole = load_board("world")
    route = whole.route_ids["lahore--tehran"]
    random = Random(seed)
    for length, pairs in ((2, 1), (3, 1), (3, 2), (4, 1)):
        routes = [
            replace(each, length=length, pairs=pairs) if i == route else each for i, each in enumerate(whole.routes)
        ]
        board = replace(whole, routes=tuple(routes))
        found = 0
        for _ in range(12):
            hand = cards(board, " ".join(random.choices(["red", "red-harbor", "green", "black", "wild"], k=length + 3)))
            offered = payments(board, hand, route)
            tried = [pay for pay in parts_of(hand, length + pairs) if can_lay(board, pay, length - pairs, pairs)]
            assert sorted(offered) == sorted(tried)
            found += len(tried)
        assert found


def test_a_board_of_one_color_may_have_pair_spaces() -> None:
    """W-17: a map maker's board with as few colors as can be."""
    whole = load_board("world")
    red = whole.kinds[whole.kind_ids["red"]].color
    kinds = tuple(
        replace(kind, color=None if kind.color is None else Color(0))
        for kind in whole.kinds
        if kind.color in (red, None)
    )
    routes = tuple(replace(route, color=None) for route in whole.routes)
    board = replace(whole, colors=whole.colors[:1], kinds=kinds, routes=routes)
    hand = cards(board, "red:2 red-harbor wild")
    assert sorted(payments(board, hand, board.route_ids["casablanca--marseille"])) == sorted(
        cards(board, pay) for pay in ("red:2", "red red-harbor", "red wild", "red-harbor wild")
    )


def parts_of(hand: Cards, size: int) -> Iterator[Cards]:
    """Every choice of so many cards."""
    return (part for part in product(*(range(count + 1) for count in hand)) if sum(part) == size)


def can_lay(board: Board, pay: Cards, single: int, pairs: int) -> bool:
    """Whether the cards can be laid, in some order, on the single spaces and two by two on the others."""
    laid = [board.kinds[kind].color for kind, count in enumerate(pay) for _ in range(count)]
    return any(
        len({color for color in order[:single] if color is not None}) <= 1
        and all(a == b or None in (a, b) for a, b in zip(order[single::2], order[single + 1 :: 2], strict=True))
        for order in permutations(laid)
    )


@pytest.mark.parametrize("pay", ["red:3 green", "red:2", "red green white black", "red:2 green wild:2", "red-ship:4"])
def test_what_does_not_make_pairs_is_refused(pay: str) -> None:
    """W-17: single cards, too few, too many, and ships."""
    table = a_game("world").hand(0, pay)
    assert table.why_not.claim("lahore--tehran", pay) is Refusal.WRONG_PAYMENT


def test_the_edges_of_the_map_meet() -> None:
    """W-19: New York-Tokyo over the Pacific."""
    table = a_game("world").routes(0, "los-angeles--new-york--1", "los-angeles--tokyo--1").tickets(0, "new-york--tokyo")
    (line,) = (line for line in table.sheet(0).lines if line.source is Source.TICKET)
    assert (line.points, line.finish) == (15, Finish.COMPLETED)
    assert table.board.routes[table.board.route_ids["los-angeles--tokyo--1"]].wraps


def test_the_nameless_junction_joins_its_routes() -> None:
    """W-19: Cape Town-Perth runs through it, and each half is claimed by itself."""
    halves = "cape-town--indian-ocean-junction--1", "indian-ocean-junction--perth--2"
    table = a_game("world").routes(0, *halves, "perth--sydney--1").tickets(0, "cape-town--jakarta")
    assert table.sheet(0).of(Source.TICKET) == -13
    table.routes(0, "jakarta--perth")
    assert table.sheet(0).of(Source.TICKET) == 13
