"""A race of ideas: all are tried in the same imagined worlds, and one that falls clearly behind is tried no further."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import stdev
from time import perf_counter
from typing import Final, TypeAlias, TypeVar

from branchline.bots.bot import Budget

T = TypeVar("T")

World: TypeAlias = Callable[[T], float]
"""Gives the value of an idea in one imagined world."""

MIN_WORLDS: Final = 5
"""No idea is given up before so many worlds."""

GIVE_UP_ERRORS: Final = 2.0
"""An idea is given up when it is so many standard errors of the difference behind the leader."""

FIRST_TRIAL_SECONDS: Final = 0.1
"""The assumed duration of a trial before the first one was timed."""

SAFETY_FACTOR: Final = 2.0
"""A trial begins only if so many times the longest one so far fit into the time left."""


class TrialClock:
    """Tells whether there is time for another trial, by the longest so far; without a limit there always is."""

    def __init__(self, seconds: float | None) -> None:
        self._until = None if seconds is None else perf_counter() + seconds
        self._last = perf_counter()
        self._longest = FIRST_TRIAL_SECONDS

    def has_time(self) -> bool:
        if self._until is None:
            return True
        now = perf_counter()
        self._longest = max(self._longest, now - self._last)
        self._last = now
        return now + SAFETY_FACTOR * self._longest < self._until


class Race:
    """The results of numbered ideas in the same worlds; each starts with a head start, in points over all worlds."""

    def __init__(self, head_starts: Sequence[float]) -> None:
        self._head_starts = head_starts
        self._results: list[list[float]] = [[] for _ in head_starts]
        self.running = list(range(len(head_starts)))

    @property
    def leader(self) -> int:
        return max(self.running, key=self._total)

    def record(self, results: Sequence[float]) -> None:
        """Add the results of the running ideas in one more world, and give up those that are clearly behind."""
        for idea, result in zip(self.running, results, strict=True):
            self._results[idea].append(result)
        leader = self.leader
        if len(self._results[leader]) >= MIN_WORLDS:
            self.running = [idea for idea in self.running if idea == leader or not self._is_behind(idea, leader)]

    def _total(self, idea: int) -> float:
        return self._head_starts[idea] + sum(self._results[idea])

    def _is_behind(self, idea: int, leader: int) -> bool:
        differences = [best - mine for best, mine in zip(self._results[leader], self._results[idea], strict=True)]
        error = stdev(differences) * sqrt(len(differences))
        return self._total(leader) - self._total(idea) >= GIVE_UP_ERRORS * error


def race(ideas: Sequence[T], head_starts: Sequence[float], budget: Budget, new_world: Callable[[], World[T]]) -> T:
    """Return the idea with the highest total. An iteration is one idea in one world.

    A world in which there is no time for all running ideas does not count.
    """
    standings = Race(head_starts)
    clock = TrialClock(budget.seconds)
    left = max(budget.iterations, len(ideas))
    while 1 < len(standings.running) <= left:
        world = new_world()
        results = []
        for idea in standings.running:
            if not clock.has_time():
                return ideas[standings.leader]
            results.append(world(ideas[idea]))
        left -= len(results)
        standings.record(results)
    return ideas[standings.leader]
