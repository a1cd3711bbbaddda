"""Tables on boards of somebody's own: every seat, every restart, every rematch and every record has the board."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from branchline.cli.main import run
from branchline.core.printed.board import file_digest
from branchline.data.files import BOARDS, MAX_FILE_BYTES
from branchline.games import game_in
from branchline.notation.records.reader import read_record
from branchline.notation.records.replay import verify
from branchline.server import wire
from branchline.server.bot_processes.pool import BotProcesses
from branchline.server.live.retention import Retention
from branchline.server.room import facts
from branchline.server.room.levels import levels, plays
from branchline.server.room.new_table import rematch_of
from branchline.server.room.table import Table, Unplayable
from branchline.server.settings import Settings
from tests.own_boards import SAMPLELAND, own_board
from tests.server.party import Party, bot, mine, new_table
from tests.server.test_bot_pool import question
from tests.server.webapp import call, make_table, serving, take_seat

TEXT = own_board()
FILE = file_digest(TEXT)
BOTH: list[wire.SeatPlan] = [mine("Ann"), mine("Bea")]


def own_table(client: TestClient, **more: Any) -> dict[str, Any]:
    return make_table(client, **({"board": "my-land", "file": TEXT} | more))


def finished(client: TestClient, seed: int, **more: Any) -> str:
    """A game of one person and a bot that was played to its end."""
    made = own_table(client, **more)
    with call(client) as ann:
        welcome = ann.hello(made["table"], made["token"])
        ann.play_to_the_end(welcome["updates"][0], Random(seed))
    table: str = made["table"]
    return table


def test_a_table_is_made_with_a_board_that_somebody_sends(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = own_table(client, public=True)
        state = client.get(f"/api/tables/{made['table']}").json()
        (listed,) = client.get("/api/tables").json()["tables"]
        text = client.get(f"/api/board-files/{FILE}").text
        printed = client.get(f"/api/board-files/{FILE}/quick").json()
    assert (state["board"], state["file"], state["game"], state["edition"]) == ("my-land", FILE, "europe", "standard")
    assert (listed["board"], listed["file"], listed["name"]) == ("my-land", FILE, "My Land")
    assert text == TEXT
    assert (printed["id"], printed["file"], printed["edition"]) == ("my-land", FILE, "quick")
    assert [edition["id"] for edition in printed["offered"]["editions"]] == ["standard", "quick"]
    assert printed["drawing"]["cities"].keys() == {city["id"] for city in printed["cities"]}


def test_a_board_file_is_given_as_text_that_nothing_runs(tmp_path: Path) -> None:
    """ASVS 5.3.1, 5.4.3: strangers bring these files, and others' browsers get them."""
    with serving(tmp_path) as client:
        own_table(client)
        answer = client.get(f"/api/board-files/{FILE}")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert len(answer.content) <= MAX_FILE_BYTES


def test_a_private_board_is_in_no_list(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        own_table(client, public=False)
        assert client.get("/api/tables").json()["tables"] == []
        assert "my-land" not in client.get("/api/boards").text


def test_the_game_goes_on_after_a_restart_and_its_record_replays_elsewhere(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path) as client:
        made = own_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "open"}], start=False)
        bea = take_seat(client, made["table"])
        with call(client) as ann:
            ann.hello(made["table"], made["token"])
            assert ann.command("start", 0)["type"] == "ack"
    with serving(tmp_path) as client, call(client) as ann, call(client) as spectator:
        watched = spectator.hello(made["table"])
        both = ann.hello(made["table"], made["token"], bea["token"])
        assert watched["table"]["file"] == both["table"]["file"] == FILE
        steps = client.get(f"/api/tables/{made['table']}/steps").json()["steps"]
        assert any(step["step"] == "started" for step in steps)
    with serving(tmp_path) as client:
        table = finished(client, seed)
        text = client.get(f"/api/tables/{table}/record").text
        replay = client.get(f"/api/tables/{table}/replay").json()
    assert replay["file"] == FILE
    assert json.loads(text)["board_file"] == TEXT
    assert verify(read_record(text, "record")) == ()
    with serving(tmp_path / "elsewhere") as client:
        shown = client.post("/api/replays", content=text, headers={"content-type": "application/json"}).json()
    assert (shown["board"], shown["file"], shown["differences"]) == ("my-land", FILE, [])
    assert shown["frames"][-1]["changed"]["phase"] == replay["frames"][-1]["changed"]["phase"]
    file = tmp_path / "game.branchline.json"
    file.write_text(text, "utf-8")
    for command in (["verify", str(file)], ["replay", str(file), "--verify"], ["replay", str(file)]):
        assert run(command) == 0, command


def test_a_rematch_is_played_on_the_same_board(tmp_path: Path, seed: int) -> None:
    party = Party(new_table("my-land", [mine("Ann"), bot()], start=True, file=TEXT))
    party.play_randomly(Random(seed))
    following = rematch_of(party.room, party.now)
    created = facts.read(following.entries[0].body)
    assert isinstance(created, facts.Created)
    assert (created.board, created.file) == ("my-land", FILE)
    assert following.board_file is not None
    assert following.board_file.content == TEXT.encode()


