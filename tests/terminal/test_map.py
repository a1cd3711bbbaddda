"""The map of letters and signs: every city has a name, every route its spaces, whoever claims it."""

from pathlib import Path

import pytest

from branchline.bots.registry import make_bot
from branchline.core.bits import members
from branchline.core.game import AnyGame
from branchline.core.ids import CityId, Color, Seat
from branchline.core.printed.board import Board
from branchline.data.files import BOARDS as BOARD_FILES
from branchline.games import catalog, find_game, load_game
from branchline.notation.prose import Narrator
from branchline.terminal.map import MapDrawing, MapSize
from branchline.terminal.places import Places, places_of, window
from branchline.terminal.signs import CITY, TICKET_CITY, player_sign, sign_of
from branchline.terminal.solo import SoloGame

BOARDS = [info.id for info in catalog() if info.id != "cards"]


def drawn(game: AnyGame, columns: int, rows: int, moves: int = 0, around: CityId | None = None) -> MapDrawing:
    solo = SoloGame(game, [make_bot("greedy", game), make_bot("hasty", game)], 5)
    while len(solo.actions) < moves:
        solo.let_bots_play()
        solo.play(solo.hint().action)
    places = places_of(solo.view.board)
    size = MapSize(columns, rows, window(places, around, 2.2))
    drawing = MapDrawing(solo.view, places, size, Narrator(game.printed, "en", ["A", "B", "C"]).city)
    drawing.lines()
    return drawing


def text(drawing: MapDrawing) -> str:
    return "\n".join(str(drawing._line(row)) for row in range(drawing.size.rows))


@pytest.mark.parametrize("board", BOARDS)
def test_every_city_is_named_and_every_space_has_its_sign(board: str) -> None:
    game = load_game(board)
    drawing = drawn(game, 118, 38)
    assert isinstance(game.printed, Board)
    shown = text(drawing)
    named = [drawing.name_of(CityId(i)) for i, city in enumerate(game.printed.cities) if not city.junction]
    assert [name for name in named if name[:3] not in shown] == []
    assert sum(shown.count(mark) for mark in (CITY, TICKET_CITY)) >= len(named) * 0.95
    signs = sum(1 for sign in drawing.cells.values() if not sign.mark.isalpha())
    assert signs >= sum(route.length for route in game.printed.routes) * 0.9


@pytest.mark.parametrize("board", BOARDS)
def test_on_a_small_screen_nothing_is_written_over_anything_else(board: str) -> None:
    """Names are cut and spaces moved, but no city is hidden by a name."""
    drawing = drawn(load_game(board), 80, 22)
    for number, place in enumerate(drawing.places.cities):
        cell = drawing.size.cell(place)
        assert cell is not None
        sign = drawing.cells[cell]
        assert sign.mark in (CITY, TICKET_CITY, "+"), (number, sign)


def test_claimed_routes_have_the_letter_of_their_owner() -> None:
    drawing = drawn(load_game("usa"), 118, 38, moves=120)
    for seat, player in enumerate(drawing.view.players):
        sign = player_sign(Seat(seat))
        length = sum(drawing.view.board.routes[route].length for route in members(player.routes))
        assert length
        assert list(drawing.cells.values()).count(sign) == length


def test_around_a_city_there_is_more_room() -> None:
    game = load_game("usa")
    whole, near = drawn(game, 80, 22), drawn(game, 80, 22, around=game.printed.city_ids["new-york"])
    assert "New York" in text(near)
    assert "Los Angeles" not in text(near)
    assert near.size.window[2] - near.size.window[0] < whole.size.window[2] / 2


@pytest.mark.parametrize("board", ["europe", "world", "sampleland"])
def test_a_board_file_without_a_drawing_has_a_map_too(board: str, tmp_path: Path) -> None:
    """Routes run straight between the cities there, and around the world where they wrap."""
    path = tmp_path / "mine.toml"
    printed = (BOARD_FILES / f"{board}.toml").read_text("utf-8")
    path.write_text(printed.replace(f'id = "{board}"', 'id = "mine"', 1), "utf-8")
    game = find_game(path)
    drawing = drawn(game, 120, 40)
    assert isinstance(game.printed, Board)
    shown = text(drawing)
    named = [drawing.name_of(CityId(i)) for i, city in enumerate(game.printed.cities) if not city.junction]
    assert [name for name in named if name[:3] not in shown] == []
    assert all(_inside(drawing.places, space) for route in drawing.places.spaces for space in route)


def test_lanes_of_a_double_route_lie_beside_each_other() -> None:
    game = load_game("sampleland")
    assert isinstance(game.printed, Board)
    places = places_of(game.printed)
    first = game.printed.routes.index(next(route for route in game.printed.routes if route.twin is not None))
    assert not set(places.spaces[first]) & set(places.spaces[first + 1])
    assert all(_inside(places, space) for route in places.spaces for space in route)


def _inside(places: Places, point: tuple[float, float]) -> bool:
    return 0 <= point[0] <= places.size[0] and 0 <= point[1] <= places.size[1]


@pytest.mark.parametrize("plain", [False, True])
def test_every_color_has_a_sign_of_its_own(plain: bool) -> None:
    for info in catalog():
        printed = load_game(info.id).printed
        signs = [sign_of(printed, color, plain=plain).mark for color in map(Color, range(len(printed.colors)))]
        assert len(set(signs)) == len(signs), info.id
        assert all(len(sign) == 1 for sign in signs)
        assert not plain or all(sign.isascii() for sign in signs)
