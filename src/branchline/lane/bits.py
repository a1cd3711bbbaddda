"""Sets of small integers kept in rows of 64-bit words, as `core.bits` keeps them in one integer."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.lane.compile import jit

Word: TypeAlias = Any
"""64 bits; an `np.uint64` in compiled code."""
Words: TypeAlias = Any
"""A row of 64-bit words. Bit i of word w set means that 64 * w + i is a member."""

ONE = np.uint64(1)
NONE = np.uint64(0)
_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_H01 = np.uint64(0x0101010101010101)
_S1, _S2, _S4, _S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


def members_of(words: Words, size: int) -> NDArray[np.bool_]:
    """Rows of words as a table: a column for each of so many numbers, true for members."""
    columns = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1, bitorder="little")[..., :size]
    return columns.view(np.bool_)


@jit
def whole(number: int) -> int:
    """A number out of a record or an array, as wide as any other.

    Everything that is called with it would be compiled once more for narrow ones, which takes as long again.
    """
    return np.int64(number)  # type: ignore[return-value]


@jit
def count(word: Word) -> int:
    """How many bits are set. The compiler knows this pattern and makes one instruction of it."""
    word = word - ((word >> _S1) & _M1)
    word = (word & _M2) + ((word >> _S2) & _M2)
    word = (word + (word >> _S4)) & _M4
    return np.int64((word * _H01) >> _S56)  # type: ignore[return-value]


@jit
def lowest(word: Word) -> int:
    """The number of the lowest bit that is set; 64 for none."""
    return count((word & (~word + ONE)) - ONE)


@jit
def bit(number: int) -> Word:
    """The word with this one bit set, of the word that it belongs to."""
    return ONE << np.uint64(number & 63)


@jit
def has(words: Words, member: int) -> bool:
    return (words[member >> 6] & bit(member)) != NONE


@jit
def include(words: Words, member: int) -> None:
    words[member >> 6] |= bit(member)


@jit
def size(words: Words) -> int:
    total = 0
    for w in range(len(words)):
        total += count(words[w])
    return total
