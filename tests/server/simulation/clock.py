"""Time that passes only when nothing else is to be done, the same on every run; and the clocks of the processes."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from random import Random
from typing import Any, Final, TypeVar

T = TypeVar("T")

EPOCH: Final = 1_800_000_000.0
"""The true time at which every world begins."""
DRIFT: Final = 1e-5
"""How much quicker or slower than the others a process may count; real clocks are ten times better."""


class Stuck(Exception):
    """Nobody has anything to do, now or later, and yet somebody waits."""


class Idle(selectors.SelectSelector):
    """Instead of waiting for the world, moves the time of its loop on."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck
        self.now += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._idle = Idle()
        super().__init__(self._idle)

    def time(self) -> float:
        return self._idle.now


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run to the end in virtual time."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(main)
    finally:
        while left := asyncio.all_tasks(loop):
            for task in left:
                task.cancel()
            loop.run_until_complete(asyncio.wait(left, timeout=1))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def true_time() -> float:
    """The time of the world, which no process knows."""
    return EPOCH + asyncio.get_running_loop().time()


class MachineClocks:
    """What a machine of the simulation offers to the server: a time of day that is wrong, and a counter that drifts."""

    def __init__(self, rng: Random, wrong_by: float) -> None:
        self._wrong_by = rng.uniform(-wrong_by, wrong_by)
        self._rate = 1.0 + rng.uniform(-DRIFT, DRIFT)

    def wall(self) -> float:
        return true_time() + self._wrong_by

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time() * self._rate
