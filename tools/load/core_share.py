"""Hold a process to a part of a core by a control group of Linux.

On a machine with few cores, server, database and clients take them from each other. Servers that have half a core each
leave room for the others, so that two of them show what they would carry on cores of their own.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PERIOD: Final = 10_000
"""Microseconds: short, so that a move waits for a few milliseconds at most."""
OLD, NEW = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")


@contextlib.contextmanager
def core_share(process: int, share: float) -> Iterator[None]:
    """Let a process and those that it starts have no more than this part of a core. Needs root."""
    is_old = (OLD / "cpu.cfs_quota_us").exists() or (OLD / "tasks").exists()
    group = (OLD if is_old else NEW) / f"branchline-load-{process}"
    try:
        group.mkdir()
        if is_old:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(round(share * PERIOD)))
        else:
            (NEW / "cgroup.subtree_control").write_text("+cpu")
            (group / "cpu.max").write_text(f"{round(share * PERIOD)} {PERIOD}")
        (group / "cgroup.procs").write_text(str(process))
    except OSError as error:
        raise SystemExit(
            f"No server can be held to a part of a core here ({error}): it takes Linux and root."
        ) from None
    try:
        yield
    finally:
        _remove(group)


def _remove(group: Path) -> None:
    """A group can be removed as soon as its last process has ended."""
    for _ in range(100):
        with contextlib.suppress(OSError):
            group.rmdir()
            return
        time.sleep(0.05)
