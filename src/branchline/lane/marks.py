"""The marks of a mask: set for codes, and taken away again.

A mask has a byte for each code, or, where it is packed, a bit, in rows of 64-bit words; `touched` is None then. Where
there are many thousands of bytes, few of them marked, clearing whole rows would cost more than listing what may be
done: there it is noted which lines of 64 codes have marks, and only those are cleared.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.lane.bits import NONE, ONE, bit, lowest
from branchline.lane.compile import jit

Mask: TypeAlias = NDArray[np.bool_] | NDArray[np.uint64]
"""A row for each game, a column for each code; in a packed one 64 codes to a word."""

LINE: Final = 64
MAX_WHOLE: Final = 4096
"""Rows of up to so many codes are cleared as a whole: their lines are not worth counting."""


def words_for(codes: int) -> int:
    """Words of 64 lines that so many codes need; none where rows are cleared as a whole."""
    return 0 if codes <= MAX_WHOLE else (codes + LINE * 64 - 1) // (LINE * 64)


def all_touched(rows: int, codes: int) -> NDArray[np.uint64]:
    """What is known of masks that anybody may have written into: every line may have marks."""
    touched = np.full((rows, words_for(codes)), ~np.uint64(0))
    if codes % (LINE * 64) and touched.size:
        touched[:, -1] = (1 << -(-codes // LINE) % 64) - 1
    return touched


def packed_words(codes: int) -> int:
    """Words of a row of a packed mask."""
    return (codes + 63) // 64


@jit
def clear(out: Any, touched: Any, i: int) -> None:
    """Take away all marks of a row."""
    if touched is None:
        for w in range(out.shape[1]):
            out[i, w] = NONE
        return
    if touched.shape[1] == 0:
        out[i, :] = False
        return
    for w in range(touched.shape[1]):
        lines = touched[i, w]
        touched[i, w] = NONE
        while lines != NONE:
            first = LINE * (64 * w + lowest(lines))
            lines &= lines - ONE
            for code in range(first, min(first + LINE, out.shape[1])):
                out[i, code] = False


@jit
def mark(out: Any, touched: Any, i: int, codes: Any, count: int) -> None:
    """Mark some codes in a row without marks."""
    if touched is None:
        place, marks = 0, NONE  # Codes stand in runs, so that a word is written once for many of them.
        for n in range(count):
            if codes[n] >> 6 != place:
                out[i, place] |= marks
                place, marks = codes[n] >> 6, NONE
            marks |= bit(codes[n])
        out[i, place] |= marks
        return
    for n in range(count):
        out[i, codes[n]] = True
    if touched.shape[1] > 0:
        word, lines = 0, NONE
        for n in range(count):
            if codes[n] >> 12 != word:
                touched[i, word] |= lines
                word, lines = codes[n] >> 12, NONE
            lines |= bit(codes[n] >> 6)
        touched[i, word] |= lines
