"""The compiled players by name; this module needs no numba."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

RANDOM: Final = 0
HASTY: Final = 1
GREEDY: Final = 2
PLANNER: Final = 3

PLAYERS: Final = ("random", "hasty", "greedy", "planner")
"""The name of each player, at the place of its number."""


class UnknownPlayer(LookupError):
    """There is no compiled player of this name."""


def player_number(name: str) -> int:
    if name not in PLAYERS:
        raise UnknownPlayer(f"there is no compiled player {name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS.index(name)


def player_numbers(players: str | Sequence[str], seats: int) -> list[int]:
    """The numbers of the players in all seats: one name for all of them, or a name for each."""
    if isinstance(players, str):
        return [player_number(players)] * seats
    if len(players) != seats:
        raise ValueError(f"{seats} seats need as many players, not {len(players)}")
    return [player_number(name) for name in players]
