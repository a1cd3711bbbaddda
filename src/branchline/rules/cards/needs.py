"""How long a row must be to be played, and how long the hand could make it."""

from __future__ import annotations

from branchline.core.actions import Action, LayRow
from branchline.core.needs import Need, RowNeeded
from branchline.core.refusals import Refusal
from branchline.core.views.card_view import CardView

_TOO_SHORT = (Refusal.TOO_FEW_TO_ROB, Refusal.WRONG_ROW, Refusal.CARDS_NOT_HELD)


def need(view: CardView, action: Action, refusal: Refusal) -> Need | None:
    """What the row takes that was refused to the viewer; None where no number would help."""
    if view.own is None or not isinstance(action, LayRow) or refusal not in _TOO_SHORT:
        return None
    if action.color not in range(len(view.yards)):
        return None
    held = view.own.hand[action.color] and view.own.hand[action.color] + view.own.hand[-1]  # C-9: wilds alone do not
    row = view.yards[action.color]
    if row is None or row.seat == view.seat:
        return RowNeeded(view.cardset.rules.least_row, held, None)
    return RowNeeded(max(view.cardset.rules.least_row, row.size + 1), held, row.seat)  # C-11
