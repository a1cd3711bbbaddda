"""What a refusal says is missing is exactly what is missing."""

from __future__ import annotations

from itertools import islice

import pytest

from branchline.core.actions import Action, BuildHarbor, BuildStation, ClaimRoute, DrawTickets, LayRow, Pass
from branchline.core.cards import plus
from branchline.core.ids import SHIPS, TRAINS, Cards, CityId, Color, RouteId, Seat
from branchline.core.needs import CardsNeeded, HarborNeeded, Need, PiecesNeeded, RowNeeded
from branchline.core.phases import TURN
from branchline.core.refusals import Refusal
from branchline.core.states.state import State, with_hand, with_player
from branchline.games import load_game
from branchline.rules.board.harbor import payments as harbor_payments
from branchline.rules.board.payment.payment import payments, sets_of_one_color
from tests.builders import Table, a_game, told
from tests.rulebook import card_positions as cards_game
from tests.walks import varied, walk

BOARDS = ("usa", "europe", "world", "sampleland")


def asked(table: Table, action: Action) -> Need | None:
    refusal = table.game.refusal(table.state, Seat(0), action)
    assert refusal is not None
    return table.game.need(table.game.view(table.state, Seat(0)), action, refusal)


def claim(table: Table, route: str) -> Need | None:
    return asked(table, ClaimRoute(table.board.route_ids[route], table.board.no_cards))


def with_wilds(hand: Cards, count: int) -> Cards:
    return (*hand[:-1], hand[-1] + count)


@pytest.mark.parametrize("name", BOARDS)
def test_so_many_wilds_would_do_and_one_less_would_not(name: str, seed: int) -> None:
    """For every route of many positions, whatever its length, color, symbols or terrain (B-12, E-7, W-17)."""
    game = load_game(name)
    seen = 0
    for move in islice(walk(game, 3, seed, varied), 0, 200, 9):
        state: State = move.state
        if state.phase != TURN:
            continue
        hand, view = state.players[move.seat].hand, game.view(state, move.seat)
        for number in range(len(state.board.routes)):
            action = ClaimRoute(RouteId(number), state.board.no_cards)
            need = game.need(view, action, Refusal.WRONG_PAYMENT)
            assert isinstance(need, CardsNeeded)
            assert payments(state.board, with_wilds(hand, need.missing), action.route)
            if need.missing:
                seen += 1
                assert not payments(state.board, with_wilds(hand, need.missing - 1), action.route)
    assert seen > 20


def test_what_a_route_takes_and_what_is_missing() -> None:
    """B-12: blue cards or wilds for a blue route."""
    table = a_game("usa").hand(0, "blue:2 wild")
    blue = table.board.colors.index("blue")
    assert claim(table, "portland--salt-lake-city") == CardsNeeded(6, 0, 0, TRAINS, (Color(blue),), 3, 0)


def test_for_a_grey_route_the_color_of_which_the_fewest_are_missing() -> None:
    """B-12."""
    table = a_game("usa").hand(0, "blue:1 red:1")
    found = claim(table, "calgary--seattle")
    assert isinstance(found, CardsNeeded)
    assert ({table.board.colors[color] for color in found.colors}, found.missing) == ({"blue", "red"}, 3)


def test_no_color_counts_as_a_wild() -> None:
    """E-7: whichever color somebody holds, the symbols of a ferry lack as many wilds."""
    board = load_game("europe").printed
    for kind in board.kinds[:-1]:
        found = claim(a_game("europe").hand(0, f"{kind.id}:6"), "amsterdam--london")
        assert isinstance(found, CardsNeeded)
        assert (found.missing, found.missing_wilds) == (2, 2), kind.id


def test_a_ferry_says_how_many_must_be_wilds() -> None:
    """E-7: colored cards do not take the place of the symbols."""
    table = a_game("europe").hand(0, "red:6")
    found = claim(table, "palermo--smyrna")
    assert isinstance(found, CardsNeeded)
    assert (found.cost, found.wilds, found.missing, found.missing_wilds) == (6, 2, 2, 2)


def test_a_route_too_long_for_the_pieces() -> None:
    """B-13."""
    table = a_game("world").pieces(0, 5, 3).hand(0, "wild:9")
    route = next(route for route in table.board.routes if route.deck == SHIPS and route.length > 3)
    assert claim(table, route.id) == PiecesNeeded(SHIPS, route.length, 3)


