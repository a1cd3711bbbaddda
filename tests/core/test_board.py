"""What is worked out from a board once, against the board itself."""

import pytest

from branchline.core.bits import members
from branchline.core.printed.board import Board
from branchline.data.load import board_names, load_board


@pytest.fixture(params=board_names())
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


def test_the_decks_hold_every_card_once(board: Board) -> None:
    whole = [sum(deck[i] for deck in board.full_decks) for i in range(len(board.kinds))]
    assert whole == [kind.copies for kind in board.kinds]
    for deck, counts in enumerate(board.full_decks):
        assert all(board.kinds[i].deck == deck for i, count in enumerate(counts) if count)


def test_fitting_routes_are_those_with_no_more_spaces_than_pieces(board: Board) -> None:
    """B-13."""
    for deck, most in enumerate(board.rules.pieces):
        for pieces in range(most + 1):
            wanted = [i for i, route in enumerate(board.routes) if route.deck == deck and route.length <= pieces]
            assert list(members(board.fitting[deck][pieces])) == wanted


def test_twins_are_the_other_lanes(board: Board) -> None:
    """B-15."""
    for number, route in enumerate(board.routes):
        assert board.twins_of(1 << number) == (0 if route.twin is None else 1 << route.twin)
    everything = (1 << len(board.routes)) - 1
    assert board.twins_of(everything) == sum(1 << i for i, route in enumerate(board.routes) if route.twin is not None)


def test_routes_at_a_city_end_there(board: Board) -> None:
    for city, routes in enumerate(board.routes_at):
        ending = [i for i, route in enumerate(board.routes) if city in (route.a, route.b)]
        assert list(members(routes)) == ending


def test_nothing_is_built_on_a_junction(board: Board) -> None:
    """E-16, W-23."""
    assert list(members(board.building_sites)) == [i for i, city in enumerate(board.cities) if not city.junction]
    assert list(members(board.harbor_cities)) == [i for i, city in enumerate(board.cities) if city.harbor]
    assert board.harbor_cities & ~board.building_sites == 0
