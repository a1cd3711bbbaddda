"""Bots at the table: the levels on offer, and what a bot is to the server: it gets a view, never a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol, TypeAlias

from branchline.core.actions import Action
from branchline.core.game import Game


class Bot(Protocol):
    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action:
        """Choose one of the legal actions, knowing only what the seat may know."""


Factory: TypeAlias = Callable[[Game[Any, Any]], Bot]


class RandomBot:
    """Any legal action, all alike."""

    def __init__(self, game: Game[Any, Any]) -> None:
        pass

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action:
        return legal[rng.randrange(len(legal))]


_FACTORIES: Final[Mapping[str, Factory]] = {"random": RandomBot}
_STAND_IN: Final = "random"


def levels() -> tuple[str, ...]:
    """What a seat can be given to, the weakest first."""
    return tuple(_FACTORIES)


def bot_for(level: str, game: Game[Any, Any]) -> Bot:
    """A bot of a level; a level that is no more, or the stand-in's, plays as the stand-in does."""
    return _FACTORIES.get(level, _FACTORIES[_STAND_IN])(game)
