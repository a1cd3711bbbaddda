"""The time of a server process runs forward, whatever happens to the time of day."""

import time
from functools import partial
from pathlib import Path

import pytest

from branchline.server.live.steady_clock import SteadyClock
from tests.server.webapp import call, make_table, serving


def test_a_jump_of_the_time_of_day_decides_no_game() -> None:
    wall, running = 1_800_000_000.0, 50.0
    clock = SteadyClock(lambda: wall, lambda: running)
    assert clock() == 1_800_000_000.0
    running += 10
    wall += 3600 + 10
    assert clock() == 1_800_000_010.0
    wall -= 7200
    assert clock() == 1_800_000_010.0


def test_a_server_runs_on_such_a_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour that the system's clock jumps ahead is no hour of a game."""
    with serving(tmp_path) as client:
        made = make_table(client, clock={"kind": "move", "seconds": 60})
        with call(client) as ann:
            before = ann.hello(made["table"], made["token"])["clock"]
            monkeypatch.setattr(time, "time", partial(sum, (time.time(), 3600.0)))
            ann.send({"type": "ping"})
            jumped = ann.hear_until("pong")["now"] - before["now"]
            assert jumped < 1800, "the clock was believed"
            assert client.get(f"/api/tables/{made['table']}").json()["seats"][0]["away"] is None
