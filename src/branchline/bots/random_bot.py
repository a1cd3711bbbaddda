"""The random bot: every legal action is equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from branchline.bots.bot import Budget, Decision
from branchline.bots.reason import because
from branchline.core.actions import Action
from branchline.core.game import AnyGame

BY_LOT = because("by-lot")


class RandomBot:
    """Uniformly random legal action."""

    name = "random"

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        pass

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Decision:
        return Decision(legal[rng.randrange(len(legal))], BY_LOT)
