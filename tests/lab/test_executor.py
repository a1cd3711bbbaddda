"""Executors: results come in order, a process that is killed is told, and a run that is killed leaves none behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from branchline.lab.executor import MAX_PENDING, ExecutorUnavailable, open_executor

RUN = """
import os, time
from branchline.lab.executor import open_executor

def linger(number):
    print(os.getpid(), flush=True)
    time.sleep(600)

if __name__ == "__main__":
    with open_executor(2) as executor:
        list(executor.map(linger, [1, 2]))
"""


def test_results_come_in_the_order_of_the_work_however_much_of_it_there_is() -> None:
    amount = 2 * MAX_PENDING + 7
    with open_executor(2) as executor:
        assert list(executor.map(abs, (-number for number in range(amount)))) == list(range(amount))


def test_a_run_may_stop_before_its_work_is_done() -> None:
    """What was handed out ahead is taken back, so that nobody waits for it."""
    began = time.monotonic()
    with open_executor(2) as executor:
        next(executor.map(time.sleep, [0.01] + [30] * 50))
    assert time.monotonic() - began < 25


def test_a_process_that_is_killed_is_told_instead_of_waited_for() -> None:
    with (
        open_executor(2) as executor,
        pytest.raises(ExecutorUnavailable, match="was killed, perhaps for want of memory"),
    ):
        list(executor.map(os._exit, islice(iter(int, 1), 5)))


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "auto", "nonsense"])
def test_a_cluster_that_does_not_answer_is_told(address: str) -> None:
    with (
        pytest.raises(ExecutorUnavailable, match=f"no Ray cluster answers at '{address}'"),
        open_executor(ray_address=address),
    ):
        pass


def test_a_run_that_is_killed_leaves_no_processes_behind(tmp_path: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(RUN, "utf-8")
    run = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    workers = {run.stdout.readline().strip() for _ in range(2)}
    assert len(workers) == 2
    run.kill()
    rest, _ = run.communicate(timeout=60)  # The pipe ends when the last process that could write to it has gone.
    assert rest == ""
