"""Tries mutants: each in a process of its own, forked from one that has the libraries loaded but nothing of ours.

So every module is imported with the change in it, whatever it does while it is imported, and nothing that was computed
without the change is left over. The tests that run the changed lines are run, quickest first, up to the first failure.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import multiprocessing
import os
import resource
import signal
import sys
import types
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, Literal

import pytest

from tools.load.meter import is_busy
from tools.mutants.areas import ROOT
from tools.mutants.changes import Mutant, mutated
from tools.mutants.coverage_map import CoverageMap

Fate = Literal["killed", "timed out", "survived", "no test"]

# Tests in one go: a few quick ones kill most mutants, and a process that loads fewer files starts sooner.
STAGES: Final = (0.3, 3.0, float("inf"))
PRELOADED: Final = [
    "tools.mutants.trial",
    "_pytest.assertion.rewrite",
    "apsw",
    "httpx2",
    "hypothesis",
    "hypothesis.strategies",
    "msgspec",
    "psycopg",
    "pytest",
    "starlette.testclient",
    "typer.testing",
    "uvicorn",
    "websockets.asyncio.client",
]
MEMORY_BYTES: Final = 6 << 30
LOOK_EVERY: Final = 1.0
LOOKS: Final = 30
"""A mutant that waits at most of so many looks in a row waits for ever; a server that it left running still looks after
itself now and then. One that computes for ever never waits, and is ended by its processor time."""


class Laboratory:
    """Tries mutants, some at a time. No mutant is given more than `budget` seconds' worth of tests.

    `witnesses` are the tests that have killed a mutant. A check that cannot fail proves nothing: `demand_sound` runs
    tests without any mutant, and all of them must pass.
    """

    def __init__(self, known: CoverageMap, jobs: int, budget: float) -> None:
        self._map = known
        self._jobs = jobs
        self._budget = budget
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        self.witnesses: set[str] = set()

    def fates(self, mutants: Sequence[Mutant]) -> list[Fate]:
        with ThreadPoolExecutor(self._jobs) as threads:
            return list(threads.map(self._tried, mutants))

    def quickest_tests(self, mutants: Sequence[Mutant]) -> set[str]:
        found = (self._map.tests_of(each.path, each.first_line, each.last_line)[:1] for each in mutants)
        return {test for tests in found for test in tests}

    def demand_sound(self, tests: Iterable[str]) -> None:
        """Demand that these tests pass as mutants' tests are run, but without a mutant."""
        chosen = sorted(tests)
        fate, failed = self._run(None, chosen)
        if chosen and fate != "survived":
            raise SystemExit(f"Nothing is proved: without any mutant the tests ended with {fate!r} at {failed}.")

    def _tried(self, mutant: Mutant) -> Fate:
        """Try a mutant. One that lives is told at once, so that its code can be read while the others are tried."""
        fate = self._try(mutant)
        if fate in ("survived", "no test"):
            print(f"{fate}: {mutant.name}", file=sys.stderr, flush=True)
        return fate

    def _try(self, mutant: Mutant) -> Fate:
        waiting = deque(self._map.tests_of(mutant.path, mutant.first_line, mutant.last_line))
        if not waiting:
            return "no test"
        spent = 0.0
        for stage in STAGES:
            chosen = []
            while waiting and spent < min(stage, self._budget):
                chosen.append(waiting.popleft())
                spent += self._map.seconds[chosen[-1]]
            if chosen:
                fate, failed = self._run(mutant, chosen)
                if failed:
                    self.witnesses.add(failed)
                if fate != "survived":
                    return fate
        return "survived"

    def _run(self, mutant: Mutant | None, chosen: list[str]) -> tuple[Fate, str]:
        """Run these tests, and name the one that failed. The limits are far above what they need without a mutant."""
        needed = sum(self._map.seconds[test] for test in chosen)
        change = None if mutant is None else (mutant.path, mutant.number)
        hear, tell = self._context.Pipe(duplex=False)
        process = self._context.Process(target=be_mutant, args=(change, chosen, int(20 + 5 * needed), tell))
        process.start()
        tell.close()
        if not _ends(process):
            os.killpg(process.pid or 0, signal.SIGKILL)
            process.join()
            return "timed out", ""
        if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "timed out", ""
        try:
            failed = hear.recv()
        except EOFError:
            failed = ""
        return ("survived" if process.exitcode == 0 else "killed"), failed


def _ends(process: BaseProcess) -> bool:
    """Wait for a process; False where it stands still. One that only waits for its turn at a busy machine does not."""
    seen: deque[bool] = deque(maxlen=LOOKS)
    while process.exitcode is None:
        process.join(LOOK_EVERY)
        seen.append(is_busy(process.pid or 0))
        if len(seen) == LOOKS and sum(seen) < LOOKS / 2:
            return process.exitcode is not None
    return True


class Witness:
    """A plugin that remembers the first test that failed."""

    failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def be_mutant(change: tuple[str, int] | None, tests: list[str], processor_seconds: int, tell: Connection) -> None:
    """Be the process of one mutant: import our modules with the change in them, and run the tests."""
    os.setsid()  # What the tests start ends with this process, if it must be ended.
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    assert not any(name == "branchline" or name.startswith("branchline.") for name in sys.modules)
    if change is not None:
        sys.meta_path.insert(0, Mutating(*change))
    os.chdir(ROOT)
    os.environ |= {"BRANCHLINE_SEED": "1", "HYPOTHESIS_PROFILE": "ci", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    with open(os.devnull, "w", encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    # Nobody reads why a test failed, so asserts need not be rewritten; most plugins only cost time here.
    options = ["-x", "-q", "--assert=plain", "-p", "_hypothesis_pytestplugin", "-p", "pytest_timeout"]
    options += ["-o", "timeout=0", "-p", "no:cacheprovider", "-p", "no:unraisableexception", "-p", "no:threadexception"]
    witness = Witness()
    code = int(pytest.main([*options, *tests], plugins=[witness]))
    tell.send(witness.failed)
    os._exit(code)  # Threads and pools of a broken program need not end by themselves.


class Mutating(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with a change in it."""

    def __init__(self, path: str, number: int) -> None:
        self._file = ROOT / path
        self._number = number
        self._name = ".".join(Path(path).relative_to("src").with_suffix("").parts).removesuffix(".__init__")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self._file))

    def exec_module(self, module: types.ModuleType) -> None:
        module.__file__ = str(self._file)
        tree = mutated(self._file.read_text("utf-8"), self._number)
        exec(compile(tree, str(self._file), "exec"), module.__dict__)
