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

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import Any, TypeAlias, TypeVar
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.lane.choose import choose_all, choose_packed
from branchline.lane.engine import LaneGame, new_lane
from branchline.lane.layout import NOTHING
from branchline.lane.marks import Mask, all_touched, packed_words
from branchline.lane.players.names import player_numbers
from branchline.lane.players.play import Players, new_players
from branchline.lane.players.told import TOLD
from branchline.lane.rng import seeds_as_words

T = TypeVar("T")

PlayersNamed: TypeAlias = str | Sequence[str] | NDArray[np.int64]
"""Compiled players: one name for all seats, a name for each, or their numbers, a row for each game."""


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
        self.lane = first
        self.space = first.space
        self.observation, self._places = first.observation(seats)
        self.seats = seats
        self.games = np.zeros(size, first.record)
        self.actors = np.full(size, NOTHING, np.int16)
        self._sheets = first.sheets
        self._masked: ref[Mask] | None = None
        self._touched = np.zeros((0, 0), np.uint64)
        self._lanes = [first, *(first.another() for _ in range(threads - 1))]
        self._parts = [slice(size * part // threads, size * (part + 1) // threads) for part in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._players: list[Players] = []

    @property
    def over(self) -> NDArray[np.bool_]:
        return self.actors == NOTHING

    def new_mask(self) -> NDArray[np.bool_]:
        """A buffer for `mask`: one row for each game, one column for each code."""
        return np.zeros((len(self.games), self.space.size), np.bool_)

    def new_packed_mask(self) -> NDArray[np.uint64]:
        """The same with a bit for each code, in words of 64: less memory to go through, which makes stepping quicker.

        `lane.bits.members_of(mask, batch.space.size)` gives the columns.
        """
        return np.zeros((len(self.games), packed_words(self.space.size)), np.uint64)

    def new_observation(self) -> NDArray[np.int16]:
        """A buffer for `observe`: one row for each game; `observation` says what stands where in it."""
        return np.zeros((len(self.games), self.observation.size), np.int16)

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

    def mask(self, out: Mask) -> None:
        """Mark the codes that may be chosen in each game; none in those that are over.

        A buffer that is given again is cleared only where it was marked before: set no marks in it yourself.
        """
        touched = self._touched_in(out)
        self._share(
            lambda lane, part: lane.mask_rows(self.games[part], self.actors[part], _part_of(touched, part), out[part])
        )

    def _touched_in(self, out: Mask) -> NDArray[np.uint64] | None:
        """Where a mask has marks: everywhere, perhaps, unless it is the one of last time. None for a packed one."""
        if out.dtype == np.uint64:
            return None
        if self._masked is None or self._masked() is not out:
            self._masked = ref(out)
            self._touched = all_touched(len(self.games), self.space.size)
        return self._touched

    def observe(self, out: NDArray[np.int16], viewers: NDArray[np.int16] | None = None) -> None:
        """Write down what the seat to decide sees of each game, or the seat that `viewers` names; zeros for -1."""
        seats = self.actors if viewers is None else viewers
        self._share(lambda lane, part: lane.observe_rows(self.games[part], seats[part], self._places, out[part]))

    def choose(self, mask: Mask, out: NDArray[np.int32], seed: int) -> None:
        """Choose a legal code at random for each game: the simplest of players, and something to start from."""
        choose = choose_packed if mask.dtype == np.uint64 else choose_all
        choose(mask, seeds_as_words([seed])[0], out)

    def step_and_mask(self, actions: NDArray[np.int32], out: Mask) -> None:
        """`step`, then `mask`, but quicker: each game is looked at once."""
        touched = self._touched_in(out)
        self._share(
            lambda lane, part: lane.step_and_mask_rows(
                self.games[part], self.actors[part], actions[part], _part_of(touched, part), out[part]
            )
        )

    def step(self, actions: NDArray[np.int32], where: NDArray[np.bool_] | None = None) -> None:
        """Do what these codes say, one for each game; what stands there for a game that is over does not matter.

        With `where`, only those games go on. It trusts its caller, as `perform` does: an illegal code leaves nonsense
        behind.
        """
        actors = self.actors if where is None else np.where(where, self.actors, np.int16(NOTHING))
        self._share(lambda lane, part: lane.step_rows(self.games[part], actors[part], actions[part]))
        if where is not None:
            np.copyto(self.actors, actors, where=where)

    def picked(self, numbers: NDArray[np.intp]) -> Batch:
        """Some of the games as a batch of their own: copies, which `put` brings back."""
        part = copy(self)
        part.games, part.actors = self.games[numbers], self.actors[numbers]
        part._lanes, part._parts, part._pool = self._lanes[:1], [slice(0, len(numbers))], None
        part._masked = None
        return part

    def put(self, numbers: NDArray[np.intp], part: Batch) -> None:
        """Let games that were picked stand as they are in `part`."""
        self.games[numbers], self.actors[numbers] = part.games, part.actors

    def score(self, out: NDArray[Any]) -> None:
        """Score every game as it stands."""
        self._share(lambda lane, part: lane.score_rows(self.games[part], out[part]))

    def play_out(self, seed: int | Sequence[int], players: PlayersNamed = "random", *, told: Any = None) -> int:
        """Play every game to its end, from wherever it is; tell how many decisions that took.

        The players are "random", "hasty", "greedy" and "planner" (`players.names` has their numbers). Their own chance
        comes from the seed, which counts up from game to game, or from a seed for each. `told` may be a row of
        `players.told.TOLD` for each game.
        """
        if isinstance(players, str) and players == "random" and isinstance(seed, int) and told is None:
            return self._play_at_random(seed)
        return self._play(seed, players, told, opening=False)

    def play_openings(self, seed: int | Sequence[int], players: PlayersNamed, *, told: Any = None) -> int:
        """As `play_out`, but only until all have chosen their first tickets."""
        return self._play(seed, players, told, opening=True)

    def _play(self, seed: int | Sequence[int], players: PlayersNamed, told: Any, *, opening: bool) -> int:
        names = players if isinstance(players, np.ndarray) else player_numbers(players, self.seats)
        numbers = np.broadcast_to(np.asarray(names, np.int64), (len(self.games), self.seats)).copy()
        chances = seeds_as_words(range(seed, seed + len(self.games)) if isinstance(seed, int) else seed)
        notes = np.zeros(len(self.games), TOLD) if told is None else told
        if not self._players:
            self._players = [new_players(lane) for lane in self._lanes]

        def play(lane: LaneGame, part: slice) -> int:
            mine = self._players[self._lanes.index(lane)]
            return mine.play_rows(
                self.games[part], self.actors[part], numbers[part], chances[part], notes[part], opening
            )

        return sum(self._share(play))

    def _play_at_random(self, seed: int) -> int:
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


def _part_of(touched: NDArray[np.uint64] | None, part: slice) -> NDArray[np.uint64] | None:
    return None if touched is None else touched[part]
