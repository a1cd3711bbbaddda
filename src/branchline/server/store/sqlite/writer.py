"""The one connection that changes to SQLite: many appends in one transaction and one flush of the disk."""

import asyncio
import contextlib
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any

import apsw

from branchline.server.store.commits import BATCH, COMMIT_APPENDS, COMMIT_SECONDS
from branchline.server.store.contract import StoreError
from branchline.server.store.sqlite import queries
from branchline.server.store.sqlite.queries import Change

# Pages in the write-ahead log at which it is moved into the file when nobody waits, and even when somebody does.
CHECKPOINT_PAGES = 1_000
CHECKPOINT_PAGES_AT_LAST = 16_000
# How long others may keep the file from being written to before that is a fault.
BUSY_SECONDS = 0.02
BUSY_ATTEMPTS = 250

Waiting = tuple[Change, asyncio.Future[None]]


class Writer:
    """The one connection that changes, and that moves the write-ahead log into the file.

    Statements run on the event loop: they only change pages in memory, which takes some microseconds each, while
    handing each of them to a thread and back costs more than they do, and much more when the processor is busy. What
    waits for the disk, the commit and the checkpoint, runs in a thread; what comes meanwhile shares the next commit.
    """

    def __init__(self, connection: apsw.Connection, obstacle: Callable[[], str | None] = lambda: None) -> None:
        """Write with this connection, while `obstacle` names nothing that is in the way."""
        self._connection = connection
        self._obstacle = obstacle
        self._waiting: deque[Waiting] = deque()
        self._is_busy = False
        self._is_closed = False
        self._fault: str | None = None
        self._log_pages = 0
        connection.wal_autocheckpoint(0)
        connection.set_wal_hook(self._count_pages)
        connection.set_busy_timeout(0)
        self._commits: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._commit_for_ever, name="branchline-write", daemon=True)
        self._thread.start()

    @property
    def is_sound(self) -> bool:
        return self._fault is None and not self._is_closed

    @property
    def fault(self) -> str | None:
        return self._fault

    async def write(self, change: Change) -> None:
        if not self.is_sound:
            raise StoreError(self._fault or "the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((change, future))
        if not self._is_busy:
            self._is_busy = True
            loop.call_soon(self._begin, loop)
        # Whoever gives up waiting does not undo the commit.
        await asyncio.shield(future)

    async def close(self) -> None:
        """Finish what waits, then let go of the file."""
        self._is_closed = True
        while self._is_busy:
            await asyncio.sleep(0.001)
        self._commits.put(None)
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._thread.join()
        # Should the disk fail now, nothing is lost: what was answered is in the write-ahead log.
        with contextlib.suppress(apsw.Error):
            if self._fault is None:
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        with contextlib.suppress(apsw.Error):
            self._connection.close()

    # On the event loop

    def _begin(self, loop: asyncio.AbstractEventLoop, attempt: int = 0) -> None:
        """Write what waits, and have it committed; while that lasts, nobody touches the connection."""
        changes = [change for change, _ in islice(self._waiting, BATCH)]
        started = time.perf_counter()
        try:
            if fault := self._fault or self._obstacle():
                raise StoreError(fault)
            outcomes: Sequence[StoreError | None] = queries.write_all(self._connection, changes)
        except apsw.BusyError as error:
            # Somebody looks into the file with a tool of their own, and holds it.
            if attempt < BUSY_ATTEMPTS:
                loop.call_later(BUSY_SECONDS, self._begin, loop, attempt + 1)
                return
            self._end(loop, len(changes), [StoreError(f"others keep the file busy: {error}") for _ in changes])
        except StoreError as error:
            self._end(loop, len(changes), [StoreError(str(error)) for _ in changes])
        except Exception as error:
            self._end(loop, len(changes), [self._failure(error) for _ in changes])
        else:
            self._commits.put(partial(self._commit, loop, started, outcomes))

    def _end(self, loop: asyncio.AbstractEventLoop, count: int, outcomes: Sequence[StoreError | None]) -> None:
        self._settle(count, outcomes)
        self._go_on(loop)

    def _settle(self, count: int, outcomes: Sequence[StoreError | None]) -> None:
        for outcome in outcomes[:count]:
            _, future = self._waiting.popleft()
            if future.cancelled():
                continue
            if outcome is None:
                future.set_result(None)
            else:
                future.set_exception(outcome)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._waiting:
            self._begin(loop)
        else:
            self._is_busy = False

    # In the thread

    def _commit_for_ever(self) -> None:
        while (commit := self._commits.get()) is not None:
            commit()

    def _commit(self, loop: asyncio.AbstractEventLoop, started: float, outcomes: Sequence[StoreError | None]) -> None:
        """Commit what was written; `outcomes` is what becomes of each change if that succeeds."""
        count = len(outcomes)
        try:
            queries.commit(self._connection)
        except Exception as error:
            outcomes = [self._failure(error) for _ in outcomes]
        COMMIT_SECONDS.observe(time.perf_counter() - started)
        COMMIT_APPENDS.observe(count)
        if self._log_pages > (CHECKPOINT_PAGES if len(self._waiting) <= count else CHECKPOINT_PAGES_AT_LAST):
            tell(loop, self._settle, count, outcomes)
            self._checkpoint()
            tell(loop, self._go_on, loop)
        else:
            tell(loop, self._end, loop, count, outcomes)

    def _checkpoint(self) -> None:
        self._log_pages = 0
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except apsw.BusyError:
            pass  # A reader is in the way; the next round tries again.
        except apsw.Error as error:
            self._failure(error)

    def _failure(self, error: Exception) -> StoreError:
        """Say what went wrong. A full disk can be mended while the server runs; anything else needs a new start.

        After a failed flush nobody knows what the disk holds, and asking again may not tell.
        """
        if isinstance(error, apsw.FullError):
            return StoreError(f"the disk is full: {error}")
        self._fault = self._fault or f"SQLite failed: {error}"
        return StoreError(self._fault)

    def _count_pages(self, connection: apsw.Connection, database: str, pages: int) -> int:
        self._log_pages = pages
        return apsw.SQLITE_OK


def tell(loop: asyncio.AbstractEventLoop, callback: Callable[..., None], *values: Any) -> None:
    """Call back on the event loop; one that has ended meanwhile needs no answer."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(callback, *values)
