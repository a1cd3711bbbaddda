"""How the careless levels play in each kind of game: who decides inside, and what goes wrong. One table for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from branchline.bots.careless import Habits
from branchline.core.printed.board import Board


class GameKind(Enum):
    """What a mistake costs, and which bot is strong, depends on this."""

    LAND = "land"
    HARBORS = "harbors"
    """A board on which harbors are built."""
    CARDS = "cards"


def kind_of(printed: Any) -> GameKind:
    if not isinstance(printed, Board):
        return GameKind.CARDS
    return GameKind.HARBORS if printed.rules.harbors else GameKind.LAND


@dataclass(frozen=True, slots=True)
class Manner:
    """Plays as the bot `inner` does, with these habits."""

    inner: str
    habits: Habits


Manners = Mapping[GameKind, Manner]

APPRENTICE: Final[Manners] = {
    GameKind.LAND: Manner("greedy", Habits(forgets=3, blind_spots=3, curiosity=0.03, whims=0.3)),
    GameKind.HARBORS: Manner("greedy", Habits(forgets=3, blind_spots=3, curiosity=0.01, whims=0.3)),
    GameKind.CARDS: Manner("greedy", Habits(forgets=7, curiosity=0.015, whims=0.15)),
}
DRIVER: Final[Manners] = {
    GameKind.LAND: Manner("greedy", Habits(forgets=3)),
    GameKind.HARBORS: Manner("greedy", Habits(forgets=3, whims=0.05)),
    GameKind.CARDS: Manner("greedy", Habits(forgets=5)),
}
DISPATCHER: Final[Manners] = dict.fromkeys(GameKind, Manner("planner", Habits(forgets=4)))
COMPILED_DISPATCHER: Final[Manners] = {
    GameKind.LAND: Manner("lane-planner", Habits(forgets=4)),
    GameKind.HARBORS: Manner("lane-planner", Habits(forgets=3)),
    GameKind.CARDS: Manner("learned", Habits(forgets=4)),
}
