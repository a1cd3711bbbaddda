"""The North America board against its rulebook and the counts of docs/provenance.md."""

from collections import Counter

import pytest

from branchline.core.printed.board import Board
from branchline.data.load import load_board

COLORS = ("purple", "red", "orange", "yellow", "green", "blue", "white", "black")


@pytest.fixture
def board() -> Board:
    return load_board("usa")


def ticket(board: Board, id: str) -> int:
    return board.tickets[board.ticket_ids[id]].points


def test_it_has_36_cities(board: Board) -> None:
    assert len(board.cities) == 36
    assert not any(city.harbor or city.junction for city in board.cities)


def test_it_has_100_routes_between_78_pairs_of_cities(board: Board) -> None:
    assert len(board.routes) == 100
    assert len({frozenset((route.a, route.b)) for route in board.routes}) == 78
    assert board.first_lanes.bit_count() == 22
    assert not any(route.tunnel or route.wilds or route.pairs or route.wraps or route.deck for route in board.routes)


def test_each_color_has_7_routes_with_27_spaces_and_grey_the_rest(board: Board) -> None:
    routes = Counter(route.color for route in board.routes)
    spaces: Counter[int | None] = Counter()
    for route in board.routes:
        spaces[route.color] += route.length
    assert routes == {color: 44 if color is None else 7 for color in (None, *range(8))}
    assert spaces == {color: 93 if color is None else 27 for color in (None, *range(8))}
    assert spaces.total() == 309


def test_u_1_there_are_110_train_cards_33_tickets_and_45_trains_a_player(board: Board) -> None:
    """U-1: 12 cards in each of 8 colors and 14 locomotives; 33 tickets; 45 trains; a bonus for the longest path."""
    assert board.colors == COLORS
    assert [(kind.id, kind.copies) for kind in board.kinds] == [*((color, 12) for color in COLORS), ("wild", 14)]
    assert sum(kind.copies for kind in board.kinds) == 110
    assert len(board.tickets) == 33
    assert board.rules.pieces == (45,)
    assert board.rules.longest_bonus == 10


def test_u_3a_the_classic_edition_has_30_tickets_and_offers_three(board: Board) -> None:
    """U-3a: 30 tickets, 3 dealt, at least 2 kept. Everything else is the same board."""
    classic = load_board("usa", "classic")
    assert len(classic.tickets) == 30
    assert sum(ticket.points for ticket in classic.tickets) == 349
    assert not any(ticket.unconfirmed for ticket in classic.tickets)
    assert (classic.rules.first_offer, classic.rules.first_keep) == (3, 2)
    assert (board.rules.first_offer, board.rules.first_keep) == (4, 2)
    assert classic.routes == board.routes
    assert classic.digest != board.digest


def test_u_6_routes_have_1_to_6_spaces(board: Board) -> None:
    """U-6, and each of these lengths occurs."""
    assert {route.length for route in board.routes} == {1, 2, 3, 4, 5, 6}


def test_the_refreshed_tickets_of_the_rulebooks_example_are_the_only_confirmed_ones(board: Board) -> None:
    """The example of U-10 adds 15 for two of them and 4 net for the other two; the rest await a printed copy."""
    assert ticket(board, "montreal--atlanta") + ticket(board, "new-york--atlanta") == 15
    assert ticket(board, "sault-ste-marie--nashville") - ticket(board, "atlanta--washington") == 4
    assert {ticket.id for ticket in board.tickets if not ticket.unconfirmed} == {
        "montreal--atlanta",
        "new-york--atlanta",
        "sault-ste-marie--nashville",
        "atlanta--washington",
    }
    assert sum(ticket.points for ticket in board.tickets) == 366


def test_big_cities_has_35_tickets_each_with_a_big_city() -> None:
    board = load_board("usa", "big-cities")
    big = {"chicago", "dallas", "houston", "los-angeles", "miami", "new-york", "seattle"}
    assert len(board.tickets) == 35
    assert all(big & {board.cities[city].id for city in ticket.cities} for ticket in board.tickets)
    assert (board.rules.first_offer, board.rules.first_keep, board.rules.offer, board.rules.keep) == (4, 2, 4, 1)
    assert board.rules.longest_bonus == 0


def test_1910_lowered_four_tickets() -> None:
    classic, big = load_board("usa", "classic"), load_board("usa", "big-cities")
    lowered = {
        ticket.id: (ticket.points, big.tickets[big.ticket_ids[ticket.id]].points)
        for ticket in classic.tickets
        if ticket.id in big.ticket_ids and ticket.points != big.tickets[big.ticket_ids[ticket.id]].points
    }
    # The fourth, Sault Ste. Marie-Oklahoma City, names no big city.
    assert lowered == {
        "los-angeles--miami": (20, 19),
        "los-angeles--new-york": (21, 20),
        "seattle--new-york": (22, 20),
    }
