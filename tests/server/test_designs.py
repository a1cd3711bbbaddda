"""Boards in the making over HTTP: judged as somebody changes them, drawn before they are complete, bounded for all."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from branchline.data.files import BOARDS
from branchline.server.limits import Rate
from tests.server.test_schema import validator
from tests.server.webapp import serving

JSON = {"content-type": "application/json"}
SAMPLELAND = (BOARDS / "sampleland.toml").read_text("utf-8")


def post(client: TestClient, path: str, body: object) -> tuple[int, dict[str, Any]]:
    answer = client.post(path, content=json.dumps(body), headers=JSON)
    return answer.status_code, answer.json()


def test_a_board_can_begin_with_any_template(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        found = client.get("/api/designs").json()
        validator("DesignTemplates").validate(found)
        assert {(each["game"], each["size"]) for each in found["templates"]} == {
            (game, size) for game in ("usa", "europe", "world") for size in ("small", "big")
        }
        first = found["templates"][0]
        status, design = post(client, "/api/designs", {"text": first["text"], "tables": first["tables"]})
    assert status == 200
    validator("Design").validate(design)
    assert design["text"] == first["text"]
    assert [fault["path"] for fault in design["faults"]] == [["city"], ["route"], ["ticket"]]
    assert not design["drawable"]


def test_a_change_comes_back_in_the_text_with_its_comments(tmp_path: Path) -> None:
    tables = tomllib.loads(SAMPLELAND)
    tables["route"][7]["color"] = "red"
    with serving(tmp_path) as client:
        status, design = post(client, "/api/designs", {"text": SAMPLELAND, "tables": tables})
    assert status == 200
    assert "  # A ferry." in design["text"]
    (fault,) = design["faults"]
    assert fault["path"] == ["route", 7]
    assert fault["rule"] == "special-spaces-fit"
    assert fault["mend"] == [{"path": ["route", 7, "color"], "value": "any"}]


def test_a_map_without_tickets_is_drawn(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        _, design = post(
            client, "/api/designs", {"text": SAMPLELAND, "tables": tomllib.loads(SAMPLELAND) | {"ticket": []}}
        )
        assert design["drawable"]
        status, printed = post(client, "/api/designs/drawing", design["text"])
        assert status == 200
        validator("PrintedBoard").validate(printed)
        assert len(printed["drawing"]["routes"]) == 15
        status, problem = post(
            client, "/api/designs/drawing", design["text"].replace('"aber", "brig"', '"aber", "atlantis"')
        )
    assert (status, problem["code"]) == (400, "bad-board")
    assert "atlantis" in problem["detail"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "x" * 200_001}, 400, "bad-board"),
        ({"text": "ł" * 150_000}, 400, "bad-board"),
        ({"tables": {}}, 400, "bad-message"),
        ({"text": "", "tables": []}, 400, "bad-message"),
        ({"text": "x", "tables": {"x": "y" * 1_000_000}}, 413, "too-big"),
    ],
    ids=["long", "long in bytes", "no text", "no tables", "huge"],
)
def test_what_is_no_design_is_refused(tmp_path: Path, body: object, status: int, code: str) -> None:
    with serving(tmp_path) as client:
        found, problem = post(client, "/api/designs", body)
    assert (found, problem["code"]) == (status, code)


@pytest.mark.parametrize(
    "body",
    [
        {"text": "a = " + 3000 * "["},
        {"text": "", "tables": {"id": None}},
        {"text": "", "tables": {"city": [[[{}]]], "rules": {"a": [1, "b", {}]}, "\x00": "\ud83d\ude00\x07"}},
        {"text": "a.b.c = 1\n[a]\n", "tables": {"a": 1e300}},
    ],
    ids=["brackets", "nothing", "odd", "twice"],
)
def test_odd_designs_are_answered_with_what_is_wrong(tmp_path: Path, body: object) -> None:
    with serving(tmp_path) as client:
        status, design = post(client, "/api/designs", body)
    assert status == 200
    assert design["faults"]


def test_one_address_cannot_ask_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.http.state.DESIGNS", Rate(2, 0.0))
    monkeypatch.setattr("branchline.server.http.state.DRAWINGS", Rate(0, 0.0))
    with serving(tmp_path) as client:
        assert post(client, "/api/designs", {"text": SAMPLELAND})[0] == 200
        elsewhere = SAMPLELAND.replace("[1.0, 51.0]", "[1.5, 51.0]")
        assert post(client, "/api/designs/drawing", elsewhere)[1]["code"] == "too-fast", "no drawing is left"
        assert post(client, "/api/designs", {"text": SAMPLELAND})[1]["code"] == "too-fast"
