"""Chance and judgment that every game in the lane shares: a random choice out of a mask, and who leads."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import ONE, count, lowest, size
from branchline.lane.compile import jit
from branchline.lane.rng import below


@jit
def choose_all(mask: Any, chance: Any, out: Any) -> None:
    """Choose one of the marked codes at random in each game that has any."""
    for i in range(len(mask)):
        marked = 0
        for code in range(mask.shape[1]):
            marked += mask[i, code]
        if marked > 0:
            left, code = below(chance, marked), 0
            while left > 0 or not mask[i, code]:
                left -= mask[i, code]
                code += 1
            out[i] = code


@jit
def choose_packed(mask: Any, chance: Any, out: Any) -> None:
    """The same out of a packed mask."""
    for i in range(len(mask)):
        marked = size(mask[i])
        if marked > 0:
            left, w = below(chance, marked), 0
            while left >= count(mask[i, w]):
                left -= count(mask[i, w])
                w += 1
            word = mask[i, w]
            for _ in range(left):
                word &= word - ONE
            out[i] = 64 * w + lowest(word)


@jit
def draw_from(rng: Any, cards: Any, left: int) -> int:
    """Take the top card of a deck of so many cards, given as counts: any of them with the same chance."""
    index = below(rng, left)
    kind = 0
    while index >= cards[kind]:
        index -= cards[kind]
        kind += 1
    cards[kind] -= 1
    return kind


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
