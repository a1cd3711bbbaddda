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
    """The member that has `index` smaller ones."""
    for _ in range(index):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1
