"""What the tests need from the system is installed also while something else is being installed."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "system-test-deps"
NEEDED = ("sh", "cat", "grep", "ls", "mktemp", "rm", "sleep")
LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 12 (apt-get)"


def install(folder: Path, answer: str, seconds: int = 600) -> subprocess.CompletedProcess[str]:
    """Install a browser on a machine that has none, as its owner, with an apt-get that answers like this."""
    for name in NEEDED:
        found = next(place for each in os.environ["PATH"].split(":") if (place := Path(each) / name).exists())
        (folder / name).symlink_to(found)
    for name, text in {"id": "echo 0", "apt-get": f'echo "$*" >>{folder}/asked\n{answer}'}.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    environment = {"PATH": str(folder), "BRANCHLINE_APT_SECONDS": str(seconds)}
    command = [str(SCRIPT), "chromium"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


def asked(folder: Path) -> list[str]:
    """The words with which apt-get was called, without its options."""
    lines = (folder / "asked").read_text().splitlines()
    assert all("DPkg::Lock::Timeout=" in line for line in lines)
    return [next(word for word in line.split()[2:]) for line in lines]


def test_a_busy_package_manager_is_waited_for(tmp_path: Path) -> None:
    busy_once = f"[ -e {tmp_path}/tried ] || {{ : >{tmp_path}/tried; echo '{LOCKED}' >&2; exit 100; }}"
    done = install(tmp_path, busy_once)
    assert done.returncode == 0, done.stderr
    assert asked(tmp_path) == ["update", "update", "install"]
    assert "waiting" in done.stdout


@pytest.mark.parametrize(("said", "seconds"), [("E: Unable to locate package chromium", 600), (LOCKED, 0)])
def test_anything_else_and_a_wait_that_is_too_long_are_told(tmp_path: Path, said: str, seconds: int) -> None:
    done = install(tmp_path, f"echo '{said}' >&2; exit 100", seconds)
    assert done.returncode == 1
    assert said in done.stderr
    assert asked(tmp_path) == ["update"]
