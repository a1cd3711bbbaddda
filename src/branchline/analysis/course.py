"""How a game stood: played on many times from a true state, or from what a seat knew of it."""

from __future__ import annotations

from random import Random
from typing import Any

from branchline.analysis.findings import Worth, estimate
from branchline.analysis.judge import means
from branchline.analysis.playouts import PlayedOut, Playouts


def played_on(playouts: Playouts, state: Any, times: int, seed: str) -> PlayedOut:
    """Play on so many times from a true state, with all hands open and the future unknown."""
    first = Random(seed).getrandbits(48)
    worlds = playouts.open_worlds(state, range(first, first + times))
    return playouts.on(worlds, range(first + times, first + 2 * times))


def seat_worths(ends: PlayedOut) -> list[Worth]:
    """What the ends of games that were played on are worth to each seat."""
    wins, margins = means(ends.wins[0]), means(ends.margins[0])
    return [
        Worth(
            estimate(wins.mean[seat], wins.error[seat]),
            estimate(margins.mean[seat], margins.error[seat]),
        )
        for seat in range(ends.wins.shape[2])
    ]
