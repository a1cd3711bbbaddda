"""Looking back over HTTP: which games are taken, what is told where they are not, and the job that does it."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from branchline.analysis.findings import read_analysis
from branchline.notation.records.record import record_text
from branchline.server.http import analyses, jobs
from branchline.server.http.analyses import ANALYSIS, WHAT_IF
from branchline.server.live.jobs import JobKind
from tests.server.test_play_on import some_record
from tests.server.webapp import make_table, serving

FEW = 6


def ask(client: TestClient, **asked: Any) -> Any:
    return client.post("/api/analyses", json={"effort": 32} | asked)


def test_what_cannot_be_looked_back_at_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    record = some_record("usa", seed)
    with serving(tmp_path) as client:
        for asked, status, code in (
            ({}, 400, "bad-message"),
            ({"table": "a" * 16}, 404, "unknown-table"),
            ({"table": make_table(client)["table"]}, 409, "not-finished"),
            ({"record": "{}"}, 400, "bad-record"),
            ({"record": record_text(record), "move": len(record.actions)}, 400, "game-over"),
            ({"record": record_text(record), "effort": 10_000}, 400, "bad-message"),
        ):
            answer = ask(client, **asked)
            assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        monkeypatch.setattr(jobs, "find_spec", lambda name: None)
        assert ask(client, record=record_text(record)).json()["code"] == "no-fast-lane"


def test_the_same_game_is_the_same_job_wherever_its_record_comes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    started: list[tuple[JobKind, bytes]] = []

    async def start(request: Any, kind: JobKind, given: bytes) -> Any:
        started.append((kind, given))
        return Response(b"{}", 202, media_type="application/json")

    monkeypatch.setattr(analyses, "start_job", start)
    text = record_text(some_record("usa", seed))
    with serving(tmp_path) as client:
        for asked in (
            {"record": text},
            {"record": json.dumps(json.loads(text), indent=2)},
            {"record": text, "move": 3},
        ):
            assert ask(client, **asked).status_code == 202
    (one, first), (two, second), (three, third) = started
    assert (one, two, three) == (ANALYSIS, ANALYSIS, WHAT_IF)
    assert first == second
    assert json.loads(third)["move"] == 3


def test_a_process_looks_back_and_the_server_keeps_what_it_found(tmp_path: Path, seed: int) -> None:
    whole = some_record("usa", seed)
    record = record_text(replace(whole, actions=whole.actions[:FEW], outcome=None))
    with serving(tmp_path) as client:
        answer = ask(client, record=record)
        assert answer.status_code == 202, answer.text
        job = answer.json()
        while (job := client.get(f"/api/jobs/{job['job']}").json())["status"] in ("waiting", "running"):
            time.sleep(0.2)
        assert job["status"] == "done", job["fault"]
        found = read_analysis(json.dumps(job["result"]))
        assert [point.number for point in found.curve] == list(range(FEW + 1))
        again = ask(client, record=record)
        assert (again.status_code, again.json()["result"]) == (200, job["result"])
