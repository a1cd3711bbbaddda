"""What a bot is: one class that chooses among the legal actions, given a view, and says why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeAlias

from branchline.bots.reason import Reason
from branchline.core.actions import Action
from branchline.core.game import Game


class Bot(Protocol):
    """A player. It keeps nothing between decisions: one object may serve many seats, tables and games in turn.

    `why` is the reason for the last decision, or None for a bot that gives none.
    """

    name: str
    why: Reason | None

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action:
        """Choose one of the legal actions. All chance comes from `rng`.

        Matches and tables give views with their memory. Ours also decide without one; they know less then.
        """


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one decision.

    Iterations make the same bot decide alike on every machine. Seconds, where given, cut it short: never exceeded.
    Bots that do not search need neither.
    """

    iterations: int = 48
    seconds: float | None = None


Factory: TypeAlias = Callable[[Game[Any, Any], Budget], Bot]
"""Makes a bot for a game."""
