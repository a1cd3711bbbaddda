"""The virtual environment is made with the quickest Python that will do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FIND = Path(__file__).parents[2] / "tools" / "find-python"


def find(*given: str, first: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Look on this machine, in one more folder before all others."""
    path = os.environ["PATH"] if first is None else f"{first}:{os.environ['PATH']}"
    command = [str(FIND), *given]
    return subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)


def a_python(folder: Path, name: str, answer: str) -> None:
    """A program that answers as a Python of some speed would, or fails like one that will not do."""
    (folder / name).write_text(f"#!/bin/sh\n{answer}\n")
    (folder / name).chmod(0o755)


def test_this_machine_has_a_python_that_will_do() -> None:
    found = find()
    assert found.returncode == 0, found.stderr
    version = [found.stdout.strip(), "-c", "import ensurepip, sys, venv; print(sys.version_info >= (3, 11))"]
    assert subprocess.run(version, capture_output=True, text=True, check=True).stdout == "True\n"


@pytest.mark.parametrize(
    ("usual", "other", "chosen"),
    [
        ("echo 0.00002", "echo 0.00001", "python3.12"),  # far quicker than the usual one
        ("echo 0.000011", "echo 0.00001", "python3"),  # hardly
        ("echo 0.00001", "echo 0.00002", "python3"),
        ("exit 1", "echo 0.00001", "python3.12"),  # too old
        ("echo 0.00001", "exit 1", "python3"),
    ],
)
def test_the_usual_python_is_taken_unless_another_is_clearly_quicker(
    tmp_path: Path, usual: str, other: str, chosen: str
) -> None:
    a_python(tmp_path, "python3", usual)
    a_python(tmp_path, "python3.12", other)
    assert find(first=tmp_path).stdout.strip() == chosen


def test_a_python_that_is_named_is_taken_however_slow(tmp_path: Path) -> None:
    a_python(tmp_path, "python3", "echo 0.00001")
    assert find(sys.executable, first=tmp_path).stdout.strip() == sys.executable


def test_without_any_it_says_what_to_do() -> None:
    found = find("no-such-python")
    assert found.returncode == 1
    assert found.stdout == ""
    assert "needs Python 3.11 or newer" in found.stderr
    assert "PYTHON=..." in found.stderr
