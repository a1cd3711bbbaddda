"""A run of many seeds can be stopped, goes on where it was, and sums up all of its parts."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tools.simulation import Outcome, Progress, begun, save

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/simulation.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    file = str(tmp_path / "progress.json")
    assert run("--seeds", "2", "--progress", file).returncode == 0
    first = msgspec.json.decode(Path(file).read_bytes(), type=Progress)
    assert (first.done, first.wrong) == (2, [])
    whole = run("--seeds", "4", "--progress", file)
    assert whole.returncode == 0, whole.stderr
    both = msgspec.json.decode(Path(file).read_bytes(), type=Progress)
    assert both.done == 4
    assert both.commits > first.commits > 0
    assert f"4 seeds from 0: {both.commits} commits" in whole.stdout


def test_what_went_wrong_is_kept_with_what_was_done(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    progress = begun(file, 7, whole=False)
    progress.add(Outcome(7, None, 30, Counter(kill=2)))
    progress.add(Outcome(8, "AssertionError: lost", 0, Counter(kill=1, cut=1)))
    save(file, progress)
    again = begun(file, 7, whole=False)
    assert again == progress
    assert "2 seeds from 7: 30 commits; 1 × cut, 3 × kill\n1 wrong [8]" in again.told()
    assert begun(file.with_name("other"), 7, whole=False).wrong == []
    with pytest.raises(SystemExit, match="of another run"):
        begun(file, 8, whole=False)
