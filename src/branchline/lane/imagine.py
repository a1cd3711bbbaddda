"""Imagined worlds by the thousand: the same as `game.imagine` gives for the same seeds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.lane.engine import LaneGame, Rows
from branchline.lane.knowledge.clues import clues_of, work_for
from branchline.lane.knowledge.open_table import chosen_in
from branchline.lane.rng import seeds_as_words


class Imagination:
    """The worlds that a watcher cannot tell from the real one; `view` is what it sees and remembers.

    What it knows is written down once; then worlds cost next to nothing. It has buffers of its own, so that each
    thread needs one.
    """

    def __init__(self, lane: LaneGame, view: Any) -> None:
        assert view.memory is not None, "imagining takes a view with a memory"
        self._lane = lane
        self._clues = clues_of(view.memory, chosen_in(view.phase))
        self._work = work_for(self._clues)
        self._open = lane.open_row(view)

    def worlds(self, seeds: Iterable[int]) -> Rows:
        """A world for each seed: the one that `game.imagine(view, seed)` gives."""
        generators = seeds_as_words(seeds)
        games = np.zeros(len(generators), self._lane.record)
        self.fill(games, generators)
        return games

    def fill(self, games: Rows, generators: NDArray[np.uint64]) -> None:
        """Overwrite games with worlds, one for each generator, given as rows of its high and low word."""
        games[:] = self._open
        self._lane.imagine_rows(self._clues, self._work, games, generators)
