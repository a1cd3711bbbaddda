"""One game in the lane, from Python: what `core.game.Game` is for states, this is for records."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.ids import Seat, TicketId
from branchline.core.phases import FirstTickets
from branchline.core.score import Outcome
from branchline.lane.codes import Entry, offer_to
from branchline.lane.knowledge.clues import Clues, DealWork
from branchline.lane.layout import NOTHING
from branchline.lane.marks import Mask
from branchline.lane.observation.layout import ObservationLayout, layout_of, places_of
from branchline.lane.rng import seeds_as_words
from branchline.rules.board.game import BoardGame
from branchline.rules.cards.game import CardGame

Rows: TypeAlias = NDArray[Any]
"""Games: an array of records."""
Row: TypeAlias = NDArray[Any]
"""One game: a row of one record. Of a batch it is a slice, `batch.games[7:8]`."""


class ActionSpace(Protocol):
    """The action codes of a board or a set of cards."""

    @property
    def entries(self) -> Sequence[Entry]: ...
    @property
    def size(self) -> int: ...
    @property
    def digest(self) -> str: ...
    def action(self, code: int, offer: Sequence[TicketId] = ...) -> Action: ...
    def code(self, action: Action, offer: Sequence[TicketId] = ..., *, first: bool = ...) -> int: ...


class LaneGame(ABC):
    """A game with what is printed for it. It has buffers of its own, so that each thread needs one."""

    game: AnyGame
    space: ActionSpace
    record: np.dtype[Any]
    """Of a game."""
    sheets: np.dtype[Any]
    """Of the score sheets of a game."""

    def __init__(self) -> None:
        self._layouts: dict[int, tuple[ObservationLayout, Any]] = {}
        self.new_buffers()

    @abstractmethod
    def new_buffers(self) -> None: ...

    # Many games at once; `actors` names the seat to be asked in each.
    @abstractmethod
    def reset_rows(self, games: Rows, actors: NDArray[np.int16], seats: int, seeds: Any, first: int) -> None: ...
    @abstractmethod
    def mask_rows(self, games: Rows, actors: NDArray[np.int16], touched: Any, out: Mask) -> None:
        """`touched` says where `out` has marks (`lane.marks`)."""

    @abstractmethod
    def step_and_mask_rows(
        self, games: Rows, actors: NDArray[np.int16], codes: NDArray[Any], touched: Any, out: Mask
    ) -> None: ...
    @abstractmethod
    def step_rows(self, games: Rows, actors: NDArray[np.int16], codes: NDArray[Any]) -> None: ...
    @abstractmethod
    def observe_rows(self, games: Rows, viewers: NDArray[np.int16], places: Any, out: NDArray[np.int16]) -> None: ...
    @abstractmethod
    def score_rows(self, games: Rows, out: NDArray[Any]) -> None: ...
    @abstractmethod
    def play_rows(self, games: Rows, actors: NDArray[np.int16], chance: Any) -> int: ...
    @abstractmethod
    def imagine_rows(self, clues: Clues, work: DealWork, games: Rows, seeds: NDArray[np.uint64]) -> None: ...

    # One game.
    @abstractmethod
    def actor(self, row: Row) -> int:
        """The seat to be asked next; NOTHING (-1) when the game is over."""

    @abstractmethod
    def legal(self, row: Row, seat: int) -> Sequence[int]:
        """The codes of all that a seat may do, in the order of `game.legal`. They hold until the next call."""

    @abstractmethod
    def perform(self, row: Row, seat: int, code: int) -> None:
        """Do what a legal code says, in place."""

    @abstractmethod
    def state(self, row: Row) -> Any: ...
    @abstractmethod
    def write(self, state: Any, row: Row) -> None: ...
    @abstractmethod
    def open_row(self, view: Any) -> Row:
        """What a view shows, without the secrets of anybody; `lane.imagine` fills them in."""

    @abstractmethod
    def score_of(self, outcome: Outcome) -> Any:
        """An outcome of the core as a record like those of `score`, for whoever compares the two."""

    def another(self) -> LaneGame:
        """The same game with buffers of its own, for another thread."""
        other = copy(self)
        other.new_buffers()
        return other

    def start(self, seats: int, seed: int, first: Seat | None = None) -> Row:
        """A new game: the same deal as `game.start` gives for this seed."""
        if seats not in self.game.seat_counts:
            raise ValueError(f"{self.game.board_id} is not played by {seats}")
        row, actors = np.zeros(1, self.record), np.zeros(1, np.int16)
        self.reset_rows(row, actors, seats, seeds_as_words([seed]), NOTHING if first is None else first)
        return row

    def score(self, row: Row) -> Any:
        """The score sheets of a game as a record."""
        scores = np.zeros(1, self.sheets)
        self.score_rows(row, scores)
        return scores[0]

    def observe(self, row: Row, viewer: int) -> NDArray[np.int16]:
        """What a seat sees of a game, as one vector; `lane.observation.layout` says what stands where."""
        layout, places = self.observation(int(row["seats"][0]))
        out = np.zeros((1, layout.size), np.int16)
        self.observe_rows(row, np.array([viewer], np.int16), places, out)
        return out[0]

    def observation(self, seats: int) -> tuple[ObservationLayout, Any]:
        """The layout of observations with so many seats, and the same for compiled code."""
        if seats not in self._layouts:
            layout = layout_of(self.game, seats)
            self._layouts[seats] = layout, places_of(layout)
        return self._layouts[seats]

    def play_out(self, row: Row, seed: int) -> int:
        """Play a game to its end at random, in place, and tell how many decisions it took."""
        return self.play_rows(row, np.zeros(1, np.int16), seeds_as_words([seed])[0])

    def row(self, state: Any) -> Row:
        row = np.zeros(1, self.record)
        self.write(state, row)
        return row

    def action(self, state: Any, seat: int, code: int) -> Action:
        """What a code means in a state."""
        return self.space.action(int(code), offer_to(state, seat))

    def code(self, state: Any, seat: int, action: Action) -> int:
        """The code of an action in a state."""
        return self.space.code(action, offer_to(state, seat), first=isinstance(state.phase, FirstTickets))


def new_lane(game: AnyGame) -> LaneGame:
    """A game in the lane, with buffers of its own."""
    # Each sort of game is compiled when somebody asks for it.
    if isinstance(game, CardGame):
        from branchline.lane.cards.engine import CardLane

        return CardLane(game)
    from branchline.lane.board.engine import BoardLane

    return BoardLane(cast("BoardGame", game))


def lane_of(game: AnyGame) -> LaneGame:
    """The lane of a game, made once for each of the last few."""
    return _lane_of(cast("Hashable", game))


@lru_cache(maxsize=16)
def _lane_of(game: Hashable) -> LaneGame:
    return new_lane(cast("AnyGame", game))
