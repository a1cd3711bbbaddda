"""The random generator as a value, of one of two kinds; any language can repeat both.

A number as seed starts a permuted congruential generator (PCG XSL-RR 128/64): quick, for simulations. Its state has 128
bits and starts from a hash of the seed, so that neighboring seeds give unrelated games. Whoever sees enough of its
numbers can compute the next ones, so tables do not deal with it any more.

A key of 32 bytes starts a stream of hashes, which nobody who does not know the key can tell from chance, however much
of it they have seen (docs/fairness.md). Its value is a mark, the key, and the number of words used; the values of the
two kinds have no number in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NewType, TypeAlias, TypeVar

T = TypeVar("T")

Rng = NewType("Rng", int)

Seed: TypeAlias = int | bytes
"""What a game follows from, with its moves: any number, or a key of `KEY_SIZE` secret bytes."""

KEY_SIZE: Final = 32

_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_INCREMENT = 0x5851F42D4C957F2D14057B7EF767814F
_MASK_128 = (1 << 128) - 1
_MASK_64 = (1 << 64) - 1
_TWICE = (1 << 64) + 1
"""A word times this stands beside itself, so that a shift turns it round."""


_STREAM = 1 << 64 + 8 * KEY_SIZE
"""Marks a stream: its key stands below this, and below the key a counter of 64 bits."""


def seeded(seed: Seed) -> Rng:
    if isinstance(seed, bytes):
        if len(seed) != KEY_SIZE:
            raise ValueError(f"a key has {KEY_SIZE} bytes, not {len(seed)}")
        return Rng(_STREAM | int.from_bytes(seed, "big") << 64)
    digest = sha256(b"branchline rng 1:%d" % seed).digest()
    return Rng(int.from_bytes(digest[:16], "big"))


def below(rng: Rng, bound: int) -> tuple[int, Rng]:
    """A uniform integer in [0, bound), and the generator after it. Rejection keeps it exactly uniform."""
    state: int = rng
    if state > _MASK_128:
        return _below_of_stream(rng, bound)
    while True:
        state = (state * _MULTIPLIER + _INCREMENT) & _MASK_128
        folded = (state >> 64) ^ (state & _MASK_64)
        turn = state >> 122
        word = folded * _TWICE >> turn & _MASK_64
        product = word * bound
        low = product & _MASK_64
        if low >= bound or low >= (1 << 64) % bound:
            return product >> 64, Rng(state)


def _below_of_stream(rng: Rng, bound: int) -> tuple[int, Rng]:
    """`below` with the words of a stream: the first 64 bits of SHA-256 over key and counter."""
    state: int = rng
    while True:
        line = b"branchline word 1\n%064x\n%d" % ((state ^ _STREAM) >> 64, state & _MASK_64)
        word = int.from_bytes(sha256(line).digest()[:8], "big")
        state += 1
        product = word * bound
        if product & _MASK_64 >= (1 << 64) % bound:
            return product >> 64, Rng(state)


def shuffled(items: Sequence[T], rng: Rng) -> tuple[tuple[T, ...], Rng]:
    """A uniformly random order (Fisher and Yates), and the generator after it."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other, rng = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order), rng
