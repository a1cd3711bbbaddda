"""Who decides for a seat that plays itself, how long it may take, and who decides where it fails.

1. The bot of the level, or the stand-in for a person who is away, in a process of its own, within `BOT_SECONDS`.
2. Where it crashes, hangs or plays illegally: the fallback bot, in the same process (`bots.guard`).
3. Where the process dies or is silent for `PROCESS_SECONDS`: the fallback level, in another process.
4. Where that fails too, or what came out was refused by the rules: any legal action, drawn at random.

Whoever decides for a person takes on no tickets for them (`bots.stand_in`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

from branchline.bots import registry
from branchline.bots.bot import Bot
from branchline.bots.guard import Guard
from branchline.bots.stand_in import StandInBot, restrained
from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.games import load_game
from branchline.server.bot_processes.messages import BotDecision
from branchline.server.room.chairs import BotChair, Chair
from branchline.server.room.levels import RANDOM

BOT_SECONDS: Final = 15.0
"""Far more than any level's budget: only a bot that hangs meets it."""
PROCESS_SECONDS: Final = BOT_SECONDS + 5.0
"""Time for the bot, and for the fallback after it; beyond this the process hangs and is killed."""
STAND_IN: Final = next(each.id for each in registry.OWN_LEVELS if each.bot == registry.STAND_IN)
FALLBACK: Final = next(each.id for each in registry.OWN_LEVELS if each.bot == registry.FALLBACK)
_FOR_A_PERSON: Final = "for-a-person:"
"""Before the name of a level that stands in; no level has a name with this sign."""


QUICK_BOT_SECONDS: Final = 0.02
"""What a bot without a budget takes, about; what others of ours take is their budget."""
UNKNOWN_BOT_SECONDS: Final = 1.0


def usual_seconds(level: str) -> float:
    """How long a decision of a level takes, before anybody has seen one; a plugin's may take long."""
    if level == RANDOM:
        return QUICK_BOT_SECONDS
    known = next((each for each in registry.OWN_LEVELS if each.id == level), None)
    if known is None:
        return UNKNOWN_BOT_SECONDS
    return QUICK_BOT_SECONDS if known.budget is None else known.budget.seconds or UNKNOWN_BOT_SECONDS


def level_of(chair: Chair) -> str:
    """The level that decides on a chair which plays itself: a bot's own; the stand-in for a person who is away."""
    return chair.level if isinstance(chair, BotChair) else _FOR_A_PERSON + STAND_IN


def attempts(level: str) -> Sequence[str]:
    """The levels that are asked one after the other, until one of them answers."""
    return tuple(dict.fromkeys((level, _FOR_A_PERSON + FALLBACK if _stands_in(level) else FALLBACK)))


def allowed(level: str, legal: Sequence[Action]) -> Sequence[Action]:
    """Of what is legal for a seat, what whoever decides there may do."""
    return restrained(legal) if _stands_in(level) else legal


def last_resort(legal: Sequence[Action], rng: Random) -> BotDecision:
    return BotDecision(legal[rng.randrange(len(legal))])


@cache
def guarded(level: str, board: str, edition: str) -> Guard:
    """The bot of a level, with the fallback beside it."""
    played = load_game(board, edition)
    fallback = _first_known(played, registry.FALLBACK)
    return Guard(bot_of(level, played), StandInBot(fallback, played) if _stands_in(level) else fallback, BOT_SECONDS)


def bot_of(name: str, game: AnyGame) -> Bot:
    """The bot that plays a level; for a level that is no more, such as a plugin's that was removed, the planner."""
    if _stands_in(name):
        return StandInBot(bot_of(name.removeprefix(_FOR_A_PERSON), game), game)
    for level in registry.levels(game):
        if level.id == name:
            return level.make(game)
    return _first_known(game, RANDOM if name == RANDOM else registry.STAND_IN)


def _stands_in(level: str) -> bool:
    return level.startswith(_FOR_A_PERSON)


def _first_known(game: AnyGame, name: str) -> Bot:
    """The bot of this name, or the random one, which plays every game."""
    return registry.make_bot(name if name in registry.bot_names(game) else RANDOM, game)
