"""A board in the making: what is wrong has a path and often a way to mend it, and what can be drawn is drawn."""

import json
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from branchline.data.checks.all_checks import CHECKS
from branchline.data.design import design, drawable_in
from branchline.data.files import BOARDS
from branchline.data.load import board_in
from branchline.data.templates import templates
from branchline.messages import LANGUAGES

WORDS = Path(__file__).parents[2] / "web/src/i18n/messages/designer"
SAMPLELAND = (BOARDS / "sampleland.toml").read_text("utf-8")


def tables() -> dict[str, Any]:
    return tomllib.loads(SAMPLELAND)


def put(values: Any, path: tuple[str | int, ...], value: object) -> None:
    *way, last = path
    for key in way:
        values = values[key]
    if value is None:
        del values[last]
    else:
        values[last] = list(value) if isinstance(value, tuple) else value


def test_a_sound_board_has_no_faults_and_keeps_its_text() -> None:
    found = design(SAMPLELAND, tables())
    assert (found["faults"], found["drawable"], found["text"]) == ([], True, SAMPLELAND)
    assert found["tables"] == tables()


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("route", 7, "color"), "red", ("route", 7)),
        (("route", 7, "tunnel"), True, ("route", 7)),
        (("route", 7, "wilds"), 9, ("route", 7)),
        (("route", 4, "length"), 5, ("route", 5, "length")),
        (("route", 0, "length"), 6, ("route", 0, "length")),
        (("route", 0, "length"), 13, ("route", 0, "length")),
        (("ticket", 1, "between"), ["aber", "cove"], ("ticket", 1)),
        (("default_edition",), "gold", ("default_edition",)),
        (("rules", "tickets", "first_long"), 0, ("edition", "standard")),
        (("rules", "tickets", "first_return"), "bottom", ("rules",)),
        (("rules", "tickets", "keep"), 4, ("rules",)),
        (("rules", "tickets", "first_keep"), 4, ("rules",)),
        (("rules", "end_at"), 16, ("rules", "end_at")),
        (("rules", "tickets", "first_offer"), 3, ("edition", "standard")),
        (("game",), "usa", ("game",)),
        (("city", 1, "junction"), True, ("ticket", 2)),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_one_can_mend_is_mended(path: tuple[str | int, ...], value: object, fault: tuple[str | int, ...]) -> None:
    """Mending all that is wrong, again and again, leads to a sound board."""
    wanted = tables()
    put(wanted, path, value)
    found = design(SAMPLELAND, wanted)
    assert fault in [each["path"] for each in found["faults"]]
    for _ in range(12):
        if not found["faults"]:
            break
        first = found["faults"][0]
        assert first["mend"], first
        wanted = deepcopy(found["tables"])
        for change in first["mend"]:
            put(wanted, change["path"], change["value"])
        found = design(SAMPLELAND, wanted)
    assert found["faults"] == []
    board_in(found["text"])


def test_faults_of_values_name_their_keys() -> None:
    wanted = tables()
    wanted["route"][3] = {"between": ["brig", "atlantis"], "length": "three", "color": "pink", "kind": "air"}
    wanted["rules"]["pieces"] = []
    found = [each["path"] for each in design(SAMPLELAND, wanted)["faults"]]
    assert {("route", 3, key) for key in ("between", "length", "color", "kind")} | {("rules", "pieces")} <= set(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_a_sentence_for_every_check(language: str) -> None:
    words = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
    rules = {check.__name__.replace("_", "-") for check, _ in CHECKS} | {"game-has-it", "game-is-known", "other"}
    assert {f"designer.fault.{rule}" for rule in rules} == {key for key in words if key.startswith("designer.fault.")}


def test_a_map_is_drawn_before_there_are_tickets() -> None:
    wanted = tables() | {"ticket": []}
    found = design(SAMPLELAND, wanted)
    assert found["faults"]
    assert found["drawable"]
    board = drawable_in(found["text"])
    assert board is not None
    assert len(board.routes) == 15


@pytest.mark.parametrize(
    "change",
    [("route", []), ("city", []), ("palette", {}), ("rules", {}), ("route", [{"between": ["aber", "aber"]}])],
    ids=str,
)
def test_what_has_no_sound_map_is_not_drawn(change: tuple[str, object]) -> None:
    found = design(SAMPLELAND, tables() | {change[0]: change[1]})
    assert not found["drawable"]
    assert drawable_in(found["text"]) is None


def test_a_text_that_is_no_toml_is_told() -> None:
    found = design("id = [", None)
    assert (found["tables"], found["drawable"]) == (None, False)
    assert "not TOML" in found["faults"][0]["message"]


def test_dates_and_endless_numbers_are_told_as_text() -> None:
    found = design("day = 2026-01-02\nbig = inf\n", None)
    assert found["tables"] == {"day": "2026-01-02", "big": "inf"}


def test_tables_that_no_file_can_hold_are_told() -> None:
    found = design(SAMPLELAND, {"id": None})
    assert found["tables"] is None
    assert found["faults"]


@pytest.mark.parametrize("template", templates(), ids=lambda each: f"{each.game}-{each.size}")
def test_a_template_lacks_only_its_map(template: Any) -> None:
    """Three cities, routes between them and enough tickets make a board of it."""
    found = design(template.text, template.tables)
    assert {each["path"] for each in found["faults"]} == {("city",), ("route",), ("ticket",)}
    cities = [f"{a}{b}" for a in "abcdef" for b in "xyz"]
    wanted = deepcopy(template.tables)
    wanted["city"] = [
        {"id": id, "name": id.title(), "at": [10 + number % 6, 50 + number // 6], "harbor": template.game == "world"}
        for number, id in enumerate(cities)
    ]
    pairs = list(zip(cities, [*cities[1:], cities[0]], strict=True))
    wanted["route"] = [{"between": [a, b], "length": 2, "color": "red"} for a, b in pairs]
    tickets = [(a, b) for i, a in enumerate(cities) for b in cities[i + 2 :]]
    wanted["ticket"] = [{"between": [a, b], "points": 3} for a, b in tickets[:40]]
    for ticket in wanted["ticket"][:5] if wanted["rules"]["tickets"].get("first_long") else []:
        ticket["long"] = True
    found = design(template.text, wanted)
    assert found["faults"] == []
    assert "# A board of your own." in found["text"]
    board_in(found["text"])
