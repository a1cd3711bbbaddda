"""A batch of games for research: deal, ask, decide and score thousands of them with one call each.

    batch = Batch(load_game("usa"), seats=2, size=16384)
    batch.reset(range(16384))
    mask = batch.new_mask()
    while not batch.over.all():
        batch.mask(mask)
        batch.step(choose(mask))

The caller owns the buffers; nothing is allocated in a step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.lane.choose import choose_all
from branchline.lane.engine import LaneGame, new_lane
from branchline.lane.layout import NOTHING
from branchline.lane.rng import seeds_as_words

T = TypeVar("T")


class Batch:
    """So many games of one board with the same number of seats, shared out among `threads`.

    `games` are the records; `actors` names the seat that decides in each of them, -1 where the game is over. Seats that
    choose in secret at the same time are asked in their order.
    """

    def __init__(self, game: AnyGame, seats: int, size: int, threads: int = 1) -> None:
        if seats not in game.seat_counts:
            raise ValueError(f"{game.board_id} is not played by {seats}")
        if not 1 <= threads <= size:
            raise ValueError(f"a batch of {size} games cannot be shared out among {threads} threads")
        first = new_lane(game)
        self.space = first.space
        self.seats = seats
        self.games = np.zeros(size, first.record)
        self.actors = np.full(size, NOTHING, np.int16)
        self._sheets = first.sheets
        self._lanes = [first, *(first.another() for _ in range(threads - 1))]
        self._parts = [slice(size * part // threads, size * (part + 1) // threads) for part in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    @property
    def over(self) -> NDArray[np.bool_]:
        return self.actors == NOTHING

    def new_mask(self) -> NDArray[np.bool_]:
        """A buffer for `mask`: one row for each game, one column for each code."""
        return np.zeros((len(self.games), self.space.size), np.bool_)

    def new_scores(self) -> NDArray[Any]:
        """A buffer for `score`, with the fields of SCORE, or of CARD_SCORE."""
        return np.zeros(len(self.games), self._sheets)

    def reset(self, seeds: Iterable[int], first: Seat | None = None) -> None:
        """Deal all games anew, each from its seed, as `game.start` does."""
        words = seeds_as_words(seeds)
        if len(words) != len(self.games):
            raise ValueError(f"a batch of {len(self.games)} games needs as many seeds, not {len(words)}")
        begins = NOTHING if first is None else first
        self._share(
            lambda lane, part: lane.reset_rows(self.games[part], self.actors[part], self.seats, words[part], begins)
        )

    def mask(self, out: NDArray[np.bool_]) -> None:
        """Mark the codes that may be chosen in each game; none in those that are over."""
        self._share(lambda lane, part: lane.mask_rows(self.games[part], self.actors[part], out[part]))

    def choose(self, mask: NDArray[np.bool_], out: NDArray[np.int32], seed: int) -> None:
        """Choose a legal code at random for each game: the simplest of players, and something to start from."""
        choose_all(mask, seeds_as_words([seed])[0], out)

    def step(self, actions: NDArray[np.int32]) -> None:
        """Do what these codes say, one for each game; what stands there for a game that is over does not matter.

        It trusts its caller, as `perform` does: an illegal code leaves nonsense behind.
        """
        self._share(lambda lane, part: lane.step_rows(self.games[part], self.actors[part], actions[part]))

    def score(self, out: NDArray[Any]) -> None:
        """Score every game as it stands."""
        self._share(lambda lane, part: lane.score_rows(self.games[part], out[part]))

    def play_out(self, seed: int) -> int:
        """Play every game to its end at random, from wherever it is; tell how many decisions that took."""
        chances = seeds_as_words(range(seed, seed + len(self._parts)))
        numbers = {part.start: number for number, part in enumerate(self._parts)}
        taken = self._share(
            lambda lane, part: lane.play_rows(self.games[part], self.actors[part], chances[numbers[part.start]])
        )
        return sum(taken)

    def _share(self, work: Callable[[LaneGame, slice], T]) -> list[T]:
        """Do something with every part of the batch, each in a thread of its own: compiled code lets others run."""
        if self._pool is None:
            return [work(self._lanes[0], self._parts[0])]
        return list(self._pool.map(work, self._lanes, self._parts))
