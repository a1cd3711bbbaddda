"""Who decides for a seat that plays itself, how long it may take, and who decides where it fails.

1. The bot of the level, or the stand-in for a person who is away, in a process of its own, within `BOT_SECONDS`.
2. Where it crashes, hangs or plays illegally: the fallback bot, in the same process (`bots.guard`).
3. Where the process dies or is silent for `PROCESS_SECONDS`: the fallback level, in another process.
4. Where that fails too, or what came out was refused by the rules: any legal action, drawn at random.

Whoever decides for a person takes on no tickets for them (`bots.stand_in`). Hints are decisions too, of a bot that is
asked what it would do in a person's place; where no bot has an idea, there is no hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from branchline.bots import registry
from branchline.bots.bot import Bot
from branchline.bots.daily import daily_bot
from branchline.bots.gentle import GentleBot
from branchline.bots.guard import Guard
from branchline.bots.stand_in import StandInBot, restrained
from branchline.bots.steady import SteadyBot
from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.printed.board import BOARDS_REMEMBERED
from branchline.server.bot_processes.messages import BotDecision
from branchline.server.room.chairs import BotChair, Chair
from branchline.server.room.levels import GENTLE, RANDOM

BOT_SECONDS: Final = 15.0
"""Far more than any level's budget: only a bot that hangs meets it."""
PROCESS_SECONDS: Final = BOT_SECONDS + 5.0
"""Time for the bot, and for the fallback after it; beyond this the process hangs and is killed."""
STAND_IN: Final = next(each.id for each in registry.OWN_LEVELS if each.bot == registry.STAND_IN)
HINT: Final = "for-a-hint"
"""No level that sits at tables, but who gives hints (`registry.ADVISER`)."""
FALLBACK: Final = next(each.id for each in registry.OWN_LEVELS if each.bot == registry.FALLBACK)
_FOR_A_PERSON: Final = "for-a-person:"
"""Before the name of a level that stands in; no level has a name with this sign."""
_OF_THE_DAY: Final = "of-the-day:"
"""Before the name of a level at a daily deal, where it decides alike for everybody."""


QUICK_BOT_SECONDS: Final = 0.02
"""What a bot without a budget takes, about; what others of ours take is their budget."""
UNKNOWN_BOT_SECONDS: Final = 1.0


def usual_seconds(level: str) -> float:
    """How long a decision of a level takes, before anybody has seen one; a plugin's may take long."""
    if level in (RANDOM, GENTLE, HINT) or level.startswith(_OF_THE_DAY):
        return QUICK_BOT_SECONDS
    known = next((each for each in registry.OWN_LEVELS if each.id == level), None)
    if known is None:
        return UNKNOWN_BOT_SECONDS
    return QUICK_BOT_SECONDS if known.budget is None else known.budget.seconds or UNKNOWN_BOT_SECONDS


def level_of(chair: Chair, *, is_daily: bool = False) -> str:
    """The level that decides on a chair which plays itself: a bot's own; the stand-in for a person who is away."""
    if not isinstance(chair, BotChair):
        return _FOR_A_PERSON + STAND_IN
    return f"{_OF_THE_DAY}{chair.level}" if is_daily else chair.level


def attempts(level: str) -> Sequence[str]:
    """The levels that are asked one after the other, until one of them answers."""
    return tuple(dict.fromkeys((level, _FOR_A_PERSON + FALLBACK if _stands_in(level) else FALLBACK)))


def allowed(level: str, legal: Sequence[Action]) -> Sequence[Action]:
    """Of what is legal for a seat, what whoever decides there may do."""
    return restrained(legal) if _stands_in(level) else legal


def last_resort(legal: Sequence[Action], rng: Random) -> BotDecision:
    return BotDecision(legal[rng.randrange(len(legal))])


@lru_cache(maxsize=BOARDS_REMEMBERED)
def guarded(level: str, played: AnyGame) -> Guard:
    """The bot of a level, with the fallback beside it."""
    fallback = _first_known(played, registry.FALLBACK)
    return Guard(bot_of(level, played), StandInBot(fallback, played) if _stands_in(level) else fallback, BOT_SECONDS)


def bot_of(name: str, game: AnyGame) -> Bot:
    """The bot that plays a level; for a level that is no more, such as a plugin's that was removed, the planner."""
    if name == HINT:
        return SteadyBot(registry.ADVISER.make(game), game)
    if _stands_in(name):
        return StandInBot(bot_of(name.removeprefix(_FOR_A_PERSON), game), game)
    if name.startswith(_OF_THE_DAY):
        return daily_bot(name.removeprefix(_OF_THE_DAY), game)
    if name == GENTLE:
        return GentleBot(game)
    if name == RANDOM:
        return _first_known(game, RANDOM)
    known = {level.id: level for level in registry.levels(game)}
    level = known.get(name) or known.get(STAND_IN)
    return _first_known(game, registry.STAND_IN) if level is None else level.make(game)


def _stands_in(level: str) -> bool:
    return level.startswith(_FOR_A_PERSON)


def _first_known(game: AnyGame, name: str) -> Bot:
    """The bot of this name, or the random one, which plays every game."""
    return registry.make_bot(name if name in registry.bot_names(game) else RANDOM, game)
