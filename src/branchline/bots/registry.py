"""Which bots there are: by name and by what is played on, the levels offered to people, and plugins."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from branchline.bots.bot import Bot, Budget, Factory
from branchline.bots.distracted import DreamerBot
from branchline.bots.random_bot import RandomBot
from branchline.core.board import Board
from branchline.core.card_set import CardSet
from branchline.core.game import Game
from branchline.messages import knows, say

log = logging.getLogger(__name__)

PLUGINS: Final = "branchline.bots"
"""The group of entry points by which installed packages add bots. The name of one is the name of its bot."""

NAMES: Final = ("random", "dreamer", "hasty", "greedy", "planner", "search")
"""The bots of this package, the weakest first."""

STAND_IN: Final = "planner"
"""Plays for people who are absent."""

FALLBACK: Final = "greedy"
"""Decides where another bot fails."""

# Where the factories are, by what is printed: each module has FACTORIES, a table from names of bots to factories.
_LADDERS: Final = ((Board, "branchline.bots.board.ladder"), (CardSet, "branchline.bots.cards.ladder"))


class UnknownBot(LookupError):
    """A bot that nobody knows, or that does not play this game."""


@dataclass(frozen=True, slots=True)
class Level:
    """A bot as it is offered to people: a character, with a name and a sentence in every language."""

    id: str
    bot: str
    budget: Budget | None = None

    def name(self, language: str) -> str:
        key = f"bot.{self.id}"
        return say(language, key) if knows(language, key) else self.id

    def character(self, language: str) -> str:
        key = f"bot.{self.id}.character"
        return say(language, key) if knows(language, key) else ""

    def make(self, game: Game[Any, Any]) -> Bot:
        return make_bot(self.bot, game, self.budget)


OWN_LEVELS: Final = (
    Level("apprentice", "dreamer"),
    Level("racer", "hasty"),
    Level("conductor", "greedy"),
    Level("planner", "planner"),
    Level("grandmaster", "search", Budget(seconds=2.0)),
)


def levels(game: Game[Any, Any] | None = None) -> list[Level]:
    """What people can play against, the weakest first, plugins last; with a game, only those that play it."""
    offered = [*OWN_LEVELS, *(Level(name, name) for name in plugins())]
    return [level for level in offered if game is None or level.bot in bot_names(game)]


def level(id: str) -> Level:
    for known in levels():
        if known.id == id:
            return known
    raise UnknownBot(f"there is no level {id!r}; there are {', '.join(known.id for known in levels())}")


def bot_names(game: Game[Any, Any]) -> tuple[str, ...]:
    """The bots that play a game, the weakest first, plugins last."""
    return tuple(_factories_of(game))


def make_bot(name: str, game: Game[Any, Any], budget: Budget | None = None) -> Bot:
    """A bot by name, for a game."""
    factory = _factories_of(game).get(name)
    if factory is None:
        raise UnknownBot(f"there is no bot {name!r} for {game.name}; there are {', '.join(bot_names(game))}")
    return factory(game, budget or Budget())


def _factories_of(game: Game[Any, Any]) -> Mapping[str, Factory]:
    shape: Any = type(game.printed)
    return _factories(shape)


@cache
def _factories(shape: type[object]) -> Mapping[str, Factory]:
    own: Mapping[str, Factory] = {"random": RandomBot}
    for printed, module in _LADDERS:
        if issubclass(shape, printed):
            own = {**own, **import_module(module).FACTORIES}
    if "greedy" in own:
        own = {**own, "dreamer": lambda game, budget: DreamerBot(make_bot("greedy", game, budget))}
    ordered = {name: own[name] for name in (*NAMES, *own) if name in own}
    return {**ordered, **{name: made for name, made in plugins().items() if issubclass(shape, _shapes(made))}}


def _shapes(factory: Factory) -> tuple[type, ...]:
    """A plugin may say what it can play on by an attribute `plays_on`; otherwise it plays on anything."""
    return getattr(factory, "plays_on", (object,))


@cache
def plugins() -> Mapping[str, Factory]:
    """What installed packages add. One that cannot be loaded, or takes a name that is taken, is left out."""
    found: dict[str, Factory] = {}
    for point in sorted(entry_points(group=PLUGINS), key=lambda point: point.name):
        if point.name in NAMES or point.name in found:
            log.warning("bot plugin %s is left out: there is a bot of this name already", point.name)
        elif (factory := _load(point)) is not None:
            found[point.name] = factory
    return found


def _load(point: EntryPoint) -> Factory | None:
    try:
        factory: Factory = point.load()
    except Exception as error:
        log.warning("bot plugin %s is left out: %s: %s", point.name, type(error).__name__, error)
        return None
    return factory
