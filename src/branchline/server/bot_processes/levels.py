"""Which bots sit down at tables: the levels on offer, the stand-in, and how each of them is asked under guard."""

from __future__ import annotations

from functools import cache
from typing import Final

from branchline.bots.bot import Bot
from branchline.bots.guard import Guard
from branchline.bots.registry import FALLBACK, OWN_LEVELS, STAND_IN, UnknownBot, bot_names, level, make_bot
from branchline.bots.registry import levels as all_levels
from branchline.core.game import AnyGame
from branchline.games import load_game

RANDOM: Final = "random"
"""Not offered to people, but good for trying things out."""
FALLBACK_LEVEL: Final = next(each.id for each in OWN_LEVELS if each.bot == FALLBACK)
"""Asked where a bot's process ends or hangs; other failures are met by the guard inside it."""
THINK_SECONDS: Final = 15.0
"""Far more than any level's budget: only a bot that hangs meets it."""


def levels() -> tuple[str, ...]:
    """What people are offered to play against, the weakest first."""
    return tuple(each.id for each in all_levels())


def plays(name: str, game: AnyGame) -> bool:
    """Whether there is a bot of this level for this game."""
    return name == RANDOM or any(each.id == name for each in all_levels(game))


@cache
def guarded(name: str, board: str, edition: str) -> Guard:
    """The bot of a level, with a fallback where it fails; a level that is no more plays as the stand-in does."""
    played = load_game(board, edition)
    fallback = make_bot(FALLBACK if FALLBACK in bot_names(played) else RANDOM, played)
    return Guard(bot_of(name, played), fallback, THINK_SECONDS)


def bot_of(name: str, game: AnyGame) -> Bot:
    """The bot that plays a level; for a name that is no level, the one that stands in for people."""
    if name == RANDOM:
        return make_bot(RANDOM, game)
    try:
        return level(name).make(game)
    except UnknownBot:
        return make_bot(STAND_IN if STAND_IN in bot_names(game) else RANDOM, game)
