"""The JSON Schema of board files: as the reader has it, fit for every board, and of one mind with the check."""

import json
import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from branchline.data.__main__ import faults_in
from branchline.data.files import BOARDS
from branchline.data.schema import schema, text
from tests.own_boards import own_board

FILE = Path(__file__).parents[2] / "docs" / "board.schema.json"
BOARD = own_board()
VALIDATOR = jsonschema_rs.Draft7Validator(schema())


def fits(board: str) -> bool:
    return bool(VALIDATOR.is_valid(tomllib.loads(board)))


def test_the_file_is_what_the_reader_asks_for() -> None:
    assert FILE.read_text("utf-8") == text(), "make wire writes it again"
    jsonschema_rs.meta.validate(json.loads(text()))


@pytest.mark.parametrize("board", sorted(path.stem for path in BOARDS.glob("*.toml")))
def test_every_board_fits(board: str) -> None:
    VALIDATOR.validate(tomllib.loads((BOARDS / f"{board}.toml").read_text("utf-8")))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("flush_at = 3", "flush_att = 3"),
        ("flush_at = 3", ""),
        ("format = 1", "format = 2"),
        ('id = "my-land"', 'id = "My Land"'),
        ('game = "europe"', 'game = "chess"'),
        ("length = 3", "length = 0"),
        ("length = 3", 'length = "three"'),
        ("length = 3", "length = 3, lenght = 3"),
        ("at = [1.0, 51.0]", "at = [1.0]"),
        ('between = ["aber", "brig"]', 'between = ["aber"]'),
        ("tunnel = true", 'tunnel = "yes"'),
        ("copies = 10", "copies = 0"),
        ("seats = [2, 3, 4, 5]", "seats = [2, 7]"),
        ('pl = "Zatoka"', 'xx = "Zatoka"'),
        ("rules.pieces = [12]", "rules.piece = [12]"),
        ('colors = ["red"', 'colors = ["Red"'),
    ],
)
def test_what_is_wrong_with_one_entry_is_wrong_for_both(old: str, new: str) -> None:
    changed = BOARD.replace(old, new, 1)
    assert changed != BOARD, old
    assert not fits(changed)
    assert faults_in(changed.encode())


def test_what_the_check_accepts_fits(seed: int) -> None:
    """Numbers and flags changed at random; also some keys left out."""
    rng = Random(seed)
    parts = re.split(r"((?<== )\d+|(?<== )true|, [a-z]+ = (?:true|\d+)(?= \}))", BOARD)
    sound = 0
    for _ in range(60):
        changed: list[Any] = list(parts)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(1, len(changed), 2)
            changed[place] = rng.choice(["1", "2", "3", "4", "6", "true", "false", ""])
        board = "".join(changed)
        try:
            tomllib.loads(board)
        except ValueError:
            continue
        if not faults_in(board.encode()):
            sound += 1
            assert fits(board), board
    assert sound > 3, "too few of them are sound to tell"
