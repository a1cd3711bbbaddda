"""The World board against its rulebook and the counts of docs/provenance.md."""

from collections import Counter

import pytest

from branchline.core.printed.board import Board
from branchline.data.load import load_board

COLORS = ("purple", "yellow", "green", "red", "black", "white")


@pytest.fixture
def board() -> Board:
    return load_board("world")


def test_it_has_47_cities_38_of_them_with_a_harbor_and_a_junction(board: Board) -> None:
    assert len([city for city in board.cities if not city.junction]) == 47
    assert [city.id for city in board.cities if city.junction] == ["indian-ocean-junction"]
    assert board.harbor_cities.bit_count() == 38
    assert {city.id for city in board.cities if not city.harbor and not city.junction} == {
        "beijing",
        "djibouti",
        "lahore",
        "mexico",
        "moskva",
        "novosibirsk",
        "tehran",
        "winnipeg",
        "yakutsk",
    }


def test_it_has_130_routes_71_by_rail_and_59_by_sea(board: Board) -> None:
    assert Counter(route.deck for route in board.routes) == {0: 71, 1: 59}
    assert len({frozenset((route.a, route.b)) for route in board.routes}) == 96
    assert board.first_lanes.bit_count() == 34
    assert sum(route.length for route in board.routes) == 411
    assert max(route.length for route in board.routes) == 8


def test_ten_routes_leave_the_map_on_one_side_and_come_back_on_the_other(board: Board) -> None:
    assert sum(route.wraps for route in board.routes) == 10


def test_five_grey_rail_routes_have_pair_spaces_and_nothing_else(board: Board) -> None:
    pairs = {route.id: route.pairs for route in board.routes if route.pairs}
    assert pairs == {
        "anchorage--vancouver": 2,
        "casablanca--marseille": 1,
        "lahore--tehran": 2,
        "beijing--lahore": 3,
        "dar-es-salaam--luanda": 2,
    }
    assert all(
        route.pairs == route.length and route.color is None and route.deck == 0 and route.twin is None
        for route in board.routes
        if route.pairs
    )


def test_b_16_routes_side_by_side_to_different_cities_are_no_double_routes(board: Board) -> None:
    """B-16, on this board: Tiksi-Anchorage beside Tiksi-Petropavlovsk, Tokyo-Honolulu beside Tokyo-Los Angeles."""
    for id in ("anchorage--tiksi", "petropavlovsk--tiksi", "honolulu--tokyo"):
        assert board.routes[board.route_ids[id]].twin is None
    lane = board.routes[board.route_ids["los-angeles--tokyo--1"]]
    assert lane.twin == board.route_ids["los-angeles--tokyo--2"]


def test_w_1_there_are_80_train_cards_and_60_ship_cards(board: Board) -> None:
    """W-1: in each color 11 train cards, 4 single ships and 6 double ships; 14 wilds among the train cards."""
    assert board.colors == COLORS
    assert [sum(cards) for cards in board.full_decks] == [80, 60]
    for number in range(6):
        kinds = [kind for kind in board.kinds if kind.color == number]
        assert sum(kind.copies for kind in kinds if kind.deck == 0) == 11
        assert sum(kind.copies for kind in kinds if kind.deck == 1 and kind.covers == 1) == 4
        assert sum(kind.copies for kind in kinds if kind.deck == 1 and kind.covers == 2) == 6
    wild = board.kinds[board.wild]
    assert (wild.id, wild.color, wild.copies, wild.deck) == ("wild", None, 14, 0)


def test_w_2_each_color_has_four_kinds_of_card_told_apart(board: Board) -> None:
    """W-2: train, train with harbor (4 of 11), single ship with harbor, double ship without."""
    for number, color in enumerate(COLORS):
        kinds = {
            kind.id: (kind.copies, kind.deck, kind.covers, kind.harbor) for kind in board.kinds if kind.color == number
        }
        assert kinds == {
            color: (7, 0, 1, False),
            f"{color}-harbor": (4, 0, 1, True),
            f"{color}-ship": (4, 1, 1, True),
            f"{color}-double": (6, 1, 2, False),
        }


def test_w_3_there_are_65_tickets_8_of_them_tours_and_3_harbors_a_player(board: Board) -> None:
    """W-3, with the sum of the 57 pairs."""
    pairs = [ticket for ticket in board.tickets if not ticket.is_tour]
    assert len(board.tickets) == 65
    assert (len(pairs), sum(ticket.points for ticket in pairs)) == (57, 772)
    assert board.rules.harbors == 3
    assert board.rules.harbor_points == (0, 20, 30, 40)
    assert board.rules.harbor_penalty == 4


def test_a_pair_is_worth_as_much_won_as_lost_and_a_tour_has_three_values(board: Board) -> None:
    for ticket in board.tickets:
        if ticket.is_tour:
            assert ticket.penalty == ticket.points + 6
            assert ticket.connected == round(ticket.points * 2 / 3)
        else:
            assert ticket.points == ticket.connected == ticket.penalty


def test_the_tickets_of_the_rulebooks_harbor_example_exist(board: Board) -> None:
    """Buenos Aires and Dar es Salaam in W-25's example."""
    assert {
        "buenos-aires--manila",
        "buenos-aires--sydney",
        "hamburg--dar-es-salaam",
        "lagos--luanda--dar-es-salaam--djibouti",
    } <= board.ticket_ids.keys()
    for city in ("lima", "buenos-aires", "dar-es-salaam"):
        assert board.cities[board.city_ids[city]].harbor


def test_the_choice_of_pieces(board: Board) -> None:
    rules = board.rules
    assert (rules.pieces, rules.pieces_kept, rules.default_pieces) == ((25, 50), 60, (20, 40))


def test_nothing_on_this_board_is_in_doubt(board: Board) -> None:
    assert not any(ticket.unconfirmed for ticket in board.tickets)
