"""Branchline: the open table for railway games of the Ticket to Ride family.

`__all__` is the public surface (docs/api.md). Nothing of it is loaded before somebody asks for it, so `import
branchline` costs nothing, and a bot or a notebook never loads the server.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # What `_HOMES` says, for type checkers and editors; a test compares the two.
    from branchline.bots.board.position import BoardPosition as BoardPosition
    from branchline.bots.bot import Bot as Bot
    from branchline.bots.bot import Budget as Budget
    from branchline.bots.bot import Decision as Decision
    from branchline.bots.cards.position import CardPosition as CardPosition
    from branchline.bots.match import play_match as play_match
    from branchline.bots.reason import because as because
    from branchline.bots.registry import bot_names as bot_names
    from branchline.bots.registry import make_bot as make_bot
    from branchline.core import actions as actions
    from branchline.core import events as events
    from branchline.core import phases as phases
    from branchline.core.game import Game as Game
    from branchline.core.game import Options as Options
    from branchline.core.game import random_game as random_game
    from branchline.core.ids import Seat as Seat
    from branchline.core.knowledge.memory import nothing_seen as nothing_seen
    from branchline.core.knowledge.memory import remember_all as remember_all
    from branchline.core.printed.board import Board as Board
    from branchline.core.printed.card_set import CardSet as CardSet
    from branchline.core.refusals import IllegalAction as IllegalAction
    from branchline.core.refusals import Refusal as Refusal
    from branchline.data.faults import Faulty as Faulty
    from branchline.games import find_game as find_game
    from branchline.games import game_names as game_names
    from branchline.games import load_game as load_game
    from branchline.lane.public import new_batch as new_batch
    from branchline.notation.json.codec import from_json as from_json
    from branchline.notation.json.codec import to_json as to_json
    from branchline.notation.records.reader import read_records as read_records
    from branchline.notation.records.record import record_line as record_line
    from branchline.notation.records.record import record_of as record_of
    from branchline.notation.records.replay import replay as replay
    from branchline.notation.records.replay import verify as verify
    from branchline.notation.typed.text import action_text as action_text
    from branchline.notation.typed.text import parse_action as parse_action

__version__ = "0.1.0"

_HOMES = {
    "Board": "core.printed.board",
    "BoardPosition": "bots.board.position",
    "Bot": "bots.bot",
    "Budget": "bots.bot",
    "CardPosition": "bots.cards.position",
    "CardSet": "core.printed.card_set",
    "Decision": "bots.bot",
    "Faulty": "data.faults",
    "Game": "core.game",
    "IllegalAction": "core.refusals",
    "Options": "core.game",
    "Refusal": "core.refusals",
    "Seat": "core.ids",
    "action_text": "notation.typed.text",
    "actions": "core",
    "because": "bots.reason",
    "bot_names": "bots.registry",
    "events": "core",
    "find_game": "games",
    "from_json": "notation.json.codec",
    "game_names": "games",
    "load_game": "games",
    "make_bot": "bots.registry",
    "new_batch": "lane.public",
    "nothing_seen": "core.knowledge.memory",
    "parse_action": "notation.typed.text",
    "phases": "core",
    "play_match": "bots.match",
    "random_game": "core.game",
    "read_records": "notation.records.reader",
    "record_line": "notation.records.record",
    "record_of": "notation.records.record",
    "remember_all": "core.knowledge.memory",
    "replay": "notation.records.replay",
    "to_json": "notation.json.codec",
    "verify": "notation.records.replay",
}
"""The module of each public name."""

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'branchline' has no attribute {name!r}")
    home = import_module(f"branchline.{_HOMES[name]}")
    value = globals()[name] = getattr(home, name, None) or import_module(f"{home.__name__}.{name}")
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