def test_the_next_station_costs_one_card_more() -> None:
    """E-17."""
    table = a_game("europe").hand(0, "red:1").built(0, "paris")
    found = asked(table, BuildStation(table.board.city_ids["roma"], table.board.no_cards))
    assert isinstance(found, CardsNeeded)
    assert (found.cost, found.missing, [table.board.colors[color] for color in found.colors]) == (2, 1, ["red"])
    hand = table.player(0).hand
    assert not sets_of_one_color(table.board, hand, found.cost)
    assert sets_of_one_color(table.board, with_wilds(hand, found.missing), found.cost)


def test_a_harbor_says_which_cards_it_takes() -> None:
    """W-24: the nearest color, and what wilds do not make up for."""
    table = a_game("world").hand(0, "yellow-harbor:2 yellow-ship:1 red-harbor:1").routes(0, "lagos--luanda--1")
    found = asked(table, BuildHarbor(table.board.city_ids["lagos"], table.board.no_cards))
    assert isinstance(found, HarborNeeded)
    assert told(table.board, found.cards) == "yellow-harbor:2 yellow-ship:2"
    assert (told(table.board, found.lacking), found.missing) == ("yellow-ship", 1)
    assert harbor_payments(table.board, plus(table.player(0).hand, found.lacking))


def test_no_number_helps_where_cards_are_not_what_is_missing() -> None:
    table = a_game("europe").hand(0, "red:9").routes(1, "brest--paris")
    assert claim(table, "brest--paris") is None, "somebody else's route"
    view = table.game.view(table.state, Seat(0))
    nowhere = ClaimRoute(RouteId(999), table.board.no_cards)
    assert table.game.need(view, nowhere, Refusal.UNKNOWN_ROUTE) is None
    assert table.game.need(view, nowhere, Refusal.WRONG_PAYMENT) is None
    assert table.game.need(view, BuildStation(CityId(0), table.board.no_cards), Refusal.CITY_OCCUPIED) is None
    assert table.game.need(view, DrawTickets(), Refusal.WRONG_PAYMENT) is None
    watching = table.game.view(table.state, None)
    assert table.game.need(watching, nowhere, Refusal.WRONG_PAYMENT) is None, "who watches holds no cards"


def test_the_rivals_hands_change_nothing() -> None:
    """A need is told from the seat's own view."""
    table = a_game("usa").hand(0, "blue:2").hand(1, "blue:1")
    before = claim(table, "portland--salt-lake-city")
    rich = with_hand(table.state.players[1], table.state.board.no_cards)
    table.state = table.state._replace(players=with_player(table.state, Seat(1), rich))
    assert claim(table, "portland--salt-lake-city") == before


def row_need(hand: Cards, action: Action, **yards: tuple[Seat, int, int]) -> Need | None:
    state = cards_game.position(hands=(hand, cards_game.NO_CARDS), yards=yards)
    refusal = cards_game.GAME.refusal(state, cards_game.ANN, action)
    assert refusal is not None
    return cards_game.GAME.need(cards_game.GAME.view(state, cards_game.ANN), action, refusal)


def test_a_row_says_how_many_cards_it_takes() -> None:
    """C-9: two or more, with wilds."""
    assert row_need(cards_game.cards(red=1), cards_game.row("red", 1)) == RowNeeded(2, 1, None)
    assert row_need(cards_game.cards(wild=3), cards_game.row("red", 1, 3)) == RowNeeded(2, 0, None)


def test_a_robbery_says_how_many_cards_it_takes_and_whose_row_it_is() -> None:
    """C-11: more than lie there."""
    found = row_need(cards_game.cards(red=2, wild=1), cards_game.row("red", 2, 1), red=(cards_game.BOB, 3, 1))
    assert found == RowNeeded(5, 3, cards_game.BOB)


def test_no_number_helps_against_an_own_row() -> None:
    """C-10."""
    assert row_need(cards_game.cards(red=4), cards_game.row("red", 4), red=(cards_game.ANN, 1, 0)) is None
    assert row_need(cards_game.cards(red=4), cards_game.row("red", 5), red=(cards_game.ANN, 1, 0)) == RowNeeded(
        2, 4, None
    )
    view = cards_game.GAME.view(cards_game.position(), cards_game.ANN)
    assert cards_game.GAME.need(view, LayRow(Color(99), 2, 0), Refusal.WRONG_ROW) is None
    assert cards_game.GAME.need(view, Pass(), Refusal.CAN_ACT) is None
