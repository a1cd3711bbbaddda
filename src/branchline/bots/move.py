"""A move that a bot has thought of, before it is weighed against others."""

from __future__ import annotations

from typing import NamedTuple

from branchline.bots.reason import Reason
from branchline.core.actions import Action


class Move(NamedTuple):
    """Something to do, with its reason; `gain` is how much better it is than the usual draw, in cards that fit."""

    action: Action
    why: Reason
    gain: float


def gain_of(move: Move) -> float:
    return move.gain
