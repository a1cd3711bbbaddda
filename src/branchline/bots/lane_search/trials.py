"""Trials of ideas: each is done in the same imagined worlds, and the game played on from there.

The worlds are the lane's, and so are the players in them: each decides by what its own seat knows in that world. The
same world has the same chance for every idea, so that little else than the idea itself makes the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import inf, sqrt
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.bots.compiled import CompiledBot
from branchline.bots.lane_search.playouts import NetworkPlayouts
from branchline.lane.engine import LaneGame, Rows
from branchline.lane.imagine import Imagination
from branchline.lane.rng import seeds_as_words

MAX_BATCH: Final = 16
"""Worlds that are imagined at a time at most; after each batch, ideas that are clearly behind are given up."""

MIN_BATCHES: Final = 4
"""A small budget is shared out among so many batches at least, if it suffices for them."""

GIVE_UP_ERRORS: Final = 1.7
"""An idea is given up when it is so many times the remaining doubt behind the leader."""

FIRST_IDEA_ERRORS: Final = 3.0
"""The same for the first idea, to which all others are compared in the end."""

TRUST_IN_PROMISES: Final = 0.65
"""How much of what the network expects after a few turns comes true on the mean: of three points, about two."""

MIN_WORLDS: Final = 5
"""No idea is given up, and none preferred to the first, before so many worlds; the smallest budget has as many."""

Results: TypeAlias = NDArray[np.float64]
"""First the leads of a seat by idea and world, then what was expected on the way; not a number where an idea was tried
no further."""


class Idea(NamedTuple):
    """An action by its code, how many points worse than the first idea it is expected to be, and how doubtful that is.

    The doubt is a standard deviation. A whole game has one of 35 points, so that the best of several ideas after a few
    worlds is mostly the luckiest.
    """

    code: int
    loss: float = 0.0
    doubt: float = 2.5


def ideas_of(adviser: CompiledBot, codes: Sequence[int]) -> list[Idea]:
    """The ideas of a compiled player, its best one first, with what it expects of the others."""
    return [Idea(code, adviser.loss if place else 0.0, adviser.doubt) for place, code in enumerate(codes)]


class Search:
    """Tries ideas for the decisions of one game. It has buffers of its own, as each of its threads has."""

    def __init__(self, lane: LaneGame, threads: int = 1) -> None:
        self._lanes = [lane.another() for _ in range(threads)]
        self._playouts = [NetworkPlayouts(each) for each in self._lanes]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def best_of(self, view: Any, ideas: Sequence[Idea], trials: int, seed: int, has_time: Callable[[], bool]) -> int:
        """The number of the best idea. The first one has the benefit of the doubt.

        A trial is one idea in one world; the same number of them gives the same answer, with any number of threads.
        """
        return best_idea(self.race(view, ideas, trials, seed, has_time), ideas)

    def race(self, view: Any, ideas: Sequence[Idea], trials: int, seed: int, has_time: Callable[[], bool]) -> Results:
        """Try ideas in the same worlds, batch by batch; those that fall clearly behind are tried no further."""
        imagination = Imagination(self._lanes[0], view)
        size = max(1, min(MAX_BATCH, trials // (len(ideas) * MIN_BATCHES)))
        worlds = np.zeros(size, self._lanes[0].record)
        results: Results = np.zeros((2, len(ideas), 0))
        running, left = list(range(len(ideas))), max(trials, MIN_WORLDS * len(ideas))
        while len(running) > 1 and size * len(running) <= left and has_time():
            first = seed + 2 * results.shape[2]
            imagination.fill(worlds, seeds_as_words(range(first, first + size)))
            chances = seeds_as_words(range(first + size, first + 2 * size))
            batch = np.full((2, len(ideas), size), np.nan)
            batch[:, running] = self.leads_after(worlds, view.seat, [ideas[number].code for number in running], chances)
            results = np.concatenate([results, batch], axis=2)
            left -= size * len(running)
            running = still_running(results, running, ideas)
        return results

    def leads_after(self, worlds: Rows, seat: int, codes: Sequence[int], chances: NDArray[np.uint64]) -> Results:
        """The results by code and world when the code is done there and the game played on."""
        games = np.tile(worlds, len(codes))
        actions = np.repeat(np.array(codes, np.int32), len(worlds))
        generators = np.tile(chances, (len(codes), 1))
        actors = np.full(len(games), seat, np.int16)
        leads = np.zeros((2, len(games)))

        def play(thread: int) -> None:
            part = parts[thread]
            self._lanes[thread].step_rows(games[part], actors[part], actions[part])
            leads[:, part] = self._playouts[thread].leads(games[part], actors[part], seat, generators[part])

        threads = range(len(self._lanes))
        parts = [slice(len(games) * i // len(threads), len(games) * (i + 1) // len(threads)) for i in threads]
        list(map(play, threads) if self._pool is None else self._pool.map(play, threads))
        return leads.reshape(2, len(codes), len(worlds))


def still_running(results: Results, running: Sequence[int], ideas: Sequence[Idea]) -> list[int]:
    """The ideas that are not clearly behind the leader of those that are running."""
    leader = max(running, key=lambda number: judged(results, number, 0, ideas).gain)
    return [number for number in running if number == leader or not _is_behind(results, number, leader, ideas)]


def _is_behind(results: Results, number: int, leader: int, ideas: Sequence[Idea]) -> bool:
    gain, doubt = judged(results, leader, number, ideas)
    return gain > (FIRST_IDEA_ERRORS if number == 0 else GIVE_UP_ERRORS) * doubt


def best_idea(results: Results, ideas: Sequence[Idea]) -> int:
    """The idea that gains most over the first one; the first of them where several do."""
    return max(range(len(ideas)), key=lambda number: judged(results, number, 0, ideas).gain)


class Judgment(NamedTuple):
    """What an idea brings more than another one, and the standard deviation of that, in points."""

    gain: float
    doubt: float


def judged(results: Results, number: int, other: int, ideas: Sequence[Idea]) -> Judgment:
    """What was expected before, what the network expects on the way, and the ends of games, taken together."""
    if number == other:
        return Judgment(0.0, 0.0)
    difference, error = compared(results[0], number, other)
    promised, _ = compared(results[1], number, other)
    expected = TRUST_IN_PROMISES * promised + ideas[other].loss - ideas[number].loss
    doubt = max(ideas[number].doubt, ideas[other].doubt)
    trust = 1 / (1 + (error / doubt) ** 2)
    return Judgment(trust * difference + (1 - trust) * expected, doubt * sqrt(1 - trust))


def compared(leads: NDArray[np.float64], idea: int, other: int) -> tuple[float, float]:
    """By how much an idea is ahead of another in the worlds where both were tried, and the standard error of that.

    The error is without bounds before there are worlds enough to tell.
    """
    differences = leads[idea] - leads[other]
    differences = differences[~np.isnan(differences)]
    if len(differences) < MIN_WORLDS:
        return 0.0, inf
    return float(differences.mean()), float(differences.std(ddof=1)) / sqrt(len(differences))
