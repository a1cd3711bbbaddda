"""A board game as a table of verbs and scorers around a board: the contract of `core.game`, kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from branchline.core.actions import Action, Pass
from branchline.core.board import Board
from branchline.core.game import Legal, Options, Step, Verb, checked, verb_table
from branchline.core.ids import Seat
from branchline.core.knowledge.imagine import imagine
from branchline.core.phases import FINISHED, Finished, FirstPieces, FirstTickets
from branchline.core.refusals import Refusal
from branchline.core.score import Measure, Outcome, TieBreak, judge
from branchline.core.state import State
from branchline.core.view import View, view_of
from branchline.rules.board import pass_
from branchline.rules.board.audit import problems
from branchline.rules.board.scoring import Scorer, sheets
from branchline.rules.board.setup import set_up

_PASS = (Pass(),)
_NOT_BY_TURN = frozenset((FirstTickets, FirstPieces, Finished))


@dataclass(frozen=True, eq=False)
class BoardGame:
    """What a game is made of; everything that differs between games is data here or on the board."""

    board: Board
    verbs: Mapping[type, Sequence[Verb[State]]]
    scorers: Sequence[Scorer]
    tie_breaks: Sequence[tuple[TieBreak, Measure]]

    @property
    def name(self) -> str:
        return self.board.game

    @property
    def board_id(self) -> str:
        return self.board.id

    @property
    def edition(self) -> str:
        return self.board.edition

    @property
    def digest(self) -> str:
        return self.board.digest

    @property
    def seat_counts(self) -> tuple[int, ...]:
        return self.board.seat_counts

    @property
    def printed(self) -> Board:
        return self.board

    @cached_property
    def _table(self) -> Mapping[tuple[type, type], Verb[State]]:
        return verb_table(self.verbs)

    def start(self, seats: int, seed: int, options: Options = Options()) -> Step[State]:  # noqa: B008  # frozen
        if seats not in self.seat_counts:
            raise ValueError(f"{self.name} is played by {self.seat_counts[0]} to {self.seat_counts[-1]}, not {seats}")
        if options.first is not None and options.first not in range(seats):
            raise ValueError(f"there is no seat {options.first} at a table of {seats}")
        return set_up(self.board, seats, seed, options)

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seats that may act now: all that have not chosen yet, or the one whose turn it is."""
        if type(state.phase) not in _NOT_BY_TURN:
            return (state.turn,)
        if isinstance(state.phase, FirstTickets | FirstPieces):
            return tuple(Seat(seat) for seat, choice in enumerate(state.phase.choices) if choice is None)
        return ()

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        phase = type(state.phase)
        if (seat != state.turn or phase in _NOT_BY_TURN) and seat not in self.actors(state):
            return ()
        verbs = self.verbs[phase]
        if len(verbs) == 1:
            return verbs[0].options(state, seat)
        legal = Legal([verb.options(state, seat) for verb in verbs])
        return legal if legal.size else _PASS  # B-10

    def refusal(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        if state.phase == FINISHED:
            return Refusal.GAME_OVER
        if seat not in self.actors(state):
            waiting = isinstance(state.phase, FirstTickets | FirstPieces) and seat in range(len(state.players))
            return Refusal.ALREADY_CHOSEN if waiting else Refusal.NOT_YOUR_TURN
        if type(action) is Pass:
            return None if self.legal(state, seat) == _PASS else Refusal.CAN_ACT
        verb = self._table.get((type(state.phase), type(action)))
        return Refusal.WRONG_PHASE if verb is None else verb.refusal(state, seat, action)

    def perform(self, state: State, seat: Seat, action: Action) -> Step[State]:
        if type(action) is Pass:
            return pass_.perform(state, seat)
        return self._table[type(state.phase), type(action)].perform(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        return checked(self, state, seat, action)

    def is_over(self, state: State) -> bool:
        return type(state.phase) is Finished

    def outcome(self, state: State) -> Outcome:
        return judge(sheets(state, self.scorers), self.tie_breaks)

    def view(self, state: State, viewer: Seat | None) -> View:
        return view_of(state, viewer)

    def imagine(self, view: View, seed: int) -> State:
        return imagine(view, seed)

    def problems(self, state: State) -> tuple[str, ...]:
        return problems(state)
