"""Rounds that bring nobody anything new: after ten of them the game ends (B-10a)."""

from __future__ import annotations

from typing import Final

from branchline.core.events import Event, NothingNew

MAX_ROUNDS: Final = 10
"""So many whole rounds without anything new end a game."""

TOLD_AFTER: Final = 8
"""After so many the players are told."""


def told(idle: int, seats: int) -> tuple[Event, ...]:
    """What is said at the end of a turn, when so many turns in a row have brought nothing new."""
    return (NothingNew(TOLD_AFTER, MAX_ROUNDS - TOLD_AFTER),) if idle == TOLD_AFTER * seats else ()


def stands_still(idle: int, seats: int) -> bool:
    """Whether the game ends because every player has had ten such turns in a row."""
    return idle >= MAX_ROUNDS * seats
