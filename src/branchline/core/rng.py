"""The random generator as a value: a permuted congruential one (PCG XSL-RR 128/64) that any language can repeat.

The state has 128 bits and starts from a hash of the seed, so that neighboring seeds give unrelated games and nobody
can find the state by trying all seeds of a shorter kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NewType, TypeVar

T = TypeVar("T")

Rng = NewType("Rng", int)

_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_INCREMENT = 0x5851F42D4C957F2D14057B7EF767814F
_MASK_128 = (1 << 128) - 1
_MASK_64 = (1 << 64) - 1
_TWICE = (1 << 64) + 1
"""A word times this stands beside itself, so that a shift turns it round."""


def seeded(seed: int) -> Rng:
    digest = sha256(b"branchline rng 1:%d" % seed).digest()
    return Rng(int.from_bytes(digest[:16], "big"))


def below(rng: Rng, bound: int) -> tuple[int, Rng]:
    """A uniform integer in [0, bound), and the generator after it. Rejection keeps it exactly uniform."""
    state: int = rng
    while True:
        state = (state * _MULTIPLIER + _INCREMENT) & _MASK_128
        folded = (state >> 64) ^ (state & _MASK_64)
        turn = state >> 122
        word = folded * _TWICE >> turn & _MASK_64
        product = word * bound
        low = product & _MASK_64
        if low >= bound or low >= (1 << 64) % bound:
            return product >> 64, Rng(state)


def shuffled(items: Sequence[T], rng: Rng) -> tuple[tuple[T, ...], Rng]:
    """A uniformly random order (Fisher and Yates), and the generator after it."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other, rng = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order), rng
