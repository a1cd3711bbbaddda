"""A file of tables as its host looks at it, beside the server that has it open."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import apsw

from branchline.server.store.commits import Removal
from branchline.server.store.contract import LogEntry, Stale, StoreError
from branchline.server.store.migrations import steps
from branchline.server.store.sqlite import queries
from branchline.server.store.sqlite.file import APPLICATION_ID, Lock, open_reader
from branchline.server.store.sqlite.store import told_as_store_errors
from branchline.server.store.usage import FILES_SQL, Usage, usage_in, usage_sql

T = TypeVar("T")

BUSY_MILLISECONDS = 10_000


class SqliteShelf:
    """Reads beside the server; what is written goes in small steps between the server's own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with told_as_store_errors():
            self._reader = open_reader(path)
            owner = self._reader.pragma("application_id")
            version = self._reader.execute("SELECT max(version) FROM schema_version").get if owner else 0
        if owner != APPLICATION_ID:
            raise StoreError(f"{path} is no file of tables.")
        if version != len(steps("sqlite")):
            raise StoreError(f"{path} was written by another version of Branchline: start the server with it once.")

    async def usage(self, now: float) -> list[Usage]:
        return usage_in(await self._ask(lambda: self._reader.execute(usage_sql(now)).fetchall()))

    async def size(self) -> int:
        return sum(file.stat().st_size for file in (self._path, Path(f"{self._path}-wal")) if file.exists())

    async def board_files(self) -> tuple[int, int]:
        rows: list[Any] = await self._ask(lambda: self._reader.execute(FILES_SQL).fetchall())
        ((number, size),) = rows
        return int(number), int(size)

    async def tables(self) -> list[str]:
        rows = await self._ask(lambda: self._reader.execute("SELECT id FROM seating ORDER BY id").fetchall())
        return [str(table) for (table,) in rows]

    async def read(self, table: str, after: int = 0) -> list[LogEntry]:
        return await self._ask(lambda: queries.read(self._reader, table, after))

    async def expire(self, stale: Stale) -> list[str]:
        def step() -> list[str]:
            gone = queries.forgotten(self._reader, stale)
            if gone:
                writer = self._writer()
                try:
                    queries.write_all(writer, [Removal(tuple(gone), stale)])
                    queries.commit(writer)
                finally:
                    writer.close()
            return gone

        return await self._ask(step)

    def _writer(self) -> apsw.Connection:
        """A connection that leaves the write-ahead log to the server's own."""
        writer = apsw.Connection(str(self._path), flags=apsw.SQLITE_OPEN_READWRITE)
        writer.set_busy_timeout(BUSY_MILLISECONDS)
        writer.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        writer.wal_autocheckpoint(0)
        writer.pragma("synchronous", "FULL")
        writer.pragma("foreign_keys", True)
        return writer

    async def compact(self) -> bool:
        return await self._ask(self._compact)

    def _compact(self) -> bool:
        try:
            lock = Lock(self._path)
        except StoreError:
            return False
        try:
            writer = apsw.Connection(str(self._path), flags=apsw.SQLITE_OPEN_READWRITE)
            writer.execute("VACUUM")
            writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            writer.close()
        finally:
            lock.release()
        return True

    async def close(self) -> None:
        self._reader.close()

    async def _ask(self, question: Callable[[], T]) -> T:
        with told_as_store_errors():
            return await asyncio.to_thread(question)
