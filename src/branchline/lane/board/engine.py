"""A board game in the lane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.score import Outcome
from branchline.core.states.state import State
from branchline.core.views.view import View
from branchline.lane.board.convert import state_of, write_state
from branchline.lane.board.imagine import imagine_all
from branchline.lane.board.many import mask_all, play_all, reset_all, score_all, step_all, step_and_mask_all
from branchline.lane.board.step import actor, legal, perform
from branchline.lane.codes import Space
from branchline.lane.engine import LaneGame, Row, Rows
from branchline.lane.knowledge.clues import Clues, DealWork
from branchline.lane.knowledge.open_table import open_state
from branchline.lane.layout import DESK, GAME
from branchline.lane.marks import Mask
from branchline.lane.observation.board import observe_all
from branchline.lane.scoring.outcome import score_of
from branchline.lane.scoring.work import SCORE, WORK
from branchline.lane.tables import board_record
from branchline.rules.board.game import BoardGame


class BoardLane(LaneGame):
    """A board game with its board as a record of constants."""

    record = GAME
    sheets = SCORE

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self.space: Space = Space(game)
        self.board = board_record(game, self.space)
        super().__init__()

    def new_buffers(self) -> None:
        self.desk = np.zeros(1, DESK)[0]
        self.codes = np.zeros(self.space.size, np.int32)
        self.work = np.zeros(1, WORK)[0]

    def reset_rows(self, games: Rows, actors: NDArray[np.int16], seats: int, seeds: Any, first: int) -> None:
        reset_all(self.board, games, actors, seats, seeds, first)

    def mask_rows(self, games: Rows, actors: NDArray[np.int16], touched: Any, out: Mask) -> None:
        mask_all(self.board, games, actors, self.desk, self.codes, touched, out)

    def step_and_mask_rows(
        self, games: Rows, actors: NDArray[np.int16], codes: NDArray[Any], touched: Any, out: Mask
    ) -> None:
        step_and_mask_all(self.board, games, actors, codes, self.desk, self.codes, touched, out)

    def step_rows(self, games: Rows, actors: NDArray[np.int16], codes: NDArray[Any]) -> None:
        step_all(self.board, games, actors, codes)

    def observe_rows(self, games: Rows, viewers: NDArray[np.int16], places: Any, out: NDArray[np.int16]) -> None:
        observe_all(self.board, places, games, viewers, self.desk, self.work, out)

    def score_rows(self, games: Rows, out: NDArray[Any]) -> None:
        score_all(self.board, games, self.work, out)

    def play_rows(self, games: Rows, actors: NDArray[np.int16], chance: Any) -> int:
        return play_all(self.board, games, actors, chance, self.desk, self.codes)

    def imagine_rows(self, clues: Clues, work: DealWork, games: Rows, seeds: NDArray[np.uint64]) -> None:
        imagine_all(self.board, clues, work, games, seeds)

    def actor(self, row: Row) -> int:
        return actor(row[0])

    def legal(self, row: Row, seat: int) -> Sequence[int]:
        return self.codes[: legal(self.board, row[0], seat, self.desk, self.codes)].tolist()

    def perform(self, row: Row, seat: int, code: int) -> None:
        perform(self.board, row[0], seat, int(code))

    def state(self, row: Row) -> State:
        return state_of(self.space, row[0])

    def write(self, state: State, row: Row) -> None:
        write_state(self.space, state, row[0])

    def open_row(self, view: View) -> Row:
        return self.row(open_state(view))

    def score_of(self, outcome: Outcome) -> Any:
        return score_of(outcome)
