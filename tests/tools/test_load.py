"""The tools that measure the server run and count; how fast it is, they say and no test does."""

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.kill.server_process import free_port

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", *arguments, "--port", str(free_port())]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_load_reports_moves_of_real_games() -> None:
    said = run("tools.load", "saturation", "--tables", "4", "--seconds", "2", "--game", "mixed", "--json")
    found = json.loads(said)
    assert (found["mode"], found["tables"], found["sockets"]) == ("saturation", 4, 16)
    assert found["faults"] == 0
    assert found["moves_a_second"] > 0
    assert 0 < found["p50_ms"] <= found["p99_ms"] <= found["max_ms"]
    assert found["server_megabytes"] > 10


def test_restart_reports_how_soon_a_killed_server_answers() -> None:
    said = run("tools.restart", "--games", "40", "--playing", "10", "--restarts", "1")
    assert "40 games, 10 of them under way" in said
    assert re.search(r"to its first answer: +median", said)
    assert "lay on disk:" in said
