"""Which deals are played for what: training, tuning and the ladder never share one."""

from __future__ import annotations

from typing import Final

TRAINING: Final = 1 << 40
"""Deals from here on are for training; the ladder and the arena count theirs from 0."""
TUNING: Final = 1 << 36
"""Deals from here up to those of training measure a network while it learns."""


def training_deals(round: int, part: int, games: int) -> range:
    """The seeds of one part of one round; no two of them are the same."""
    first = TRAINING + (round << 24) + (part << 16)
    return range(first, first + games)


def tuning_deals(round: int, part: int, games: int, seats: int) -> list[int]:
    """The seeds of games in which every deal is played once by each seating."""
    first = TUNING + (round << 24) + (part << 16)
    return [first + game // seats for game in range(games)]
