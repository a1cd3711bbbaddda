"""A race: ideas are tried out in the same imagined worlds, and whichever falls clearly behind runs no further."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import stdev
from time import perf_counter
from typing import Final, TypeAlias, TypeVar

from branchline.bots.bot import Budget

T = TypeVar("T")

World: TypeAlias = Callable[[T], float]
"""Tells how well an idea does in this world."""

LEAST_WORLDS: Final = 5
"""Nobody is given up before so many worlds."""

CLEARLY: Final = 2.0
"""Standard errors by which an idea is behind the first when it is given up."""

FIRST_TRIAL: Final = 0.1
"""Seconds that a trial is thought to take before the first."""

SAFELY: Final = 2.0
"""A trial may take so many times as long as the longest before."""


class Clock:
    """Tells whether there is time for another trial, by the longest so far; without a limit there always is."""

    def __init__(self, seconds: float | None) -> None:
        self._until = None if seconds is None else perf_counter() + seconds
        self._last = perf_counter()
        self._longest = FIRST_TRIAL

    def has_time(self) -> bool:
        if self._until is None:
            return True
        now = perf_counter()
        self._longest = max(self._longest, now - self._last)
        self._last = now
        return now + SAFELY * self._longest < self._until


class Race:
    """What is known of ideas that are tried in the same worlds; each starts so many points ahead."""

    def __init__(self, ahead: Sequence[float]) -> None:
        self._ahead = ahead
        self._found: list[list[float]] = [[] for _ in ahead]
        self.running = list(range(len(ahead)))

    @property
    def first(self) -> int:
        return max(self.running, key=self._total)

    def note(self, found: Sequence[float]) -> None:
        """How those that are running did in one more world."""
        for runner, more in zip(self.running, found, strict=True):
            self._found[runner].append(more)
        first = self.first
        if len(self._found[first]) >= LEAST_WORLDS:
            self.running = [runner for runner in self.running if runner == first or not self._is_lost(runner, first)]

    def _total(self, runner: int) -> float:
        return self._ahead[runner] + sum(self._found[runner])

    def _is_lost(self, runner: int, first: int) -> bool:
        behind = [best - mine for best, mine in zip(self._found[first], self._found[runner], strict=True)]
        return self._total(first) - self._total(runner) >= CLEARLY * stdev(behind) * sqrt(len(behind))


def winner(ideas: Sequence[T], ahead: Sequence[float], budget: Budget, new_world: Callable[[], World[T]]) -> T:
    """The idea that does best. An iteration is one idea in one world.

    A world in which there is no time for all of them does not count.
    """
    race = Race(ahead)
    clock = Clock(budget.seconds)
    left = max(budget.iterations, len(ideas))
    while 1 < len(race.running) <= left:
        world = new_world()
        found = []
        for runner in race.running:
            if not clock.has_time():
                return ideas[race.first]
            found.append(world(ideas[runner]))
        left -= len(found)
        race.note(found)
    return ideas[race.first]
