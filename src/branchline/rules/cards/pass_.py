"""Pass: only for a player who can do nothing else in phase 2 (C-13)."""

from __future__ import annotations

from branchline.core.card_state import CardState
from branchline.core.events import Passed
from branchline.core.game import Step
from branchline.core.ids import Seat
from branchline.rules.cards.turn import end_turn


def perform(state: CardState, seat: Seat) -> Step[CardState]:
    return end_turn(state, [Passed(seat)], idle=state.idle + 1)
