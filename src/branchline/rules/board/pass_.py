"""Pass: only for a player who can do nothing else (B-10)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, Pass
from branchline.core.events import Passed
from branchline.core.game import Step
from branchline.core.ids import Seat
from branchline.core.refusals import Refusal
from branchline.core.states.state import State
from branchline.core.states.stock import Stock
from branchline.rules.board.turn import end_turn

ACTIONS = (Pass,)

_PASS = (Pass(),)


def options(state: State, seat: Seat) -> Sequence[Action]:
    return _PASS


def refusal(state: State, seat: Seat, action: Pass) -> Refusal | None:
    return None


def perform(state: State, seat: Seat, action: Pass) -> Step[State]:
    stock = Stock(state)
    stock.events.append(Passed(seat))
    return end_turn(state, state.players, stock, passes=state.passes + 1, idle=state.idle + 1)
