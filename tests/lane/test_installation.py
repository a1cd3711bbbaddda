"""The lane is an extra: without it everything else works, and says what to install."""

from __future__ import annotations

import subprocess
import sys

WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None; "


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT_NUMBA + code], capture_output=True, text=True, check=False)


def test_without_numba_the_lane_says_what_to_install() -> None:
    done = python("from branchline.cli.main import run; sys.exit(run(['lane', 'verify', 'usa']))")
    assert done.returncode == 2
    assert done.stderr == "branchline: the fast lane needs numba and numpy: pip install 'branchline[fast]'\n"


def test_without_numba_a_batch_says_what_to_install() -> None:
    done = python("from branchline import load_game, new_batch; new_batch(load_game('usa'), 2, 8)")
    assert "the fast lane needs numba and numpy: pip install 'branchline[fast]'" in done.stderr


def test_compiled_code_is_found_again_by_another_process() -> None:
    for game in ("cards", "sampleland"):
        for _ in range(2):  # The first may have to compile.
            command = [sys.executable, "-m", "branchline.cli.main", "lane", "verify", game, "--games", "1"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr


def test_nothing_else_needs_numba() -> None:
    code = (
        "import branchline.server.app, branchline.lab.arena, branchline.bots.registry\n"
        "from branchline.cli.main import run; sys.exit(run(['games']))"
    )
    done = python(code)
    assert done.returncode == 0, done.stderr
