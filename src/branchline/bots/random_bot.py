"""The random bot: any legal action, all alike."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from branchline.bots.bot import Budget
from branchline.bots.reason import Reason, because
from branchline.core.actions import Action
from branchline.core.game import Game

BY_LOT = because("by-lot")


class RandomBot:
    """Draws lots."""

    name = "random"

    def __init__(self, game: Game[Any, Any], budget: Budget) -> None:
        self.why: Reason | None = None

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action:
        self.why = BY_LOT
        return legal[rng.randrange(len(legal))]
