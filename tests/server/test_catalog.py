"""Boards that nobody has drawn yet: a file with coordinates only comes back with everything printed, and drawn."""

import asyncio
import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from branchline.core.printed.board import Board
from branchline.data.files import BOARDS
from branchline.data.load import board_in, load_board
from branchline.draw.drawing import key_of
from branchline.server.http.boards.drawing import BoardRenderer
from branchline.server.room.commands import Refuse
from tests.server.test_schema import validator
from tests.server.webapp import serving

JSON = {"content-type": "application/json"}
SAMPLELAND = (BOARDS / "sampleland.toml").read_text("utf-8")


def post(client: TestClient, text: str) -> tuple[int, dict[str, object]]:
    answer = client.post("/api/boards", content=json.dumps(text), headers=JSON)
    return answer.status_code, answer.json()


def test_a_board_file_comes_back_drawn(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        status, printed = post(client, SAMPLELAND)
    assert status == 200
    validator("PrintedBoard").validate(printed)
    board = load_board("sampleland")
    drawing = printed["drawing"]
    assert isinstance(drawing, dict)
    assert drawing["key"] == key_of(board)
    assert {name: len(route["slots"]) for name, route in drawing["routes"].items()} == {
        route.id: route.length for route in board.routes
    }
    assert drawing["cities"].keys() == {city.id for city in board.cities}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("id = [", "not TOML"),
        (SAMPLELAND.replace('game = "europe"', 'game = "chess"'), "no board game has the name"),
        ("a = " + 3000 * "[", "board.toml"),
    ],
    ids=["unfinished", "no such game", "brackets"],
)
def test_what_is_wrong_with_a_board_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    with serving(tmp_path) as client:
        status, problem = post(client, text)
    assert (status, problem["code"]) == (400, "bad-board")
    assert told in str(problem["detail"])


def test_a_body_that_is_no_text_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        answer = client.post("/api/boards", content=b'{"a": 1}', headers=JSON)
    assert answer.json()["code"] == "bad-message"


def another_board() -> Board:
    """A board that is not in the package: its first city lies elsewhere."""
    return board_in(SAMPLELAND.replace('id = "sampleland"', 'id = "elsewhere"'))


def test_the_event_loop_goes_on_while_a_board_is_drawn() -> None:
    async def look() -> int:
        drawing = asyncio.create_task(BoardRenderer().draw(another_board()))
        turns = 0
        while not drawing.done():
            await asyncio.sleep(0.001)
            turns += 1
        assert (await drawing)["cities"]
        return turns

    assert asyncio.run(look()) > 20


def test_a_board_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def look() -> None:
        renderer = BoardRenderer()
        first = await renderer.draw(another_board())
        monkeypatch.setattr("sys.executable", "no-such-program")
        assert await renderer.draw(another_board()) is first

    asyncio.run(look())


def test_a_drawing_that_exists_gets_the_names_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    async def look() -> None:
        drawer = BoardRenderer()
        await drawer.draw(another_board())
        monkeypatch.setattr("sys.executable", "no-such-program")
        renamed = board_in(SAMPLELAND.replace('id = "sampleland"', 'id = "elsewhere"').replace('"Aber"', '"Abe"'))
        drawn = await drawer.draw(renamed)
        assert [line for line, _, _ in drawn["cities"]["aber"]["label"]["texts"][""]] == ["Abe"]

    asyncio.run(look())


def test_a_board_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(Refuse) as refused:
        asyncio.run(BoardRenderer(seconds=0.01).draw(another_board()))
    assert refused.value.code == "too-big"
