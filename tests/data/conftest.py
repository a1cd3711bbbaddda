"""What the tests of board files share: packaged boards with some words changed, saved as somebody's own file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from branchline.core.printed.board import Board
from branchline.data.faults import Faulty
from branchline.data.files import BOARDS
from branchline.data.load import load_board

Save = Callable[..., Path]
FaultsOf = Callable[..., list[str]]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Give a function that saves a board as `mine.toml`, with each change made in exactly one place."""

    def save_changed(board: str, *changes: tuple[str, str]) -> Path:
        text = (BOARDS / f"{board}.toml").read_text("utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {board}.toml"
            text = text.replace(old, new)
        path = tmp_path / "mine.toml"
        path.write_text(text, "utf-8")
        return path

    return save_changed


@pytest.fixture
def faults_of(save: Save) -> FaultsOf:
    """Give a function that lists what is wrong with a changed board, without the file's name."""

    def list_faults(board: str, *changes: tuple[str, str]) -> list[str]:
        try:
            load_board(save(board, *changes))
        except Faulty as faulty:
            return [str(fault).removeprefix("mine.toml: ") for fault in faulty.faults]
        return []

    return list_faults


@pytest.fixture
def sampleland() -> Board:
    return load_board("sampleland")
