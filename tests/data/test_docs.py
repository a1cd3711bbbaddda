"""The page for map makers tells the truth: every key is explained, and the messages are those of the check."""

import re
import tomllib
from pathlib import Path

import pytest

from branchline.data.load import load_board
from branchline.data.toml_table import TomlTable
from branchline.messages import LANGUAGES
from tests.data.conftest import FaultsOf, Save

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "make-your-own-board.md").read_text("utf-8")


def explained() -> set[str]:
    """The keys in the first column of the page's tables."""
    cells = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    return {key for cell in cells for key in re.findall(r"`(\w+)`", cell)}


def asked_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys that the loader looks for while it reads a board."""
    keys: set[str] = set()
    has = TomlTable.has

    def listening(table: TomlTable, key: str) -> bool:
        keys.add(key)
        return has(table, key)

    with monkeypatch.context() as patch:
        patch.setattr(TomlTable, "has", listening)
        board = load_board(path)
    return keys - {*LANGUAGES, *board.colors, board.edition}


def test_every_key_that_the_loader_knows_is_explained_and_no_other(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    """The World has entries of every sort, tours too, so that reading it asks for every key."""
    assert explained() == asked_for(save("world"), monkeypatch)


def test_the_messages_are_those_of_the_check(faults_of: FaultsOf) -> None:
    (block,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    found = faults_of(
        "sampleland",
        ("flush_at = 3 ", ""),
        ('["aber", "brig"], length', '["aber", "brigg"], length'),
        ('["aber", "elm"], length = 4', '["aber", "elm"], length = 4, lenght = 4'),
        ('["aber", "cove"], points = 6', '["aber", "cove"], points = "six"'),
    )
    assert block.splitlines() == [f"mine.toml: {fault}" for fault in found]


def test_the_two_ways_to_write_a_list_mean_the_same() -> None:
    inline, blocks = (tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
    assert inline == blocks


def test_what_the_games_have_is_what_their_boards_have() -> None:
    """The little table of features, cell by cell."""
    rows = dict(re.findall(r"^\| ((?:bonus|tunnels|sea).*?) \| (.*) \|$", PAGE, re.MULTILINE))
    cells = {words: [cell.strip() == "yes" for cell in row.split("|")] for words, row in rows.items()}
    boards = [load_board(name) for name in ("usa", "europe", "world")]
    assert list(cells.values()) == [
        [board.rules.longest_bonus > 0 for board in boards],
        [
            board.rules.stations > 0
            and any(route.tunnel for route in board.routes)
            and any(route.wilds for route in board.routes)
            and any(ticket.long for ticket in board.tickets)
            for board in boards
        ],
        [
            board.rules.harbors > 0
            and board.rules.pieces_kept > 0
            and any(route.deck for route in board.routes)
            and any(route.pairs for route in board.routes)
            and any(ticket.is_tour for ticket in board.tickets)
            for board in boards
        ],
    ]
