"""A board game: verbs, scorers and tie-breaks around a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from branchline.core.actions import Action
from branchline.core.game import Options, Step
from branchline.core.ids import Seat
from branchline.core.knowledge.imagine import imagine
from branchline.core.needs import Need
from branchline.core.printed.board import Board
from branchline.core.refusals import Refusal
from branchline.core.rng import Seed
from branchline.core.score import Measure, Outcome, TieBreak, judge
from branchline.core.states.state import State
from branchline.core.views.view import View, view_of
from branchline.rules.board import needs
from branchline.rules.board.audit import problems
from branchline.rules.board.scoring import Scorer, sheets
from branchline.rules.board.setup import set_up
from branchline.rules.game import VerbGame


@dataclass(frozen=True, eq=False, repr=False)
class BoardGame(VerbGame[Board, State, View]):
    """What a board game is made of; everything that differs between games is data here or on the board."""

    scorers: Sequence[Scorer]
    tie_breaks: Sequence[tuple[TieBreak, Measure]]

    def set_up(self, seats: int, seed: Seed, options: Options) -> Step[State]:
        return set_up(self.printed, seats, seed, options)

    def outcome(self, state: State) -> Outcome:
        return judge(sheets(state, self.scorers), self.tie_breaks)

    def view(self, state: State, viewer: Seat | None) -> View:
        return view_of(state, viewer)

    def need(self, view: View, action: Action, refusal: Refusal) -> Need | None:
        return needs.need(view, action, refusal)

    def imagine(self, view: View, seed: int) -> State:
        return imagine(view, seed)

    def problems(self, state: State) -> tuple[str, ...]:
        return problems(state)
