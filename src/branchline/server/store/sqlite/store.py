"""The store of one server process: a file of SQLite, one connection that writes, and a few that read."""

import asyncio
import contextlib
import os
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import apsw

from branchline.server.metrics import METRICS
from branchline.server.store.chain import DamagedTables
from branchline.server.store.commits import HealthRow, Removal
from branchline.server.store.contract import (
    UNFINISHED,
    Append,
    Damaged,
    KeptResult,
    LogEntry,
    Notice,
    Stale,
    Status,
    StoreError,
    Summary,
)
from branchline.server.store.health import HealthWrites
from branchline.server.store.sqlite import queries
from branchline.server.store.sqlite.file import Lock, open_reader, open_writer, same_file
from branchline.server.store.sqlite.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

READERS = 2
METRICS.gauge("branchline_sqlite_bytes", "Memory that SQLite takes, mostly for pages of its file.", apsw.memory_used)


class SqliteStore:
    """Keeps tables in one file. The process that has the file open drives all of them."""

    def __init__(self, path: Path, vfs: str | None = None) -> None:
        """Open the file, and make it and its folder where they are missing; this blocks."""
        self._path = path
        self._vfs = vfs
        make_private(path)
        self._lock = Lock(path)
        try:
            connection = open_writer(path, vfs)
        except StoreError:
            self._lock.release()
            raise
        self._inode = path.stat().st_ino
        self._damaged = DamagedTables()
        self._writer = Writer(connection, self._moved)
        self._health = HealthWrites(lambda: self._writer.write(HealthRow()))
        self._local = threading.local()
        self._readers: list[apsw.Connection] = []
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="branchline-read")
        self._is_closed = False

    @classmethod
    async def open(cls, path: Path, vfs: str | None = None) -> "SqliteStore":
        """Open the file without holding the event loop up."""
        return await asyncio.to_thread(cls, path, vfs)

    @property
    def process(self) -> str:
        return "only"

    async def append(self, append: Append) -> None:
        await self._writer.write(append)

    async def read(self, table: str, after: int = 0) -> list[LogEntry]:
        try:
            entries = await self._ask(queries.read, table, after)
        except Damaged as damaged:
            self._damaged.note(table, damaged)
            raise
        self._damaged.whole(table)
        return entries

    async def board_file(self, digest: str) -> bytes | None:
        return await self._ask(queries.board_file, digest)

    async def result(self, key: str) -> bytes | None:
        return await self._ask(queries.result, key)

    async def keep_result(self, result: KeptResult) -> None:
        await self._writer.write(result)

    async def find(self, table: str, actor: str, cid: str) -> int | None:
        return await self._ask(queries.find, table, actor, cid)

    async def summary(self, table: str) -> Summary | None:
        return await self._ask(queries.summary_of, table)

    async def summaries(
        self,
        *,
        status: Collection[Status] = UNFINISHED,
        public: bool | None = None,
        due_before: float | None = None,
        limit: int | None = None,
    ) -> list[Summary]:
        return await self._ask(queries.summaries, status, public, due_before, limit)

    async def expire(self, stale: Stale, *, but: Collection[str] = ()) -> list[str]:
        gone = await self._ask(queries.forgotten, stale, but)
        if gone:
            await self._writer.write(Removal(tuple(gone), stale))
        return gone

    async def claim(self, table: str) -> int | None:
        return 1  # The lock on the file is the lease of every table in it.

    async def release(self, table: str) -> None:
        """Do nothing: the file's lock stays."""

    async def owner(self, table: str) -> str | None:
        return self.process

    def subscribe(self, callback: Callable[[Notice], None]) -> Callable[[], None]:
        return lambda: None  # There is no other process that could write.

    async def tell(self, table: str, note: bytes) -> None:
        """Do nothing: there is no other process."""

    async def time(self) -> float:
        return time.time()

    async def healthy(self) -> bool:
        return not self._is_closed and self._writer.is_sound

    async def fault(self) -> str | None:
        if not await self.healthy():
            return self._writer.fault or "the store is closed"
        return self._moved() or self._damaged.fault() or await self._health.fault()

    def _moved(self) -> str | None:
        """Say that the file is not where it was opened: what is written then goes where nobody will find it."""
        if same_file(self._path, self._inode):
            return None
        return f"{self._path} was moved or replaced: put it back, or start again with the file that you want"

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        # The writer goes last, so that no other connection is ever the one that moves the log into the file.
        await asyncio.to_thread(self._close_readers)
        await self._writer.close()
        self._lock.release()

    def _close_readers(self) -> None:
        self._pool.shutdown()
        for reader in self._readers:
            reader.close()

    async def _ask(
        self, question: Callable[Concatenate[apsw.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        def answer() -> T:
            with told_as_store_errors():
                return question(self._reader(), *args, **kwargs)

        if self._is_closed:
            raise StoreError("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._pool, answer)

    def _reader(self) -> apsw.Connection:
        """Give the reading connection of this thread."""
        if not hasattr(self._local, "connection"):
            self._local.connection = open_reader(self._path, self._vfs)
            self._readers.append(self._local.connection)
        connection: apsw.Connection = self._local.connection
        return connection


@contextlib.contextmanager
def told_as_store_errors() -> Iterator[None]:
    """Turn what SQLite says into what the contract promises."""
    try:
        yield
    except (apsw.CorruptError, TypeError, ValueError) as error:  # A damaged page may hold values of any kind.
        raise Damaged("the file", str(error)) from error
    except apsw.Error as error:
        raise StoreError(f"SQLite failed: {error}") from error


def make_private(path: Path) -> None:
    """Make the file and its folder readable for their owner only: the log holds the secrets of running games."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}. Name another file with --db.") from None
