"""The lane is an extra: without it everything else works, and says what to install."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from branchline.lane.compile import PACKAGE, compiled_from

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


def test_whoever_waits_for_the_compiler_is_told_why(tmp_path: Path) -> None:
    code = "import numpy; from branchline.lane.bits import count; print(count(numpy.uint64(7)))"
    for told in ("compiling the fast lane, this once; it takes about a minute\n", ""):  # Then it is cached.
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        assert (done.stdout, done.stderr) == ("3\n", told)


def test_compiled_code_is_made_again_when_something_of_it_has_changed() -> None:
    names = {path.relative_to(PACKAGE).as_posix() for path in compiled_from()}
    assert {"lane/board/stock.py", "lane/layout.py", "lane/observation/places.py", "core/idle.py"} <= names
    assert not {"lane/batch.py", "lane/board/engine.py", "lane/verify/compare.py"} & names, "these are plain Python"


def test_nothing_else_needs_numba() -> None:
    code = (
        "import branchline.server.app, branchline.lab.arena, branchline.lab.observations, branchline.bots.registry\n"
        "import branchline.envs.aec, branchline.envs.single, branchline.envs.spiel\n"
        "from branchline.cli.main import run; sys.exit(run(['games']))"
    )
    done = python(code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("bot", ["lane-greedy", "lane-search"])
def test_without_numba_a_compiled_player_says_what_to_install(bot: str) -> None:
    done = python(f"from branchline.cli.main import run; sys.exit(run(['arena', 'usa', '--bots', '{bot}']))")
    assert done.returncode == 2
    assert f"the bot '{bot}' cannot be made" in done.stderr
    assert "pip install 'branchline[fast]'" in done.stderr
