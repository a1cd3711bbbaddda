"""The distracted bot: another bot's moves, with a random one now and then."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from branchline.bots.bot import Bot, Decision
from branchline.bots.reason import because
from branchline.core.actions import Action

# The key stays as it is: logs of tables hold it.
DISTRACTED = because("dreaming")


class DistractedBot:
    """Plays as `inner` does, but makes a uniformly random legal move in a part `rate` of its decisions."""

    name = "distracted"

    def __init__(self, inner: Bot, rate: float = 0.3) -> None:
        self._inner = inner
        self._rate = rate

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action | Decision:
        if len(legal) > 1 and rng.random() < self._rate:
            return Decision(legal[rng.randrange(len(legal))], DISTRACTED)
        return self._inner.decide(view, legal, rng)
