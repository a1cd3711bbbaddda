"""Which levels of bots may sit down at a table."""

from __future__ import annotations

from typing import Final

from branchline.bots import registry
from branchline.core.game import AnyGame

RANDOM: Final = "random"
"""Not offered to people, but good for trying things out."""


GENTLE: Final = "gentle"
"""Plays at guided first games, where the table itself gives it its seats."""


def levels() -> tuple[str, ...]:
    """What people are offered to play against, the weakest first."""
    return tuple(each.id for each in registry.levels())


def plays(name: str, game: AnyGame) -> bool:
    """Whether there is a bot of this level for this game."""
    return name == RANDOM or any(each.id == name for each in registry.levels(game))
