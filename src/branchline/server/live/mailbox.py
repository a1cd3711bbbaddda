"""Jobs that wait for a room, done one after the other; whoever waits for a result gets one, even if the room ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

from branchline.server.limits import MAX_WAITING_COMMANDS
from branchline.server.store.contract import StoreError

T = TypeVar("T")
Job: TypeAlias = Callable[[], Awaitable[None]]


class Mailbox:
    """A bounded queue, which takes nothing any more once it has been closed."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Job | None] = asyncio.Queue(MAX_WAITING_COMMANDS + 1)
        self._awaited: set[asyncio.Future[Any]] = set()
        self.is_closed = False

    @property
    def is_empty(self) -> bool:
        return self._queue.empty()

    def submit(self, job: Job) -> bool:
        """Queue a job; False when too many wait already."""
        if self.is_closed or self._queue.qsize() >= MAX_WAITING_COMMANDS:
            return False
        self._queue.put_nowait(job)
        return True

    async def result(self, work: Callable[[], Awaitable[T]], *, fatal: bool = False) -> T:
        """Queue a job and wait for its result. What goes wrong is raised here, and if `fatal` in the room too."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._awaited.add(future)
        future.add_done_callback(self._awaited.discard)

        async def job() -> None:
            if future.done():
                return
            try:
                found = await work()
            except Exception as error:
                if not future.done():
                    future.set_exception(error)
                if fatal:
                    raise
                return
            if not future.done():
                future.set_result(found)

        if not self.submit(job):
            future.cancel()
            raise StoreError("too many commands wait for this table")
        return await future

    async def next(self) -> Job | None:
        """The next job; None when all are done and no more can come."""
        return await self._queue.get()

    def close(self) -> None:
        """Take nothing more; what waits is still done."""
        if not self.is_closed:
            self.is_closed = True
            self._queue.put_nowait(None)

    def fail_pending(self) -> None:
        """Close the mailbox and fail all waiters."""
        self.is_closed = True
        for future in list(self._awaited):
            if not future.done():
                future.set_exception(StoreError("the room has ended"))
