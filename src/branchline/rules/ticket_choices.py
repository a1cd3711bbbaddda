"""Every way to keep some tickets of an offer, as a sequence whose items are made when asked for (B-21)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import TypeAlias, overload

from branchline.core.actions import KeepTickets
from branchline.core.game import LazyActions
from branchline.core.ids import TicketId

Way: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Which places of the offer are kept, and which are returned, in that order."""


class TicketChoices(LazyActions[KeepTickets]):
    """Keep at least `least`; where the order of return matters, in every order."""

    __slots__ = ("_offer", "_ways")

    def __init__(self, offer: tuple[TicketId, ...], least: int, *, ordered: bool) -> None:
        self._offer = offer
        self._ways = _ways(len(offer), least, ordered=ordered)

    def __len__(self) -> int:
        return len(self._ways)

    def __iter__(self) -> Iterator[KeepTickets]:
        return map(self._made, self._ways)

    @overload
    def __getitem__(self, index: int) -> KeepTickets: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[KeepTickets]: ...
    def __getitem__(self, index: int | slice) -> KeepTickets | Sequence[KeepTickets]:
        if isinstance(index, slice):
            return [self._made(way) for way in self._ways[index]]
        return self._made(self._ways[index])

    def _made(self, way: Way) -> KeepTickets:
        kept, returned = way
        offer = self._offer
        return KeepTickets(tuple([offer[i] for i in kept]), tuple([offer[i] for i in returned]))


@cache
def _ways(size: int, least: int, *, ordered: bool) -> tuple[Way, ...]:
    places = range(size)
    return tuple(
        (kept, returned)
        for count in range(min(least, size), size + 1)
        for kept in combinations(places, count)
        for returned in _returns(tuple(place for place in places if place not in kept), ordered=ordered)
    )


def _returns(rest: tuple[int, ...], *, ordered: bool) -> Sequence[tuple[int, ...]]:
    return tuple(permutations(rest)) if ordered else (rest,)
