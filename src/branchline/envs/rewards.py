"""What the end of a game is worth to each seat. All of it adds up to nothing: what one seat wins, others lose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Rewards: TypeAlias = NDArray[np.float64]
"""One row for each game, one column for each seat."""


def win(totals: NDArray[Any], won: NDArray[np.bool_]) -> Rewards:
    """1 for the winner and -1 shared among the others; those who win together have less in the same proportion."""
    seats = totals.shape[1]
    share = won / won.sum(axis=1, keepdims=True)
    return (share * seats - 1) / (seats - 1)


def margin(totals: NDArray[Any], won: NDArray[np.bool_]) -> Rewards:
    """Points above the mean of the others; with two players, what one has more than the other."""
    seats = totals.shape[1]
    return (totals * seats - totals.sum(axis=1, keepdims=True)) / (seats - 1)


def rank(totals: NDArray[Any], won: NDArray[np.bool_]) -> Rewards:
    """From 1 for the first to -1 for the last in even steps; equals share theirs. Tie-breaks tell who is first."""
    seats = totals.shape[1]
    measure = totals.astype(np.int64) * 2 + won
    behind = (measure[:, :, None] > measure[:, None, :]).sum(axis=2)
    ahead = (measure[:, :, None] < measure[:, None, :]).sum(axis=2)
    return (behind - ahead) / (seats - 1)


REWARDS: Final[Mapping[str, Callable[[NDArray[Any], NDArray[np.bool_]], Rewards]]] = {
    "win": win,
    "margin": margin,
    "rank": rank,
}


def rewards_of(name: str, scores: NDArray[Any], seats: int) -> Rewards:
    """The rewards of finished games out of their score records (`lane.scoring.work`)."""
    won = (scores["winners"][:, None] >> np.arange(seats) & 1).astype(np.bool_)
    return REWARDS[name](scores["total"][:, :seats], won)


def check_reward(name: str) -> str:
    if name not in REWARDS:
        raise ValueError(f"there is no reward {name!r}; there are {', '.join(REWARDS)}")
    return name
