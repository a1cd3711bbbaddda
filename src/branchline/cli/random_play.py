"""Chance for players who choose uniformly among their legal actions: the same seed gives the same game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random


def choices_of(seed: int) -> Callable[[int], int]:
    """Chance for the players: none of the game's own. It gives numbers below the one it is called with."""
    chance = Random(seed).random
    return lambda count: int(chance() * count)
