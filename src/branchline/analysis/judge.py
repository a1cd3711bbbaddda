"""What one decision was worth: its moves are raced in imagined worlds, and the best is measured in fresh ones.

All worlds come from the view of the seat that decided, so that nothing can be judged by what it did not know. Whichever
move wins a race has been lucky in its worlds, too; what it is worth is therefore measured again, in worlds that had no
part in choosing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.analysis.calibration import Calibration, calibration_of, cautious
from branchline.analysis.candidates import Candidates
from branchline.analysis.playouts import PlayedOut, Playouts
from branchline.analysis.racing import best_move, still_running
from branchline.bots.compiled import CompiledBot
from branchline.bots.lane_search.playouts import VICTORY_POINTS
from branchline.core.actions import Action
from branchline.core.game import AnyGame

BATCH: Final = 16
"""Worlds of a race at a time; after each batch, moves that are clearly behind are tried no further."""

RACE_SHARE: Final = 0.6
"""Of the trials of a decision, so many are for the race."""

Values = NDArray[np.float64]


class Means(NamedTuple):
    """Means over worlds for every seat, and their standard errors."""

    mean: Values
    error: Values


class Gain(NamedTuple):
    """What one move brings above another in the same worlds; `lead` is in points, when victory counts as twenty."""

    win: Means
    margin: Means
    lead: Means


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision that was judged; the places are those of the candidates."""

    view: Any
    choices: int
    candidates: Candidates
    codes: Sequence[int]
    raced: PlayedOut
    """Not a number where a move was tried no further."""
    better: int
    """The best move; 0 where that is what was played."""
    measured: Sequence[int]
    """The moves that were measured in fresh worlds, in the order of the rows of `fresh`."""
    fresh: PlayedOut | None
    calibration: Calibration

    def compared(self, move: int, other: int) -> Gain:
        """What a move brings above another: in fresh worlds where both were measured there, else in the race."""
        if self.fresh is not None and {move, other} <= set(self.measured):
            return difference(self.fresh, self.measured.index(move), self.measured.index(other))
        return difference(self.raced, move, other)

    def suspected(self, move: int, other: int) -> Gain:
        """The same by all worlds, those of the race too: less error, but flattering to whichever move won the race."""
        if self.fresh is None or not {move, other} <= set(self.measured):
            return self.compared(move, other)
        rows = [self.measured.index(move), self.measured.index(other)]
        both = _rows(self.raced, [move, other]) + _rows(self.fresh, rows)
        return difference(both, 0, 1)

    def told(self, move: int, other: int) -> Gain:
        """As `compared`, with differences of chances as they are told; those of points stay as they were played out."""
        gain = self.compared(move, other)
        steepness = self.calibration.steepness(self.share(move), self.share(other), len(gain.win.mean))
        return gain._replace(win=Means(gain.win.mean * steepness, gain.win.error * steepness))

    def share(self, move: int) -> float:
        """The share of worlds that the seat wins after a move, neither none nor all."""
        seat, wins = self.view.seat, self.played.wins[0]
        share = cautious(float(wins[:, seat].mean()), len(wins))
        if move:
            share += float(self.compared(move, 0).win.mean[seat])
        least = cautious(0, len(wins))
        return min(1 - least, max(least, share))

    @property
    def played(self) -> PlayedOut:
        """What was played, in all worlds in which it was tried."""
        first = _rows(self.raced, [0])
        both = first if self.fresh is None else first + _rows(self.fresh, [0])
        tried = ~np.isnan(both.wins[0]).any(axis=1)
        return PlayedOut(*(values[:, tried] for values in both))


class Judge:
    """Judges decisions of one game, with so many trials each. A trial is one move in one world."""

    def __init__(self, game: AnyGame, effort: int) -> None:
        self.game, self.effort = game, effort
        self.playouts = Playouts(game)
        self.calibration = calibration_of(game)
        self.light = CompiledBot("planner", game)

    def judge(self, view: Any, legal: Sequence[Action], played: Action, seed: str) -> Judged:
        """Judge a decision between several actions by the view of its seat. The seed gives its worlds."""
        rng = Random(seed)
        candidates = Candidates(self.light, view, played, legal, rng)
        codes = candidates.codes(self.light, view)
        raced, left = self.race(view, codes, rng.getrandbits(48))
        better = best_move(leads(raced)[:, :, view.seat])
        judged = Judged(view, len(legal), candidates, codes, raced, better, (), None, self.calibration)
        measured = tuple(dict.fromkeys((0, better, candidates.planned)))
        worlds = max(BATCH, left // len(measured))
        return self.measure(judged, worlds, seed) if len(measured) > 1 else judged

    def measure(self, judged: Judged, worlds: int, seed: str) -> Judged:
        """The same decision with its best move measured in so many fresh worlds instead of those before."""
        measured = tuple(dict.fromkeys((0, judged.better, judged.candidates.planned)))
        first = Random(f"{seed} fresh {worlds}").getrandbits(48)
        seeds = range(first, first + worlds)
        imagined = self.playouts.imagination(judged.view).worlds(seeds)
        codes = [judged.codes[move] for move in measured]
        fresh = self.playouts.after(imagined, judged.view.seat, codes, range(first + worlds, first + 2 * worlds))
        return replace(judged, measured=measured, fresh=fresh)

    def race(self, view: Any, codes: Sequence[int], first: int) -> tuple[PlayedOut, int]:
        """Try all moves in the same worlds; those that fall clearly behind are tried no further.

        Also tells how many trials are left of all that there are for the decision.
        """
        imagination = self.playouts.imagination(view)
        left = max(round(self.effort * RACE_SHARE), BATCH * len(codes))
        kept = round(self.effort * (1 - RACE_SHARE))
        running = list(range(len(codes)))
        raced: PlayedOut | None = None
        while raced is None or (len(running) > 1 and BATCH * len(running) <= left):
            worlds = imagination.worlds(range(first, first + BATCH))
            seeds = range(first + BATCH, first + 2 * BATCH)
            batch = self.playouts.after(worlds, view.seat, [codes[move] for move in running], seeds)
            batch = _in_rows(batch, running, len(codes))
            raced = batch if raced is None else raced + batch
            left -= BATCH * len(running)
            first += 2 * BATCH
            running = still_running(leads(raced)[:, :, view.seat], running)
        return raced, kept + left


def _rows(ends: PlayedOut, rows: Sequence[int]) -> PlayedOut:
    """The games of some moves alone."""
    return PlayedOut(*(values[rows] for values in ends))


def _in_rows(batch: PlayedOut, running: Sequence[int], rows: int) -> PlayedOut:
    """The games of some moves in the rows of all of them; other rows are not numbers."""
    shape = (rows, *batch.wins.shape[1:])
    wins, margins = np.full(shape, np.nan), np.full(shape, np.nan)
    scores = np.zeros(shape[:2], batch.scores.dtype)
    wins[running], margins[running], scores[running] = batch
    return PlayedOut(wins, margins, scores)


def leads(ends: PlayedOut) -> Values:
    """What each end is worth to every seat in points."""
    return ends.margins + VICTORY_POINTS * ends.wins


def difference(ends: PlayedOut, move: int, other: int) -> Gain:
    """What a move brings above another in the worlds where both were tried."""
    return Gain(*(means(values[move] - values[other]) for values in (ends.wins, ends.margins, leads(ends))))


def means(values: Values) -> Means:
    """Means by seat of the values by world and seat, leaving out what is not a number."""
    values = values[~np.isnan(values).any(axis=1)]
    return Means(values.mean(axis=0), values.std(axis=0, ddof=1) / sqrt(len(values)))
