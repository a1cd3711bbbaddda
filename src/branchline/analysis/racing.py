"""Who is still in a race of moves, and who has won it; what was played is the first, and has the benefit of the doubt.

A search gives its first idea more credit: there it is the best that a good player thinks of, and here anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.bots.lane_search.trials import compared

Leads: TypeAlias = NDArray[np.float64]
"""By move and world, what the end was worth in points; not a number where a move was tried no further."""

GIVE_UP_ERRORS: Final = 2.0
"""A move is given up when it is so many standard errors of the difference behind the leader."""

PLAYED_ERRORS: Final = 3.0
"""The same for what was played, to which all others are compared in the end."""

PRIOR_LOSS: Final = 1.0
PRIOR_SPREAD: Final = 5.0
"""How many points worse than what was played another move is before it was tried, and the standard deviation of that:
the best of several moves after a few worlds is mostly the luckiest."""


def still_running(leads: Leads, running: Sequence[int]) -> list[int]:
    """The moves that are not clearly behind the leader of those that are running."""
    leader = running[int(np.nanmean(leads[running], axis=1).argmax())]
    return [move for move in running if move == leader or not _is_behind(leads, move, leader)]


def _is_behind(leads: Leads, move: int, leader: int) -> bool:
    gain, error = compared(leads, leader, move)
    return gain > (GIVE_UP_ERRORS if move else PLAYED_ERRORS) * error


def best_move(leads: Leads) -> int:
    """The move that gains most over what was played, what was known before and the trials taken together."""
    gains = [0.0]
    for move in range(1, len(leads)):
        gain, error = compared(leads, move, 0)
        trust = trust_in(error)
        gains.append(trust * gain - (1 - trust) * PRIOR_LOSS)
    return int(np.argmax(gains))


def trust_in(error: float) -> float:
    """How much of a difference with this error is likely to be true: a large one with a large error is mostly error."""
    return 1 / (1 + (error / PRIOR_SPREAD) ** 2)
