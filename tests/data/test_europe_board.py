"""The Europe board against its rulebook and the counts of docs/provenance.md."""

from collections import Counter

import pytest

from branchline.core.printed.board import Board, Route
from branchline.data.load import load_board


@pytest.fixture
def board() -> Board:
    return load_board("europe")


def lanes(board: Board, start: str) -> list[Route]:
    return [route for route in board.routes if route.id.startswith(start)]


def test_it_has_47_cities(board: Board) -> None:
    assert len(board.cities) == 47


def test_it_has_101_routes_between_90_pairs_of_cities_with_300_spaces(board: Board) -> None:
    assert len(board.routes) == 101
    assert len({frozenset((route.a, route.b)) for route in board.routes}) == 90
    assert board.first_lanes.bit_count() == 11
    assert sum(route.length for route in board.routes) == 300


def test_each_color_has_8_routes_and_37_are_grey(board: Board) -> None:
    routes = Counter(route.color for route in board.routes)
    assert routes == {color: 37 if color is None else 8 for color in (None, *range(8))}


def test_it_has_18_tunnels_between_17_pairs_of_cities(board: Board) -> None:
    tunnels = [route for route in board.routes if route.tunnel]
    assert len(tunnels) == 18
    assert len({frozenset((route.a, route.b)) for route in tunnels}) == 17


def test_madrid_pamplona_is_a_double_tunnel_black_and_white(board: Board) -> None:
    """The double tunnel that E-14 names."""
    found = lanes(board, "madrid--pamplona")
    assert all(route.tunnel and route.twin is not None for route in found)
    assert {board.colors[route.color] for route in found if route.color is not None} == {"black", "white"}


def test_its_ferries_are_grey_and_need_these_locomotives(board: Board) -> None:
    ferries = {
        (board.cities[route.a].id, board.cities[route.b].id): route.wilds for route in board.routes if route.wilds
    }
    assert ferries == {
        ("amsterdam", "london"): 2,
        ("athina", "brindisi"): 1,
        ("athina", "smyrna"): 1,
        ("brindisi", "palermo"): 1,
        ("constantinople", "sevastopol"): 2,
        ("dieppe", "london"): 1,
        ("erzurum", "sevastopol"): 2,
        ("essen", "kobenhavn"): 1,
        ("palermo", "roma"): 1,
        ("palermo", "smyrna"): 2,
        ("sevastopol", "sochi"): 1,
    }
    assert sum(1 for route in board.routes if route.wilds) == 13
    assert all(route.color is None and not route.tunnel for route in board.routes if route.wilds)


def test_smyrna_palermo_takes_four_of_a_color_and_two_locomotives(board: Board) -> None:
    """The ferry of E-7's example."""
    (route,) = lanes(board, "palermo--smyrna")
    assert (route.length, route.wilds) == (6, 2)


def test_e_1_there_are_110_cards_46_tickets_45_trains_and_3_stations(board: Board) -> None:
    """E-1: the train cards of U-1; 40 regular and 6 long tickets; a European Express bonus."""
    usa = load_board("usa")
    assert board.kinds == usa.kinds
    assert board.colors == usa.colors
    regular = [ticket.points for ticket in board.tickets if not ticket.long]
    long = [ticket.points for ticket in board.tickets if ticket.long]
    assert (len(regular), sum(regular)) == (40, 321)
    assert (len(long), sum(long)) == (6, 123)
    assert board.rules.pieces == (45,)
    assert (board.rules.stations, board.rules.station_points) == (3, 4)
    assert board.rules.longest_bonus == 10


def test_e_24_the_lengths_on_this_board(board: Board) -> None:
    """E-24: 1, 2, 3, 4, 6 and 8."""
    assert {route.length for route in board.routes} == {1, 2, 3, 4, 6, 8}


def test_europe_expanded_adds_19_regular_tickets(board: Board) -> None:
    expanded = load_board("europe", "expanded")
    added = [ticket for ticket in expanded.tickets if ticket.id not in board.ticket_ids]
    assert len(expanded.tickets) == 65
    assert len(added) == 19
    assert not any(ticket.long for ticket in added)
    assert expanded.rules == board.rules


def test_no_ticket_of_this_board_is_in_doubt(board: Board) -> None:
    assert not any(ticket.unconfirmed for ticket in board.tickets)
