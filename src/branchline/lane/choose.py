"""Chance and judgment that every game in the lane shares: a random choice out of a mask, and who leads."""

from __future__ import annotations

from typing import Any

from branchline.lane.compile import jit
from branchline.lane.rng import below


@jit
def choose_all(mask: Any, chance: Any, out: Any) -> None:
    """Choose one of the marked codes at random in each game that has any."""
    for i in range(len(mask)):
        count = 0
        for code in range(mask.shape[1]):
            count += mask[i, code]
        if count > 0:
            left, code = below(chance, count), 0
            while left > 0 or not mask[i, code]:
                left -= mask[i, code]
                code += 1
            out[i] = code


@jit
def lead(seats: int, leaders: int, measure: Any) -> int:
    """Those among the leaders, a set of seats, that have the most (`core.score.judge`)."""
    found = best = 0
    for seat in range(seats):
        if leaders >> seat & 1:
            if found == 0 or measure[seat] > best:
                found, best = 1 << seat, measure[seat]
            elif measure[seat] == best:
                found |= 1 << seat
    return found
