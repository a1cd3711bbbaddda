"""What holds on every board that comes with the package, in every edition."""

import pytest

from branchline.core.bits import members
from branchline.core.printed.board import Board
from branchline.data.load import board_info, board_names, load_board

LANGUAGES = {"en", "pl", "ro"}
"""Further languages may be added to the catalogs before the boards have names in them."""
EDITIONS = [(name, edition.id) for name in board_names() for edition in board_info(name).editions]


@pytest.fixture(params=EDITIONS, ids=lambda edition: "-".join(edition))
def board(request: pytest.FixtureRequest) -> Board:
    name, edition = request.param
    return load_board(name, edition)


def test_the_boards_of_the_package_are_all_here() -> None:
    assert board_names() == ("europe", "great-lakes", "polska", "romania", "sampleland", "usa", "world")


@pytest.mark.parametrize("name", board_names())
def test_a_board_is_called_like_its_file_so_that_records_find_it(name: str) -> None:
    assert load_board(name).id == board_info(name).id == name


def test_the_lanes_of_a_double_route_are_neighbors_and_know_each_other(board: Board) -> None:
    for number in members(board.first_lanes):
        first, second = board.routes[number], board.routes[number + 1]
        assert (first.twin, second.twin) == (number + 1, number)
        assert {first.a, first.b} == {second.a, second.b}
        assert first.length == second.length
        assert first.color is None or first.color != second.color
    assert sum(route.twin is not None for route in board.routes) == 2 * board.first_lanes.bit_count()


def test_ids_name_one_thing_each(board: Board) -> None:
    assert len(board.city_ids) == len(board.cities)
    assert len(board.route_ids) == len(board.routes)
    assert len(board.ticket_ids) == len(board.tickets)
    assert len(board.kind_ids) == len(board.kinds)


def test_route_ids_are_made_of_the_cities_and_tell_lanes_apart(board: Board) -> None:
    for route in board.routes:
        ends, rest = route.id.split("--")[:2], route.id.split("--")[2:]
        assert ends == [board.cities[route.a].id, board.cities[route.b].id]
        assert (rest[-1:] in (["1"], ["2"])) == (route.twin is not None)


def test_the_wild_is_the_last_kind_and_belongs_to_the_first_deck(board: Board) -> None:
    assert [kind.id for kind in board.kinds if kind.color is None] == ["wild"]
    assert (board.kinds[-1].id, board.kinds[-1].deck) == ("wild", 0)


def test_people_read_city_color_and_edition_names_in_three_languages(board: Board) -> None:
    info = board_info(board.id)
    # Sampleland shows that a city may go by one name everywhere.
    assert board.id == "sampleland" or all(set(city.names) >= LANGUAGES for city in board.cities)
    assert set(info.names) >= LANGUAGES
    assert all(set(info.color_names[color]) >= LANGUAGES for color in board.colors)
    assert all(set(edition.names) >= LANGUAGES for edition in info.editions)


def test_some_city_is_called_differently_in_each_language() -> None:
    wien = next(city for city in load_board("europe").cities if city.id == "wien")
    assert wien.names == {"en": "Vienna", "pl": "Wiedeń", "ro": "Viena"}


def test_coordinates_are_longitude_and_latitude(board: Board) -> None:
    assert all(-180 <= city.at[0] <= 180 and -90 <= city.at[1] <= 90 for city in board.cities)
    assert len({city.at for city in board.cities}) == len(board.cities)
