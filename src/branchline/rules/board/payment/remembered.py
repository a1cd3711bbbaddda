"""What follows from some of the cards in a hand, worked out once: whole hands are all different, parts of them not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import TypeAlias, TypeVar

from branchline.core.ids import Cards, Kind

T = TypeVar("T")


class Recall(dict[Cards, T]):
    """By how many there are of certain kinds, and of wilds after them; all is forgotten when it becomes too much."""

    MAX_SIZE = 1 << 14

    def __init__(self, work_out: Callable[[Cards], T]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, held: Cards) -> T:
        if len(self) >= self.MAX_SIZE:
            self.clear()
        found = self[held] = self._work_out(held)
        return found


Part: TypeAlias = tuple[Callable[[Cards], Cards], Recall[T]]
"""What picks those cards out of a hand, and what is known by them."""


def part(kinds: Iterable[Kind], work_out: Callable[[Cards], T]) -> Part[T]:
    return itemgetter(*kinds, -1), Recall(work_out)


def halves(colors: Sequence[T]) -> list[Sequence[T]]:
    """What belongs to each color, in two parts: small enough to be met again, and few to be looked up."""
    half = max(1, (len(colors) + 1) // 2)
    return [colors[start : start + half] for start in range(0, len(colors), half)]
