"""One board in the lane, from Python: games are made, asked and changed here, one at a time."""

from __future__ import annotations

from collections.abc import Hashable
from copy import copy
from functools import lru_cache
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.phases import FirstTickets
from branchline.core.states.state import State
from branchline.lane.board.many import play_all, reset_all, score_all
from branchline.lane.board.step import actor, legal, perform
from branchline.lane.codes import Space, offer_to
from branchline.lane.convert import state_of, write_state
from branchline.lane.layout import DESK, GAME, NOTHING, NoLane
from branchline.lane.rng import seeds_as_words
from branchline.lane.scoring.work import SCORE, WORK
from branchline.lane.tables import board_record
from branchline.rules.board.game import BoardGame

Row: TypeAlias = NDArray[Any]
"""One game: a row of one record. Of a batch it is a slice, `batch.games[7:8]`."""


class LaneGame:
    """A game with its board: what `core.game.Game` is for states, this is for records.

    It has buffers of its own, so that each thread needs its own lane.
    """

    def __init__(self, game: AnyGame) -> None:
        if not isinstance(game, BoardGame):
            raise NoLane(f"the fast lane does not play {game.name} yet; it plays the board games")
        self.game: BoardGame = game
        self.space = Space(game)
        self.board = board_record(game, self.space)
        self._new_buffers()

    def _new_buffers(self) -> None:
        self.desk = np.zeros(1, DESK)[0]
        self.codes = np.zeros(self.space.size, np.int32)
        self.work = np.zeros(1, WORK)[0]

    def another(self) -> LaneGame:
        """The same board with buffers of its own, for another thread."""
        other = copy(self)
        other._new_buffers()
        return other

    def start(self, seats: int, seed: int, first: Seat | None = None) -> Row:
        """A new game: the same deal as `game.start` gives for this seed."""
        if seats not in self.game.seat_counts:
            raise ValueError(f"{self.game.board_id} is not played by {seats}")
        row, actors = np.zeros(1, GAME), np.zeros(1, np.int16)
        reset_all(self.board, row, actors, seats, seeds_as_words([seed]), NOTHING if first is None else first)
        return row

    def actor(self, row: Row) -> int:
        """The seat to be asked next; NOTHING (-1) when the game is over."""
        return actor(row[0])

    def legal(self, row: Row, seat: int) -> NDArray[np.int32]:
        """The codes of all that a seat may do, in the order of `game.legal`. They hold until the next call."""
        return self.codes[: legal(self.board, row[0], seat, self.desk, self.codes)]

    def perform(self, row: Row, seat: int, code: int) -> None:
        """Do what a legal code says, in place."""
        perform(self.board, row[0], seat, int(code))

    def score(self, row: Row) -> Any:
        """The score sheets of a game as a record of the type SCORE."""
        scores = np.zeros(1, SCORE)
        score_all(self.board, row, self.work, scores)
        return scores[0]

    def play_out(self, row: Row, seed: int) -> int:
        """Play a game to its end at random, in place, and tell how many decisions it took."""
        chance, actors = seeds_as_words([seed])[0], np.zeros(1, np.int16)
        return play_all(self.board, row, actors, chance, self.desk, self.codes)

    def state(self, row: Row) -> State:
        return state_of(self.space, row[0])

    def row(self, state: State) -> Row:
        row = np.zeros(1, GAME)
        write_state(self.space, state, row[0])
        return row

    def action(self, state: State, seat: int, code: int) -> Action:
        """What a code means in a state."""
        return self.space.action(int(code), offer_to(state, seat))

    def code(self, state: State, seat: int, action: Action) -> int:
        """The code of an action in a state."""
        return self.space.code(action, offer_to(state, seat), first=isinstance(state.phase, FirstTickets))


def lane_of(game: AnyGame) -> LaneGame:
    """The lane of a game, made once for each of the last few."""
    return _lane_of(cast("Hashable", game))


@lru_cache(maxsize=16)
def _lane_of(game: Hashable) -> LaneGame:
    return LaneGame(cast("AnyGame", game))
