"""The report as a job of the server, for boards in the making."""

from __future__ import annotations

import time
from importlib import util
from pathlib import Path

import msgspec
import pytest

from branchline.balance.job import report
from branchline.messages import LANGUAGES
from branchline.server import wire
from tests.own_boards import own_board
from tests.server.webapp import serving


def test_a_report_has_the_types_of_the_wire() -> None:
    told: list[float] = []
    found = msgspec.convert(report(own_board(), None, 20, told.append), wire.BalanceReport, strict=True)
    assert told == sorted(told)
    assert told[-1] == 1
    assert (found.board, [table.players for table in found.tables]) == ("my-land", [2, 3, 4, 5])
    assert len(found.tickets) == 16
    assert [len(table.wins) for table in found.tables] == [2, 3, 4, 5]
    for finding in found.findings:
        assert finding.told.keys() == set(LANGUAGES)


def test_the_server_tells_what_stands_out_on_a_board(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        asked = {"file": own_board(), "games": 50}
        job = client.post("/api/balance", json=asked).json()
        deadline = time.monotonic() + 120
        while (found := client.get(f"/api/jobs/{job['job']}").json())["status"] in ("waiting", "running"):
            assert time.monotonic() < deadline, found
            time.sleep(0.1)
        assert found["status"] == "done", found
        assert msgspec.convert(found["result"], wire.BalanceReport).games == 4 * 50 + 12 * (2 + 3 + 4 + 5)
        again = client.post("/api/balance", json=asked)
        assert (again.status_code, again.json()["status"]) == (200, "done"), "it is computed once"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"file": "format = 1"}, "bad-board"),
        ({"file": own_board(), "edition": "nothing"}, "bad-board"),
        ({"file": own_board(), "games": 1_000_000}, "bad-message"),
    ],
)
def test_a_board_that_cannot_be_played_is_refused(tmp_path: Path, asked: dict[str, object], code: str) -> None:
    with serving(tmp_path) as client:
        answer = client.post("/api/balance", json=asked)
        assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_server_without_the_fast_lane_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from branchline.server.http import jobs

    monkeypatch.setattr(jobs, "find_spec", lambda name: None if name == "numba" else util.find_spec(name))
    with serving(tmp_path) as client:
        answer = client.post("/api/balance", json={"file": own_board()})
        assert (answer.status_code, answer.json()["code"]) == (501, "no-fast-lane")
