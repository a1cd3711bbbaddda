"""The generator of `core.rng` (PCG XSL-RR 128/64) on two 64-bit words: the same numbers from the same seed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.rng import seeded
from branchline.lane.compile import jit

_MULTIPLIER_HIGH = np.uint64(0x2360ED051FC65DA4)
_MULTIPLIER_LOW = np.uint64(0x4385DF649FCCF645)
_INCREMENT_HIGH = np.uint64(0x5851F42D4C957F2D)
_INCREMENT_LOW = np.uint64(0x14057B7EF767814F)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_TOP_SIX = np.uint64(58)
_WIDTH = np.uint64(64)
_TURNS = np.uint64(63)


def seeds_as_words(seeds: Iterable[int]) -> NDArray[np.uint64]:
    """The generators that these seeds start, as rows of their high and low word."""
    rows = [divmod(seeded(seed), 1 << 64) for seed in seeds]
    return np.array(rows, dtype=np.uint64).reshape(len(rows), 2)


@jit
def times_high(a: Any, b: Any) -> Any:
    """The upper 64 bits of the product of two words, out of the products of their halves."""
    a_high, a_low = a >> _HALF, a & _LOW_HALF
    b_high, b_low = b >> _HALF, b & _LOW_HALF
    low = a_low * b_low
    middle = a_high * b_low + (low >> _HALF)
    other = a_low * b_high + (middle & _LOW_HALF)
    return a_high * b_high + (middle >> _HALF) + (other >> _HALF)


@jit
def next_word(rng: Any) -> Any:
    """Advance the generator, given as its two words, and give the word that it tells."""
    high, low = rng[0], rng[1]
    new_low = low * _MULTIPLIER_LOW + _INCREMENT_LOW
    carry = np.uint64(new_low < _INCREMENT_LOW)
    new_high = (
        times_high(low, _MULTIPLIER_LOW) + high * _MULTIPLIER_LOW + low * _MULTIPLIER_HIGH + _INCREMENT_HIGH + carry
    )
    rng[0], rng[1] = new_high, new_low
    folded = new_high ^ new_low
    turn = new_high >> _TOP_SIX
    return (folded >> turn) | (folded << ((_WIDTH - turn) & _TURNS))


@jit
def below(rng: Any, bound: int) -> int:
    """A uniform integer in [0, bound). Rejection keeps it exactly uniform."""
    limit = np.uint64(bound)
    while True:
        word = next_word(rng)
        low = word * limit
        if low >= limit or low >= (~limit + np.uint64(1)) % limit:  # 2 ** 64 mod bound
            return np.int64(times_high(word, limit))  # type: ignore[return-value]


@jit
def shuffle(rng: Any, items: Any, start: int, stop: int) -> None:
    """Put a part of a row in uniformly random order (Fisher and Yates)."""
    for last in range(stop - start - 1, 0, -1):
        other = below(rng, last + 1)
        kept = items[start + last]
        items[start + last] = items[start + other]
        items[start + other] = kept
