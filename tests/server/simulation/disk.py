"""The server's own SQL on an SQLite file in memory, with seeded delays, failures, a full disk and spoilt pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import apsw

from branchline.server.store.commits import Removal
from branchline.server.store.contract import (
    UNFINISHED,
    Append,
    Conflict,
    KeptResult,
    LogEntry,
    Notice,
    Stale,
    Status,
    StoreError,
    Summary,
)
from branchline.server.store.sqlite import queries
from branchline.server.store.sqlite.file import migrate
from branchline.server.store.sqlite.store import told_as_store_errors
from tests.server.simulation.clock import true_time
from tests.server.simulation.journal import Journal

MANY_PAGES: Final = 1_000_000
HEADER_BYTES: Final = 100
"""Of an SQLite file; one that is spoilt is no database at all, which is found when it is opened."""


@dataclass
class Disk:
    """What survives a crash. `failures` is how often a commit goes wrong, half of the time after it was written."""

    rng: Random
    failures: float = 0.0
    slowest: float = 0.02
    damaged: float = 0.0
    is_gone: bool = False
    journal: Journal = field(default_factory=Journal)
    connection: apsw.Connection = field(default_factory=lambda: apsw.Connection(":memory:"))
    leases: dict[str, tuple[str, int]] = field(default_factory=dict)
    living: dict[str, Callable[[Notice], None] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        migrate(self.connection, Path("memory"))

    @property
    def is_full(self) -> bool:
        return bool(self.connection.pragma("max_page_count") < MANY_PAGES)

    @is_full.setter
    def is_full(self, value: bool) -> None:
        """A full disk: SQLite may use the pages that it has, and gets no more."""
        self.connection.pragma("max_page_count", self.connection.pragma("page_count") if value else MANY_PAGES)

    async def write(self, process: str, append: Append) -> None:
        await asyncio.sleep(self.rng.random() * self.slowest)
        if self.is_gone:
            raise StoreError("the disk is gone")
        fails = self.rng.random() < self.failures
        if fails and self.rng.random() < 0.5:
            raise StoreError("the disk failed before it wrote")
        if append.fence is not None and self.leases.get(append.table) != (process, append.fence):
            raise Conflict("the lease was lost")
        try:
            (outcome,) = queries.write_all(self.connection, [append])
            queries.commit(self.connection)
        except apsw.FullError as error:
            raise StoreError(f"the disk is full: {error}") from None
        if outcome is not None:
            raise outcome
        self.journal.write(process, list(append.entries), self.driver)
        if process not in self.living:
            await asyncio.get_running_loop().create_future()  # The process is no more: nobody hears the answer.
        self.notify(process, Notice(append.table, append.version))
        if fails:
            raise StoreError("the disk failed after it wrote")
        await asyncio.sleep(self.rng.random() * self.slowest)

    def notify(self, sender: str, notice: Notice) -> None:
        for process, callback in self.living.items():
            if process != sender and callback is not None:
                delay = self.rng.random() * self.slowest * 5
                asyncio.get_running_loop().call_later(delay, self._deliver, process, notice)

    def _deliver(self, process: str, notice: Notice) -> None:
        callback = self.living.get(process)
        if callback is not None:
            callback(notice)

    def driver(self, table: str) -> str | None:
        """A store of one process has no leases: it drives all."""
        return self.leases[table][0] if table in self.leases else None

    def read(self, table: str, after: int) -> list[LogEntry]:
        """The log as a process finds it: now and then through a page that the disk gives back wrong."""
        if self.rng.random() >= self.damaged:
            return queries.read(self.connection, table, after)
        pages = bytearray(self.connection.serialize("main"))
        for _ in range(3):
            pages[self.rng.randrange(HEADER_BYTES, len(pages))] ^= 1 << self.rng.randrange(8)
        spoilt = apsw.Connection(":memory:")
        spoilt.deserialize("main", bytes(pages))
        try:
            with told_as_store_errors():
                return queries.read(spoilt, table, after)
        finally:
            spoilt.close()

    def entries(self, table: str) -> list[LogEntry]:
        return queries.read(self.connection, table, 0)


class SimulatedStore:
    """One process's way to the disk."""

    def __init__(self, disk: Disk, process: str) -> None:
        self.disk = disk
        self._process = process
        disk.living[process] = None

    @property
    def process(self) -> str:
        return self._process

    async def append(self, append: Append) -> None:
        await self.disk.write(self.process, append)

    async def _wait(self) -> None:
        await asyncio.sleep(self.disk.rng.random() * self.disk.slowest)
        if self.disk.is_gone or self.disk.rng.random() < self.disk.failures / 4:
            raise StoreError("the disk could not be read")

    async def read(self, table: str, after: int = 0) -> list[LogEntry]:
        await self._wait()
        return self.disk.read(table, after)

    async def board_file(self, digest: str) -> bytes | None:
        await self._wait()
        return queries.board_file(self.disk.connection, digest)

    async def result(self, key: str) -> bytes | None:
        await self._wait()
        return queries.result(self.disk.connection, key)

    async def keep_result(self, result: KeptResult) -> None:
        await self._wait()
        queries.write_all(self.disk.connection, [result])
        queries.commit(self.disk.connection)

    async def find(self, table: str, actor: str, cid: str) -> int | None:
        await self._wait()
        return queries.find(self.disk.connection, table, actor, cid)

    async def summary(self, table: str) -> Summary | None:
        await self._wait()
        return queries.summary_of(self.disk.connection, table)

    async def summaries(
        self,
        *,
        status: Collection[Status] = UNFINISHED,
        public: bool | None = None,
        due_before: float | None = None,
        limit: int | None = None,
    ) -> list[Summary]:
        await self._wait()
        return queries.summaries(self.disk.connection, status, public, due_before, limit)

    async def expire(self, stale: Stale, *, but: Collection[str] = ()) -> list[str]:
        await self._wait()
        leases = self.disk.leases
        others = {table for table, (owner, _) in leases.items() if owner != self.process and owner in self.disk.living}
        gone = queries.forgotten(self.disk.connection, stale, {*but, *others})
        queries.write_all(self.disk.connection, [Removal(tuple(gone), stale)])
        queries.commit(self.disk.connection)
        return gone

    async def claim(self, table: str) -> int | None:
        await self._wait()
        owner, fence = self.disk.leases.get(table, ("", 0))
        if owner != self.process:
            if owner in self.disk.living:
                return None
            fence += 1
            self.disk.leases[table] = (self.process, fence)
        return fence

    async def release(self, table: str) -> None:
        await self._wait()
        owner, fence = self.disk.leases.get(table, ("", 0))
        if owner == self.process:
            self.disk.leases[table] = ("", fence)

    async def owner(self, table: str) -> str | None:
        owner, _ = self.disk.leases.get(table, ("", 0))
        return owner if owner in self.disk.living else None

    def subscribe(self, callback: Callable[[Notice], None]) -> Callable[[], None]:
        self.disk.living[self.process] = callback
        return lambda: None

    async def tell(self, table: str, note: bytes) -> None:
        self.disk.notify(self.process, Notice(table, 0, note))

    async def time(self) -> float:
        return true_time()

    async def healthy(self) -> bool:
        return True

    async def fault(self) -> str | None:
        return None

    async def close(self) -> None:
        self.die()

    def die(self) -> None:
        """What the others see when a process is gone."""
        self.disk.living.pop(self.process, None)
