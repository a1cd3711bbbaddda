"""What a table is played on is named by its board, also where the log is older than that name."""

import json
from pathlib import Path

import msgspec
import pytest

from branchline.core.game import AnyGame
from branchline.games import game_in, load_game
from branchline.server.http.tables import listed_table
from branchline.server.room import facts
from branchline.server.room.new_table import new_table as first_entries
from branchline.server.room.room import Room
from branchline.server.room.table import Table, Unplayable
from branchline.server.store.contract import BoardFile, LogEntry, Summary
from tests.own_boards import own_board
from tests.server.party import KEY, SECRET, Party, mine, new_table
from tests.server.webapp import make_table, serving

LAKES = new_table("great-lakes", [mine("Ann"), mine("Bea")], start=True)


def without_board(entries: list[LogEntry]) -> list[LogEntry]:
    """The log as it was kept before it named boards."""
    first = json.loads(entries[0].body)
    del first["board"]
    return [msgspec.structs.replace(entries[0], body=json.dumps(first).encode()), *entries[1:]]


def folded(entries: list[LogEntry], own: AnyGame | None = None) -> Table:
    table = Table(entries[0].table, own)
    for entry in entries:
        table.apply(entry)
    return table


@pytest.mark.parametrize("board", ["usa", "cards"])
def test_a_log_that_names_no_board_is_played_on_the_game_s_own(board: str) -> None:
    party = Party(new_table(board, [mine("Ann"), mine("Bea")], start=True))
    table = folded(without_board(party.entries))
    assert table.game is party.table.game
    assert table.state == party.table.state


def test_a_log_is_never_played_on_another_board_that_shares_its_rules() -> None:
    party = Party(LAKES)
    assert folded(party.entries).game.board_id == "great-lakes"
    assert folded(without_board(party.entries)).retired == "old-board"


def test_the_board_is_kept_and_told_with_its_game() -> None:
    party = Party(LAKES)
    created = facts.read(party.entries[0].body)
    assert isinstance(created, facts.Created)
    state, summary = party.views.state(), party.room.summary()
    told = [(each.board, each.game, each.edition) for each in (created, state, summary, listed_table(summary))]
    assert told == [("great-lakes", "world", "standard")] * 4


def test_a_summary_that_names_no_board_is_listed_with_the_game_s_own() -> None:
    summary = json.loads(msgspec.json.encode(Party().room.summary()))
    del summary["board"]
    old = msgspec.convert(summary, Summary)
    assert listed_table(old).board == "usa"


def test_what_is_offered_names_board_and_game(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        offered = {each["board"]: each for each in client.get("/api/boards").json()["boards"]}
        make_table(client, board="great-lakes", public=True)
        (row,) = client.get("/api/tables").json()["tables"]
    assert list(offered) == ["usa", "europe", "polska", "romania", "world", "great-lakes", "cards"]
    assert offered["great-lakes"]["game"] == "world"
    assert offered["great-lakes"]["names"]["pl"] == "Wielkie Jeziora"
    assert (row["board"], row["game"]) == ("great-lakes", "world")


def test_a_log_that_names_a_file_is_played_on_that_file_alone() -> None:
    """A file that is gone, or that somebody has changed since, is another board."""
    party = Party(new_table("my-land", [mine("Ann"), mine("Bea")], file=own_board(), start=True))
    assert folded(party.entries, party.table.game).state == party.table.state
    for other in (None, game_in(own_board(name="Another Land")), load_game("usa")):
        with pytest.raises(Unplayable, match="the file of my-land"):
            folded(party.entries, other)


def test_the_file_of_somebodys_own_board_is_kept_with_the_table_and_no_other() -> None:
    own = new_table("my-land", [mine("Ann"), mine("Bea")], file=own_board())
    kept = first_entries(own, game_in(own_board()), SECRET, KEY, 0.0).board_file
    assert kept == BoardFile(own_board().encode())
    for board in ("usa", "cards"):
        made = first_entries(new_table(board, [mine("Ann"), mine("Bea")]), load_game(board), SECRET, KEY, 0.0)
        assert made.board_file is None


def test_a_log_of_a_board_that_is_gone_says_so() -> None:
    party = Party(LAKES)
    first = json.loads(party.entries[0].body) | {"board": "atlantis"}
    with pytest.raises(Unplayable, match="there is no atlantis"):
        folded([msgspec.structs.replace(party.entries[0], body=json.dumps(first).encode())])


def test_the_points_of_a_game_that_cannot_be_played_again_are_those_that_were_kept() -> None:
    party = Party(LAKES)
    old = msgspec.structs.replace(party.room.summary(), status="finished", extra={"points": "112 -7"})
    for summary, told in ((old, ("finished", [112, -7])), (None, ("playing", []))):
        room = Room.load(party.table.id, without_board(party.entries), party.now, summary)
        assert (room.table.status, room.table.points) == told
    room = Room.load(party.table.id, party.entries, party.now, old)
    assert (room.table.status, room.table.points) == ("playing", []), "a log that can be played says it itself"
