"""Whatever a file holds, loading it gives a board or a list of faults, and never anything else."""

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline.data.draft import Draft
from branchline.data.faults import Fault, Faulty
from branchline.data.files import BOARDS, read_tables
from branchline.data.load import board_of, check_tables

BOARD_FILES = {name: tomllib.loads((BOARDS / f"{name}.toml").read_text("utf-8")) for name in ("sampleland", "world")}

JUNK = st.one_of(
    st.none(),  # Delete what was there.
    st.booleans(),
    st.integers(),
    st.integers(-1, 12),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["aber", "brig", "lima", "any", "red", "sea", "standard", "shuffle"]),
    st.lists(st.integers(-1, 60), max_size=3),
    st.lists(st.sampled_from(["aber", "brig", "lima", "red"]), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def spoil(values: Any, draw: Any) -> None:
    """Walk down to some value and put junk in its stead, or delete it, or repeat it."""
    while True:
        keys = list(values) if isinstance(values, dict) else list(range(len(values)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        if isinstance(values[key], dict | list) and draw(st.integers(0, 4)):
            values = values[key]
            continue
        junk = draw(JUNK)
        if junk is None:
            del values[key]
        elif isinstance(values, list) and draw(st.booleans()):
            values.append(deepcopy(values[key]))
        else:
            values[key] = junk
        return


def outcome(values: dict[str, Any]) -> Draft | tuple[Fault, ...]:
    try:
        return check_tables(Path("mine.toml"), values)
    except Faulty as faulty:
        return faulty.faults


@given(st.data())
def test_spoilt_boards_are_boards_or_lists_of_faults(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(BOARD_FILES)))
    values = deepcopy(BOARD_FILES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        spoil(values, data.draw)
    found = outcome(values)
    if isinstance(found, Draft):
        for edition in found.editions:
            board = board_of(found, edition)
            assert len(board.routes) == len(values["route"])
            assert all(len(set(ticket.cities)) >= 2 for ticket in board.tickets)
    else:
        assert found
        assert all(fault.place.startswith("mine.toml") and fault.message for fault in found)
        assert all(str(fault).isprintable() for fault in found)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "mine.toml"


def text_of(path: Path) -> str:
    """The fault of a file in words, or nothing when it can be read."""
    try:
        read_tables(path)
    except Faulty as faulty:
        return str(faulty)
    return ""


@given(content=st.one_of(st.binary(max_size=60), st.text("[]{}\"'=.\n#ab1-", max_size=60).map(str.encode)))
def test_any_bytes_are_tables_or_one_fault_in_one_line(content: bytes, scratch: Path) -> None:
    scratch.write_bytes(content)
    assert text_of(scratch).isprintable()
