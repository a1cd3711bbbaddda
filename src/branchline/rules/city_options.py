"""Options that are every member of a set with every payment of a list, without building them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from branchline.core.actions import Action
from branchline.core.bits import members, nth_member
from branchline.core.game import LazyActions
from branchline.core.ids import Cards, CityId, CitySet


class CityOptions(LazyActions[Action]):
    """Build something in any of these cities, with any of these payments."""

    __slots__ = ("_action", "_cities", "_pays", "_size")

    def __init__(self, action: Callable[[CityId, Cards], Action], cities: CitySet, pays: Sequence[Cards]) -> None:
        self._action = action
        self._cities = cities
        self._pays = pays
        self._size = cities.bit_count() * len(pays)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Action]:
        for city in members(self._cities):
            for pay in self._pays:
                yield self._action(CityId(city), pay)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        which, how = divmod(range(self._size)[index], len(self._pays))
        return self._action(CityId(nth_member(self._cities, which)), self._pays[how])
