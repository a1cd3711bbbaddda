"""Moves and draws that a bot considers, before they are weighed against others."""

from __future__ import annotations

from typing import NamedTuple

from branchline.bots.bot import Decision
from branchline.bots.reason import Reason
from branchline.core.actions import Action
from branchline.core.ids import Kind


class Move(NamedTuple):
    """An action with its reason and its gain.

    On a board, `gain` is what it brings more than the usual draw, in cards that fit; in the Card Game, what it brings
    more than doing nothing, in points.
    """

    action: Action
    reason: Reason
    gain: float

    @property
    def decision(self) -> Decision:
        return Decision(self.action, self.reason)


def gain_of(move: Move) -> float:
    return move.gain


class CardDraw(NamedTuple):
    """A card to take first or second; `value` is that of the whole draw, `kind` is None where the card is unknown."""

    action: Action
    kind: Kind | None
    value: float


def draw_value(draw: CardDraw) -> float:
    return draw.value
