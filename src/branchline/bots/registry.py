"""Which bots there are: those of this package, the levels offered to people, and plugins."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from branchline.bots.bot import Bot, BotFactory, Budget
from branchline.bots.careless import CarelessBot
from branchline.bots.compiled import COMPILED_PLAYERS, PREFIX, LearnedBot, compiled, learned
from branchline.bots.manners import APPRENTICE, COMPILED_DISPATCHER, DISPATCHER, DRIVER, GameKind, Manners, kind_of
from branchline.bots.random_bot import RandomBot
from branchline.bots.warming import WarmingBot, compile_apart
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.messages import knows, say

log = logging.getLogger(__name__)

PLUGINS: Final = "branchline.bots"
"""The group of entry points by which installed packages add bots. An entry point's name is its bot's name."""

STAND_IN: Final = "planner"
"""The bot that plays for people who are absent."""

FALLBACK: Final = "greedy"
"""The bot that decides where another one fails."""


class UnknownBot(LookupError):
    """There is no bot of this name, or it does not play this game."""


@dataclass(frozen=True, slots=True)
class Level:
    """A bot as people are offered it: with a name and a description in every language.

    `meanwhile` is the bot that plays while this one is being compiled, and where it cannot be. `compiled` has bots that
    play this level better in some kinds of game; there `bot` is what plays meanwhile.
    """

    id: str
    bot: str
    budget: Budget | None = None
    meanwhile: str | None = None
    compiled: Mapping[GameKind, str] = field(default_factory=dict)

    def name(self, language: str) -> str:
        key = f"bot.{self.id}"
        return say(language, key) if knows(language, key) else self.id

    def character(self, language: str) -> str:
        key = f"bot.{self.id}.character"
        return say(language, key) if knows(language, key) else ""

    def make(self, game: AnyGame) -> Bot:
        """The bot for a game, at once: one that takes long to be made is made in the background."""
        better = self.compiled.get(kind_of(game.printed))
        bot, meanwhile = (self.bot, self.meanwhile) if better is None else (better, self.bot)
        if meanwhile is None:
            return make_bot(bot, game, self.budget)
        return WarmingBot(partial(self._make_compiled, bot, game), make_bot(meanwhile, game, self.budget))

    def _make_compiled(self, bot: str, game: AnyGame) -> Bot:
        compile_apart(bot, game)
        return make_bot(bot, game, self.budget)


@dataclass(frozen=True, slots=True)
class OwnBot:
    """A bot of this package.

    `makers` says by shape of game what makes it: a factory, or "module:class", imported when first needed. `level` is
    what people are offered, if anything; `is_rung` says whether the ladder measures it.
    """

    name: str
    makers: Mapping[type[object], BotFactory | str]
    level: Level | None = None
    is_rung: bool = True


def _careless(name: str, manners: Manners) -> BotFactory:
    def make(game: AnyGame, budget: Budget) -> Bot:
        manner = manners[kind_of(game.printed)]
        inner, racer = make_bot(manner.inner, game, budget), make_bot("hasty", game, budget)
        return CarelessBot(name, inner, racer, manner.habits)

    return make


_APPRENTICE: Final = _careless("apprentice", APPRENTICE)
_DRIVER: Final = _careless("driver", DRIVER)
_DISPATCHER: Final = _careless("dispatcher", DISPATCHER)
_COMPILED_DISPATCHER: Final = _careless("lane-dispatcher", COMPILED_DISPATCHER)


def _lane_search(game: AnyGame, budget: Budget) -> Bot:
    adviser = LearnedBot(game)  # Says what to install if need be.
    from branchline.bots.lane_search.bot import LaneSearchBot

    return LaneSearchBot(game, budget, adviser)


_IN: Final = "branchline.bots"

OWN_BOTS: Final = (
    OwnBot("random", {object: RandomBot}),
    OwnBot("apprentice", {Board: _APPRENTICE, CardSet: _APPRENTICE}, Level("apprentice", "apprentice"), is_rung=False),
    OwnBot("driver", {Board: _DRIVER, CardSet: _DRIVER}, Level("driver", "driver"), is_rung=False),
    OwnBot(
        "hasty",
        {Board: f"{_IN}.board.hasty:HastyBot", CardSet: f"{_IN}.cards.hasty:CardHastyBot"},
        Level("racer", "hasty"),
    ),
    OwnBot(
        "greedy",
        {Board: f"{_IN}.board.greedy:GreedyBot", CardSet: f"{_IN}.cards.greedy:CardGreedyBot"},
        Level("conductor", "greedy"),
    ),
    OwnBot(
        "dispatcher",
        {Board: _DISPATCHER, CardSet: _DISPATCHER},
        Level(
            "dispatcher",
            "dispatcher",
            compiled={GameKind.HARBORS: "lane-dispatcher", GameKind.CARDS: "lane-dispatcher"},
        ),
        is_rung=False,
    ),
    OwnBot("lane-dispatcher", {Board: _COMPILED_DISPATCHER, CardSet: _COMPILED_DISPATCHER}, is_rung=False),
    OwnBot(
        "planner",
        {Board: f"{_IN}.board.planner:PlannerBot", CardSet: f"{_IN}.cards.planner:CardPlannerBot"},
        Level("planner", "planner", compiled={GameKind.HARBORS: "lane-planner", GameKind.CARDS: "learned"}),
    ),
    OwnBot(
        "search",
        {Board: f"{_IN}.board.search:SearchBot", CardSet: f"{_IN}.cards.search:CardSearchBot"},
    ),
    *(
        OwnBot(PREFIX + player, {Board: compiled(player), CardSet: compiled(player)}, is_rung=False)
        for player in COMPILED_PLAYERS
    ),
    OwnBot(
        "learned",
        {Board: learned, CardSet: learned},
        Level(
            "stationmaster",
            "search",
            Budget(iterations=4),  # Only where it searches; half of the way to the Grandmaster (docs/bots.md).
            compiled={GameKind.LAND: "learned", GameKind.HARBORS: "learned", GameKind.CARDS: "lane-search"},
        ),
    ),
    OwnBot(
        "lane-search",
        {Board: _lane_search, CardSet: _lane_search},
        Level("grandmaster", "lane-search", Budget(seconds=1.0), meanwhile="search"),
    ),
)
"""The bots of this package, the weakest first: the one table to add a bot to."""

OWN_LEVELS: Final = tuple(bot.level for bot in OWN_BOTS if bot.level is not None)

ADVISER: Final = Level("adviser", STAND_IN, compiled=dict.fromkeys(GameKind, "learned"))
"""Who gives hints: the strongest bot that decides at once and says why. It sits at no table."""

RUNGS: Final = tuple(bot.name for bot in OWN_BOTS if bot.is_rung)
"""The bots that the ladder compares, the weakest first."""


def levels(game: AnyGame | None = None) -> list[Level]:
    """What people can play against, the weakest first, plugins last; with a game, only those that play it."""
    offered = [*OWN_LEVELS, *(Level(name, name) for name in plugins())]
    return [level for level in offered if game is None or level.bot in bot_names(game)]


def level(id: str) -> Level:
    for known in levels():
        if known.id == id:
            return known
    raise UnknownBot(f"there is no level {id!r}; there are {', '.join(known.id for known in levels())}")


def bot_names(game: AnyGame) -> tuple[str, ...]:
    """The bots that play a game, the weakest first, plugins last."""
    return tuple(_factories_of(game))


def make_bot(name: str, game: AnyGame, budget: Budget | None = None) -> Bot:
    """A bot by name, for a game."""
    factory = _factories_of(game).get(name)
    if factory is None:
        raise UnknownBot(f"there is no bot {name!r} for {game.name}; there are {', '.join(bot_names(game))}")
    return factory(game, budget or Budget())


def _factories_of(game: AnyGame) -> Mapping[str, BotFactory]:
    shape: Any = type(game.printed)
    return _factories(shape)


@cache
def _factories(shape: type[object]) -> Mapping[str, BotFactory]:
    own = {bot.name: _made_by(maker) for bot in OWN_BOTS for on, maker in bot.makers.items() if issubclass(shape, on)}
    return {**own, **{name: made for name, made in plugins().items() if issubclass(shape, _shapes(made))}}


def _made_by(maker: BotFactory | str) -> BotFactory:
    if not isinstance(maker, str):
        return maker
    module, _, name = maker.partition(":")
    factory: BotFactory = getattr(import_module(module), name)
    return factory


def _shapes(factory: BotFactory) -> tuple[type, ...]:
    """The shapes that a plugin plays on, by its attribute `plays_on`; everything without it."""
    return getattr(factory, "plays_on", (object,))


@cache
def plugins() -> Mapping[str, BotFactory]:
    """The bots of installed packages. One that cannot be loaded, or whose name is taken, is left out."""
    found: dict[str, BotFactory] = {}
    for point in sorted(entry_points(group=PLUGINS), key=lambda point: point.name):
        if point.name in found or any(point.name == own.name for own in OWN_BOTS):
            log.warning("bot plugin %s is left out: there is a bot of this name already", point.name)
        elif (factory := _load(point)) is not None:
            found[point.name] = factory
    return found


def _load(point: EntryPoint) -> BotFactory | None:
    try:
        factory: BotFactory = point.load()
    except Exception as error:
        log.warning("bot plugin %s is left out: %s: %s", point.name, type(error).__name__, error)
        return None
    return factory
