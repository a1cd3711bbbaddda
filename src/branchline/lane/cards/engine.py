"""The Card Game in the lane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, overload

import numpy as np
from numpy.typing import NDArray

from branchline.core.ids import Seat
from branchline.core.score import Outcome, Source, TieBreak
from branchline.core.states.card_state import CardState
from branchline.core.views.card_view import CardView
from branchline.lane.cards import scoring
from branchline.lane.cards.codes import CardSpace
from branchline.lane.cards.convert import card_state_of, write_card_state
from branchline.lane.cards.imagine import imagine_all
from branchline.lane.cards.layout import CARD_GAME, CARD_SCORE, FORKS, SETTLEMENT
from branchline.lane.cards.many import mask_all, play_all, reset_all, score_all, step_all, step_and_mask_all
from branchline.lane.cards.settlements import count_choices
from branchline.lane.cards.step import actor, legal, perform, settlement_code
from branchline.lane.cards.tables import card_set_record
from branchline.lane.engine import LaneGame, Row, Rows
from branchline.lane.knowledge.clues import Clues, DealWork
from branchline.lane.knowledge.open_table import open_card_state
from branchline.lane.marks import Mask
from branchline.lane.observation.cards import observe_all
from branchline.rules.cards.game import CardGame

DECIDED: Final = {
    TieBreak.POINTS: scoring.BY_POINTS,
    TieBreak.TICKETS: scoring.BY_TICKETS,
    TieBreak.BONUS_CARDS: scoring.BY_BONUS_CARDS,
    TieBreak.SHARED: scoring.SHARED,
}


class SettlementCodes(Sequence[int]):
    """The codes of all settlements that a stack can pay, the best one first; each is found when asked for."""

    def __init__(self, size: int, code_at: Callable[[int], int]) -> None:
        self._size, self._code_at = size, code_at

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self[i] for i in range(self._size)[index]]
        return self._code_at(range(self._size)[index])


class CardLane(LaneGame):
    """The Card Game with its cards as a record of constants.

    What a stack can pay in more ways than can be counted quickly is asked of the core; games that are played out at
    random settle nothing then. Only who hoards on purpose gets there.
    """

    record = CARD_GAME
    sheets = CARD_SCORE

    def __init__(self, game: CardGame) -> None:
        self.game = game
        self.space: CardSpace = CardSpace(game)
        self.cards = card_set_record(self.space)
        super().__init__()

    def new_buffers(self) -> None:
        self.codes = np.zeros(self.space.size, np.int32)
        self.forks = np.zeros(1, FORKS)[0]

    def reset_rows(self, games: Rows, actors: NDArray[np.int16], seats: int, seeds: Any, first: int) -> None:
        reset_all(self.cards, games, actors, seats, seeds, first)

    def mask_rows(self, games: Rows, actors: NDArray[np.int16], touched: Any, out: Mask) -> None:
        mask_all(self.cards, games, actors, self.codes, touched, out)

    def step_and_mask_rows(
        self, games: Rows, actors: NDArray[np.int16], codes: NDArray[Any], touched: Any, out: Mask
    ) -> None:
        step_and_mask_all(self.cards, games, actors, codes, self.codes, self.forks, touched, out)

    def step_rows(self, games: Rows, actors: NDArray[np.int16], codes: NDArray[Any]) -> None:
        step_all(self.cards, games, actors, codes, self.forks)

    def observe_rows(self, games: Rows, viewers: NDArray[np.int16], places: Any, out: NDArray[np.int16]) -> None:
        observe_all(self.cards, places, games, viewers, out)

    def score_rows(self, games: Rows, out: NDArray[Any]) -> None:
        score_all(self.cards, games, out)

    def play_rows(self, games: Rows, actors: NDArray[np.int16], chance: Any) -> int:
        return play_all(self.cards, games, actors, chance, self.codes, self.forks)

    def imagine_rows(self, clues: Clues, work: DealWork, games: Rows, seeds: NDArray[np.uint64]) -> None:
        imagine_all(self.cards, clues, work, games, seeds)

    def actor(self, row: Row) -> int:
        return actor(row[0])

    def legal(self, row: Row, seat: int) -> Sequence[int]:
        if row["phase"][0] != SETTLEMENT:
            return self.codes[: legal(self.cards, row[0], seat, self.codes)].tolist()
        size = count_choices(self.cards, row[0], seat, self.forks)
        if size:
            return SettlementCodes(size, lambda index: int(settlement_code(self.cards, self.forks, index)))
        state = self.state(row)
        listed = self.game.legal(state, Seat(seat))
        return SettlementCodes(len(listed), lambda index: self.code(state, seat, listed[index]))

    def perform(self, row: Row, seat: int, code: int) -> None:
        perform(self.cards, row[0], seat, int(code), self.forks)

    def state(self, row: Row) -> CardState:
        return card_state_of(self.space, row[0])

    def write(self, state: CardState, row: Row) -> None:
        write_card_state(self.space, state, row[0])

    def open_row(self, view: CardView) -> Row:
        return self.row(open_card_state(view))

    def score_of(self, outcome: Outcome) -> Any:
        record = np.zeros(1, CARD_SCORE)[0]
        for sheet in outcome.sheets:
            record["total"][sheet.seat] = sheet.total
            record["tickets"][sheet.seat] = sheet.of(Source.TICKET)
            record["completed"][sheet.seat] = sheet.tickets_completed
            record["big_city_points"][sheet.seat] = sheet.of(Source.BIG_CITY)
            record["big_cities"][sheet.seat] = sum(line.source is Source.BIG_CITY for line in sheet.lines)
        record["winners"] = sum(1 << seat for seat in outcome.winners)
        record["decided_by"] = DECIDED[outcome.decided_by]
        return record
