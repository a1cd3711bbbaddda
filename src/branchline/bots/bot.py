"""What a bot is: one class that chooses among the legal actions of a view, and may give its reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeAlias

from branchline.bots.reason import Reason
from branchline.core.actions import Action
from branchline.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does and why; the reason is None for a bot that gives none."""

    action: Action
    reason: Reason | None = None


class Bot(Protocol):
    """A player. It keeps nothing between decisions: one object may serve many seats, tables and games in turn."""

    name: str

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action | Decision:
        """Choose one of the legal actions. All chance comes from `rng`.

        Matches and tables give views with memory. Our bots also decide without it, knowing less.
        """


def decision_of(answer: Any) -> Decision:
    """The answer of any bot as a decision: a bare action has no reason, nor has one that gives something else as it."""
    if not isinstance(answer, Decision):
        return Decision(answer)
    return answer if isinstance(answer.reason, Reason) else Decision(answer.action)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one decision.

    The same number of iterations gives the same decision on every machine. Seconds, where given, are never exceeded.
    Bots that do not search ignore both.
    """

    iterations: int = 48
    seconds: float | None = None


BotFactory: TypeAlias = Callable[[AnyGame, Budget], Bot]
"""Makes a bot for a game."""
