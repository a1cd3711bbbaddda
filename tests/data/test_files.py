"""Files that are no board files: missing, unreadable, too big, or not TOML. One clear line each."""

from pathlib import Path

import pytest

from branchline.data.faults import Faulty
from branchline.data.load import load_board


def fault_of(name_or_path: str | Path) -> str:
    with pytest.raises(Faulty) as caught:
        load_board(name_or_path)
    assert len(caught.value.faults) == 1
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_name_that_no_board_has() -> None:
    assert fault_of("euorpe").startswith("euorpe: no board has this name (did you mean 'europe'?); there are: europe, ")


@pytest.mark.parametrize("name", ["", "../usa", "usa\0", "nowhere/usa.toml", "nowhere\0.toml"])
def test_strange_names_are_told_as_faults(name: str) -> None:
    fault_of(name)


def test_a_path_where_nothing_lies(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert fault_of(path) == f"{path}: there is no such file"
    assert fault_of(str(path)) == f"{path}: there is no such file"


def test_a_folder(tmp_path: Path) -> None:
    assert fault_of(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"


def test_a_file_too_big_for_a_board(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"#" * 200_001)
    assert fault_of(path) == "mine.toml: is bigger than 200,000 bytes, too big for a board"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'format = 1\nid = "mine\nname = "Mine"\n', "mine.toml: line 2, column 11: not TOML: illegal character '\\n'"),
        (b"format = 1\ncity = [ { id = }\n", "mine.toml: line 2, column 17: not TOML: invalid value"),
        (b"format = 1\ncity = [", "mine.toml: end of document: not TOML: invalid value"),
        (b"format = 1\nformat = 1\n", "mine.toml: line 2, column 11: not TOML: cannot overwrite a value"),
        (b'format = 1\n# caf\xe9\nid = "mine"\n', "mine.toml: line 2: is not text in UTF-8; save the file as UTF-8"),
        (b"a = " + b"[" * 5000, "mine.toml: has brackets in brackets in brackets, too deep to read"),
        (b"a = " + b"9" * 5000, "mine.toml: not TOML: "),
    ],
    ids=["open text", "no value", "cut off", "key twice", "Latin-1", "deep", "long number"],
)
def test_what_is_not_toml_is_told_with_line_and_column(content: bytes, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    assert fault_of(path).startswith(expected)


def test_an_empty_file_is_told_all_that_a_board_needs(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"")
    with pytest.raises(Faulty) as caught:
        load_board(path)
    assert [str(fault) for fault in caught.value.faults] == [
        f"mine.toml: {key} is missing"
        for key in ("palette", "rules", "city", "route", "ticket", "format", "id", "name", "game")
    ]
