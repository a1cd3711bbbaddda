"""Sets of small integers kept in one integer: bit i set means that i is a member."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def members(mask: int) -> Iterator[int]:
    """The members in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(items: Iterable[int]) -> int:
    mask = 0
    for item in items:
        mask |= 1 << item
    return mask


def nth_member(mask: int, index: int) -> int:
    """The member with `index` smaller ones, found by halving so that big sets stay cheap."""
    base = 0
    width = mask.bit_length()
    while width > 1:
        half = width >> 1
        low = mask & ((1 << half) - 1)
        below = low.bit_count()
        if index < below:
            mask, width = low, half
        else:
            index -= below
            mask >>= half
            base += half
            width -= half
    return base
