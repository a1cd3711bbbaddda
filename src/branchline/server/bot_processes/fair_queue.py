"""Whose decision is next when more of them wait than there are processes: addresses share the time, whatever they ask.

An address that has used much time lets others go first, however many tables it has, and its tables take turns. Quick
decisions have a place of their own beside the others, so that they never wait for a long one to end.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Final, NamedTuple

QUICK_SECONDS: Final = 0.25
"""What takes less than this is quick."""
QUICK_PLACES: Final = 1
MAX_REMEMBERED: Final = 10_000


class Asker(NamedTuple):
    """For whom a bot thinks: the address of somebody who is at the table, nobody's while nobody is; and the table."""

    address: str = ""
    table: str = ""


@dataclass(eq=False, slots=True)
class _Waiting:
    asker: Asker
    seconds: float  # What it is expected to take.
    number: int
    turn: asyncio.Future[bool]  # Whether the place that it gets is one for quick decisions.

    @property
    def is_quick(self) -> bool:
        return self.seconds < QUICK_SECONDS


class FairQueue:
    """`places` decisions are made at once, and a quick one beside them.

    The account of an address runs ahead of the common time by what it has used, and the one that is least ahead goes
    first. Who comes back after a pause begins at the common time: nobody saves up for later.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._free_quick = QUICK_PLACES
        self._time = 0.0
        self._accounts: dict[str, float] = {}
        self._served: dict[Asker, int] = {}  # When each table had its last turn.
        self._waiting: list[_Waiting] = []
        self._numbers = count(1)

    @asynccontextmanager
    async def turn(self, asker: Asker, seconds: float) -> AsyncIterator[None]:
        """Wait until it is the asker's turn, which lasts until the end of the block, about so many seconds."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        waiting = _Waiting(asker, seconds, next(self._numbers), future)
        self._waiting.append(waiting)
        self._call_next()
        try:
            is_quick_place = await future
        except asyncio.CancelledError:
            if not future.cancelled():  # The turn came at the same moment.
                self._give_back(future.result())
            raise
        began = loop.time()
        try:
            yield
        finally:
            self._charge(asker, loop.time() - began - seconds)
            self._give_back(is_quick_place)

    def _give_back(self, is_quick_place: bool) -> None:
        if is_quick_place:
            self._free_quick += 1
        else:
            self._free += 1
        self._call_next()

    def _call_next(self) -> None:
        # Who has given up waiting a moment ago is still in the list.
        self._waiting = [each for each in self._waiting if not each.turn.cancelled()]
        while self._free and self._waiting:
            self._free -= 1
            self._begin(min(self._waiting, key=self._rank), is_quick_place=False)
        while self._free_quick and (quick := [each for each in self._waiting if each.is_quick]):
            self._free_quick -= 1
            self._begin(min(quick, key=self._rank), is_quick_place=True)

    def _rank(self, waiting: _Waiting) -> tuple[float, int, int]:
        return self._account(waiting.asker), self._served.get(waiting.asker, 0), waiting.number

    def _begin(self, waiting: _Waiting, *, is_quick_place: bool) -> None:
        self._waiting.remove(waiting)
        if not is_quick_place:  # What is served beside the others is no measure for them.
            self._time = self._account(waiting.asker)
            self._accounts = {address: at for address, at in self._accounts.items() if at > self._time}
        if len(self._served) > MAX_REMEMBERED or not self._waiting:
            self._served.clear()
        self._served[waiting.asker] = next(self._numbers)
        self._charge(waiting.asker, waiting.seconds)
        waiting.turn.set_result(is_quick_place)

    def _account(self, asker: Asker) -> float:
        return max(self._time, self._accounts.get(asker.address, 0.0))

    def _charge(self, asker: Asker, seconds: float) -> None:
        self._accounts[asker.address] = self._account(asker) + seconds


class AddressTurns:
    """`places` turns at once, each of about so many seconds: one for each address, and addresses take turns."""

    def __init__(self, places: int, usual_seconds: float) -> None:
        self._queue = FairQueue(places)
        self._usual = usual_seconds
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for the address's turn, which lasts until the end of the block."""
        lock, users = self._locks.get(address, (asyncio.Lock(), 0))
        self._locks[address] = (lock, users + 1)
        try:
            async with lock, self._queue.turn(Asker(address), self._usual):
                yield
        finally:
            self._leave(address)

    def _leave(self, address: str) -> None:
        """An address for which nobody waits is not remembered."""
        lock, users = self._locks[address]
        if users == 1:
            del self._locks[address]
        else:
            self._locks[address] = (lock, users - 1)
