"""The tools that measure the server run and count; how fast it is, they say and no test does."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.kill.server_process import free_port
from tools.load.meter import slope

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", *arguments, "--port", str(free_port())]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def load(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("tools.load", *arguments, "--warm-up", "2", "--json"))
    return found


def test_load_reports_moves_of_real_games() -> None:
    found = load("saturation", "--tables", "4", "--seconds", "2", "--game", "mixed")
    assert (found["mode"], found["tables"], found["sockets"]) == ("saturation", 4, 16)
    assert found["faults"] == 0
    assert found["moves_a_second"] > 0
    assert 0 < found["p50_ms"] <= found["p99_ms"] <= found["max_ms"]
    assert found["server_megabytes"] > 10
    assert found["appends_a_processor_second"] > 0


def test_load_reports_bots_chat_spectators_and_those_who_come_back() -> None:
    """Two processes on a PostgreSQL of the tool's own, and every connection to another one than its neighbor's."""
    found = load(
        *("company", "--tables", "8", "--seconds", "5", "--pace", "0.1"),
        *("--store", "postgres", "--processes", "2", "--spread", "socket"),
        *("--talk-every", "1", "--cut-off-every", "4"),
    )
    assert (found["processes"], found["faults"], found["store"]) == (2, 0, "postgres")
    assert found["moves_a_second"] > 0
    assert found["chat"]["lines"] > 0
    assert found["returns"]["connections"] > 0
    assert found["database_processor"] > 0
    assert len(found["server_processor"]) == 2
    assert len(found["memory"]["megabytes"]) > 3


def test_a_line_through_samples_says_how_fast_memory_grows() -> None:
    flat = slope([(second, 100.0) for second in range(60)])
    assert flat is not None
    assert flat == (0.0, 0.0)
    grown = slope([(second, 100 + second / 360 + (second % 2) / 10) for second in range(60)])
    assert grown is not None
    assert abs(grown.an_hour - 10) <= grown.give_or_take
    assert slope([(0, 1.0), (1, 1.0)]) is None


def test_restart_reports_how_soon_a_killed_server_answers() -> None:
    said = run("tools.restart", "--games", "40", "--playing", "10", "--restarts", "1")
    assert "40 games, 10 of them under way" in said
    assert re.search(r"to its first answer: +median", said)
    assert "lay on disk:" in said