def test_a_log_whose_board_is_lost_or_another_is_not_played_on_any_other() -> None:
    party = Party(new_table("my-land", [mine("Ann"), mine("Bea")], start=True, file=TEXT))
    for wrong in (None, game_in(SAMPLELAND), game_in(own_board(name="Our Land"))):
        with pytest.raises(Unplayable, match="not here any more"):
            Table(party.table.id, wrong).apply(party.entries[0])


def test_an_own_board_may_have_the_id_of_one_of_the_package() -> None:
    text = SAMPLELAND.replace('id = "sampleland"', 'id = "usa"')
    party = Party(new_table("usa", BOTH, start=True, file=text))
    assert (party.table.game.board_id, party.table.game.name) == ("usa", "europe")
    assert party.reloaded().table.game.printed.cities[0].id == "aber"


@pytest.mark.parametrize(
    ("more", "code", "told"),
    [
        ({"file": "id = ["}, "bad-board", "not TOML"),
        ({"file": TEXT.replace('between = ["aber", "brig"]', 'between = ["aber", "brigg"]')}, "bad-board", "brigg"),
        ({"board": "your-land"}, "bad-board", "the id in the file is my-land"),
        ({"edition": "gold"}, "bad-board", "there is no edition 'gold'"),
        ({"file": "#" * 200_001}, "bad-message", "file"),
        ({"file": ""}, "bad-message", "file"),
        ({"file": None}, "unknown-board", ""),
    ],
    ids=["not TOML", "unknown city", "another id", "no such edition", "too long", "empty", "no file"],
)
def test_what_is_wrong_with_the_board_is_told(tmp_path: Path, more: dict[str, Any], code: str, told: str) -> None:
    body = {
        "cid": "a" * 22,
        "board": "my-land",
        "file": TEXT,
        "seats": [{"kind": "mine", "name": "Ann"}, {"kind": "open"}],
    }
    with serving(tmp_path) as client:
        problem = client.post("/api/tables", json=body | more).json()
    assert problem["code"] == code
    assert told in problem["detail"]


@pytest.mark.parametrize("path", [f"{'0' * 64}", "usa", f"{'0' * 64}/standard", f"{FILE}/gold"])
def test_a_board_file_that_is_not_here_is_an_unknown_board(tmp_path: Path, path: str) -> None:
    with serving(tmp_path) as client:
        own_table(client)
        answer = client.get(f"/api/board-files/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-board")


def test_a_board_that_no_table_needs_any_more_is_gone(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        own_table(client, start=False)
        rooms = client.app.state.server.rooms  # type: ignore[attr-defined]
        client.portal.call(rooms.close)  # type: ignore[union-attr]
        rooms.retention = Retention()
        client.portal.call(lambda: _expire_later(rooms))  # type: ignore[union-attr]
        assert client.portal.call(rooms.store.board_file, FILE) is None  # type: ignore[union-attr]


async def _expire_later(rooms: Any) -> None:
    later = rooms.now() + 100 * 86_400
    rooms.now = lambda: later
    await rooms.expire()


def test_boards_of_the_server_are_offered_and_played(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path, Settings(boards=(TEXT,))) as client:
        offered = client.get("/api/boards").json()["boards"][-1]
        assert (offered["board"], offered["file"], offered["name"]) == ("my-land", FILE, "My Land")
        assert client.get(f"/api/board-files/{FILE}").text == TEXT
        table = finished(client, seed, file=None)
    with serving(tmp_path) as client:
        assert client.get(f"/api/tables/{table}").json()["points"], "also where the server has no such board any more"
        assert client.get(f"/api/tables/{table}/record").status_code == 200


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a.toml": "id = ["}, "a.toml: "),
        ({"usa.toml": SAMPLELAND.replace('"sampleland"', '"usa"')}, "the id 'usa' is that of a board of the package"),
        ({"a.toml": TEXT, "b.toml": TEXT}, "b.toml: the id 'my-land' is that of a.toml"),
    ],
)
def test_a_folder_with_a_bad_board_is_told_before_anything_is_served(
    tmp_path: Path, files: dict[str, str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert run(["serve", "--boards", str(tmp_path), "--db", str(tmp_path / "t.db"), "--port", "0"]) == 2
    assert told in capsys.readouterr().err


def test_a_folder_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--boards", str(tmp_path / "none"), "--port", "0", "--no-open"]) == 2
    assert "--boards is a folder with board files" in capsys.readouterr().err


def test_every_level_plays_on_an_own_board_in_processes_that_get_it_once(seed: int) -> None:
    """Three files of one id: a worker that knew boards by their id alone would mistake one for the other."""
    texts = [own_board(name=name) for name in ("First", "Second")] + [(BOARDS / "sampleland.toml").read_text("utf-8")]

    async def ask() -> None:
        pool = BotProcesses(1)
        try:
            for level in levels():
                for text in texts:
                    game = game_in(text)
                    assert plays(level, game)
                    state, view, legal = question(game, seed)
                    decided = await pool.decide(level, game, view, legal)
                    assert game.refusal(state, view.seat, decided.action) is None
            assert len(pool._all) == 1, "no process was lost over it"
        finally:
            await pool.close()

    asyncio.run(ask())
