"""Pass: only for a player who can do nothing else in phase 2 (C-13)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, Pass
from branchline.core.events import Passed
from branchline.core.game import Step
from branchline.core.ids import Seat
from branchline.core.refusals import Refusal
from branchline.core.states.card_state import CardState
from branchline.rules.cards.turn import end_turn

ACTIONS = (Pass,)

_PASS = (Pass(),)


def options(state: CardState, seat: Seat) -> Sequence[Action]:
    return _PASS


def refusal(state: CardState, seat: Seat, action: Pass) -> Refusal | None:
    return None


def perform(state: CardState, seat: Seat, action: Pass) -> Step[CardState]:
    return end_turn(state, [Passed(seat)], idle=state.idle + 1)
