"""The dreaming bot: another bot's moves, with the mind elsewhere now and then."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from branchline.bots.bot import Bot
from branchline.bots.reason import Reason, because
from branchline.core.actions import Action

DREAMING = because("dreaming")


class DreamerBot:
    """Plays as `awake` does, but draws lots in some decisions."""

    name = "dreamer"

    def __init__(self, awake: Bot, dreams: float = 0.3) -> None:
        self.why: Reason | None = None
        self._awake = awake
        self._dreams = dreams

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action:
        if len(legal) > 1 and rng.random() < self._dreams:
            self.why = DREAMING
            return legal[rng.randrange(len(legal))]
        action = self._awake.decide(view, legal, rng)
        self.why = self._awake.why
        return action
