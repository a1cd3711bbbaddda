"""The store of one server process: SQLite, one thread that writes, and many commits in one flush of the disk."""

import asyncio
import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import apsw

from branchline.server import ledger
from branchline.server.jobs import BATCH, COMMIT_APPENDS, COMMIT_SECONDS, Job, addition, new_table
from branchline.server.sqlite_file import Lock, open_reader, open_writer
from branchline.server.store import UNFINISHED, Entry, Notice, Status, StoreError, Summary

P = ParamSpec("P")
T = TypeVar("T")

# Pages in the write-ahead log at which it is moved into the file when nobody waits, and even when somebody does.
CHECKPOINT_PAGES = 1_000
CHECKPOINT_PAGES_AT_LAST = 16_000
READERS = 2

Waiting = tuple[Job, asyncio.Future[None]]


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
        self._writer = Writer(connection)
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

    async def create(self, table: str, summary: Summary, entries: Sequence[Entry]) -> None:
        await self._writer.write(new_table(table, summary, entries))

    async def append(self, table: str, entries: Sequence[Entry], summary: Summary, *, fence: int | None = None) -> None:
        await self._writer.write(addition(table, entries, summary, fence))

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        return await self._ask(ledger.read, table, after)

    async def find(self, table: str, actor: str, cid: str) -> int | None:
        return await self._ask(ledger.find, table, actor, cid)

    async def summary(self, table: str) -> Summary | None:
        return await self._ask(ledger.summary_of, table)

    async def summaries(
        self,
        *,
        status: Collection[Status] = UNFINISHED,
        public: bool | None = None,
        due_before: float | None = None,
        limit: int | None = None,
    ) -> list[Summary]:
        return await self._ask(ledger.summaries, status, public, due_before, limit)

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

    async def healthy(self) -> bool:
        return not self._is_closed and self._writer.is_sound

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        # The writer goes last, so that no other connection is ever the one that moves the log into the file.
        self._pool.shutdown()
        for reader in self._readers:
            reader.close()
        self._writer.close()
        self._lock.release()

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


class Writer:
    """The one thread with the one connection that writes, and that moves the write-ahead log into the file."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._log_pages = 0
        self._fault: str | None = None
        connection.wal_autocheckpoint(0)
        connection.set_wal_hook(self._count_pages)
        self._thread = threading.Thread(target=self._run, name="branchline-write", daemon=True)
        self._thread.start()

    @property
    def is_sound(self) -> bool:
        return self._fault is None and self._thread.is_alive()

    async def write(self, job: Job) -> None:
        if not self.is_sound:
            raise StoreError(self._fault or "the store is closed")
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((job, future))
        # Whoever gives up waiting does not undo the commit.
        await asyncio.shield(future)

    def close(self) -> None:
        """Finish what is queued, then let go of the file."""
        self._queue.put(None)
        self._thread.join()
        # Should the disk fail now, nothing is lost: what was answered is in the write-ahead log.
        with contextlib.suppress(apsw.Error):
            if self._fault is None:
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        with contextlib.suppress(apsw.Error):
            self._connection.close()

    def _run(self) -> None:
        open_ = True
        while open_:
            batch, open_ = self._next_batch()
            if batch:
                settle(batch, self._commit([job for job, _ in batch]))
            if self._log_pages > (CHECKPOINT_PAGES if self._queue.empty() else CHECKPOINT_PAGES_AT_LAST):
                self._checkpoint()

    def _next_batch(self) -> tuple[list[Waiting], bool]:
        """Wait for one job and take those that wait behind it; the second value says whether more may come."""
        batch: list[Waiting] = []
        item = self._queue.get()
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH:
                break
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                break
        return batch, item is not None

    def _commit(self, jobs: list[Job]) -> Sequence[StoreError | None]:
        if self._fault:
            return [StoreError(self._fault) for _ in jobs]
        started = time.perf_counter()
        try:
            return ledger.commit(self._connection, jobs)
        except apsw.FullError as error:
            return [StoreError(f"the disk is full: {error}") for _ in jobs]
        except Exception as error:
            # After a failed flush nobody knows what the disk holds, and asking again may not tell: only a restart does.
            self._fault = f"SQLite failed: {error}"
            return [StoreError(self._fault) for _ in jobs]
        finally:
            COMMIT_SECONDS.observe(time.perf_counter() - started)
            COMMIT_APPENDS.observe(len(jobs))

    def _checkpoint(self) -> None:
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
            self._log_pages = 0
        except apsw.BusyError:
            self._log_pages = 0  # A reader is in the way; the next round tries again.
        except apsw.Error as error:
            self._fault = str(error)

    def _count_pages(self, connection: apsw.Connection, database: str, pages: int) -> int:
        self._log_pages = pages
        return apsw.SQLITE_OK


def settle(batch: list[Waiting], outcomes: Sequence[StoreError | None]) -> None:
    """Wake those who wait, on their own event loop; a loop that is gone needs no answer."""
    with contextlib.suppress(RuntimeError):
        batch[0][1].get_loop().call_soon_threadsafe(answer, batch, outcomes)


def answer(batch: list[Waiting], outcomes: Sequence[StoreError | None]) -> None:
    for (_, future), outcome in zip(batch, outcomes, strict=True):
        if future.cancelled():
            continue
        if outcome is None:
            future.set_result(None)
        else:
            future.set_exception(outcome)


@contextlib.contextmanager
def told_as_store_errors() -> Iterator[None]:
    """Turn what SQLite says into what the contract promises."""
    try:
        yield
    except apsw.Error as error:
        raise StoreError(f"SQLite failed: {error}") from error


def make_private(path: Path) -> None:
    """Make the file and its folder readable for their owner only: the log holds the secrets of running games."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}. Name another file with --db.") from None
