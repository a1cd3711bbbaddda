"""Changes to a board file: what is wanted is there, and everything that did not change keeps its comments."""

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.data.edit import edited, written
from branchline.data.files import BOARDS

SAMPLELAND = (BOARDS / "sampleland.toml").read_text("utf-8")
TABLES = tomllib.loads(SAMPLELAND)


@pytest.mark.parametrize("path", sorted(BOARDS.glob("*.toml")), ids=lambda p: p.stem)
def test_a_file_that_nobody_changes_stays_as_it_is(path: Path) -> None:
    text = path.read_text("utf-8")
    assert edited(text, tomllib.loads(text)) == text


def test_a_number_changes_and_its_comment_stays() -> None:
    wanted = deepcopy(TABLES)
    wanted["rules"]["pieces"] = [17]
    wanted["route"][4]["length"] = 5
    text = edited(SAMPLELAND, wanted)
    assert "pieces = [17]                   # Trains of each player." in text
    assert '{ between = ["brig", "elm"], length = 5, color = "blue" },   # One lane ...' in text
    assert len(set(text.splitlines()) - set(SAMPLELAND.splitlines())) == 2


def test_a_city_goes_and_the_comments_of_the_others_stay_with_them() -> None:
    wanted = deepcopy(TABLES)
    for key in ("route", "ticket"):
        wanted[key] = [entry for entry in wanted[key] if "aber" not in entry["between"]]
    wanted["city"] = wanted["city"][1:]
    text = edited(SAMPLELAND, wanted)
    assert tomllib.loads(text) == wanted
    assert set(text.splitlines()) < set(SAMPLELAND.splitlines()), "lines go, and no other comes"
    assert '{ between = ["dale", "glen"], length = 2, color = "red", tunnel = true },  # A tunnel.' in text


def test_a_new_city_gets_a_line_of_its_own() -> None:
    wanted = deepcopy(TABLES)
    wanted["city"].append({"id": "isle", "name": "Isle", "at": [9.0, 50.5], "names": {"pl": "Wyspa"}})
    lines = edited(SAMPLELAND, wanted).splitlines()
    new = '  { id = "isle", name = "Isle", at = [9.0, 50.5], names = { pl = "Wyspa" } },'
    assert lines[lines.index(new) - 1].startswith('  { id = "holm"')


def test_a_new_list_stands_before_the_sections() -> None:
    wanted = TABLES | {"tour": [{"cities": ["aber", "brig", "elm"], "in_order": 9, "connected": 6, "penalty": 7}]}
    text = edited(SAMPLELAND, wanted)
    assert tomllib.loads(text) == wanted
    assert text.index("tour = [") < text.index("[rules]")


def test_a_file_in_blocks_stays_in_blocks() -> None:
    head, _, tail = SAMPLELAND.partition("[rules]")
    blocks = "".join(
        f"[[ticket]]  # Number {number}.\nbetween = {ticket['between']}\npoints = 3\n\n"
        for number, ticket in enumerate(TABLES["ticket"][:4])
    )
    text = head[: head.index("ticket = [")] + blocks + "[rules]" + tail
    wanted = tomllib.loads(text)
    del wanted["ticket"][1]
    wanted["ticket"][1]["points"] = 8
    found = edited(text, wanted)
    assert tomllib.loads(found) == wanted
    assert "[[ticket]]  # Number 0." in found
    assert "[[ticket]]  # Number 2.\nbetween" in found
    assert "# Number 1." not in found


@pytest.mark.parametrize("text", ["", "id = [", "a = 1", "x" * 100, "rules = 3\npalette = 4"])
def test_a_text_that_is_no_board_is_written_anew(text: str) -> None:
    assert tomllib.loads(edited(text, TABLES)) == TABLES


NAMES = st.text(st.characters(codec="utf-8"), max_size=8)
VALUES = st.one_of(st.integers(-9, 9), st.booleans(), NAMES, st.lists(st.integers(0, 9), max_size=3))
ENTRIES = st.fixed_dictionaries(
    {"id": NAMES}, optional={"length": VALUES, "names": st.dictionaries(NAMES, NAMES, max_size=2)}
)


@st.composite
def changed(draw: st.DrawFn) -> dict[str, Any]:
    """Sampleland with entries taken out, put in and changed anywhere."""
    tables = deepcopy(TABLES)
    for key in draw(st.sets(st.sampled_from(["city", "route", "ticket"]))):
        entries = tables[key]
        for index in sorted(draw(st.sets(st.integers(0, len(entries) - 1), max_size=6)), reverse=True):
            match draw(st.sampled_from(["delete", "insert", "change", "move"])):
                case "delete":
                    del entries[index]
                case "insert":
                    entries.insert(index, draw(ENTRIES))
                case "change":
                    entries[index] = entries[index] | draw(st.dictionaries(NAMES, VALUES, max_size=2))
                case "move":
                    entries.insert(0, entries.pop(index))
    for key in draw(st.sets(st.sampled_from(sorted(TABLES["rules"])))):
        if draw(st.booleans()):
            tables["rules"][key] = draw(VALUES)
        else:
            del tables["rules"][key]
    if draw(st.booleans()):
        del tables["edition"]
    return tables


@settings(max_examples=50)
@given(changed())
def test_whatever_is_changed_is_what_is_read_again(tables: dict[str, Any]) -> None:
    assert tomllib.loads(edited(SAMPLELAND, tables)) == tables
    assert tomllib.loads(written(tables)) == tables
