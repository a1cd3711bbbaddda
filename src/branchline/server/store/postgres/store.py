"""The store of more than one server process: PostgreSQL, with notices from each process to the others."""

import asyncio
import os
import secrets
import socket
from collections.abc import Callable, Collection
from typing import Any

from psycopg import AsyncConnection

from branchline.server.store import chain
from branchline.server.store.chain import DamagedTables, Found
from branchline.server.store.commits import readable_summaries, summary_in
from branchline.server.store.contract import (
    UNFINISHED,
    Append,
    Damaged,
    LogEntry,
    Notice,
    Stale,
    Status,
    StoreError,
    Summary,
)
from branchline.server.store.health import HealthWrites
from branchline.server.store.postgres.connections import PostgresConnection, PostgresConnections, connect, prepare
from branchline.server.store.postgres.leases import Leases
from branchline.server.store.postgres.notices import Listener, tell
from branchline.server.store.postgres.writer import PostgresWriter
from branchline.server.store.usage import Usage, usage_in, usage_sql

READERS = 3
# How long a process may be silent before others take its tables over.
LEASE_SECONDS = 5.0
HEALTH_SECONDS = 2.0

FREE = """NOT EXISTS (
    SELECT FROM lease JOIN process ON process.name = lease.process
    WHERE lease.seating = seating.key AND process.name <> %s AND process.expires > clock_timestamp()
)"""

# Rows of processes that are gone go with it.
HEALTH = """
    WITH gone AS (DELETE FROM health WHERE at < clock_timestamp() - interval '1 day')
    INSERT INTO health (process, at) VALUES (%s, clock_timestamp())
    ON CONFLICT (process) DO UPDATE SET at = excluded.at RETURNING process
"""

EXPIRE = f"""
    WITH gone AS (
        SELECT key FROM seating WHERE status = %s AND updated < %s AND (due IS NULL OR due < %s)
            AND (%s::boolean IS NULL OR public = %s::boolean)
            AND (status = 'open' OR (SELECT since FROM retention) < %s) AND id <> ALL(%s) AND {FREE}
        ORDER BY updated LIMIT %s FOR UPDATE SKIP LOCKED
    ), entries AS (DELETE FROM entry WHERE seating IN (SELECT key FROM gone)
    ), leases AS (DELETE FROM lease WHERE seating IN (SELECT key FROM gone))
    DELETE FROM seating WHERE key IN (SELECT key FROM gone) RETURNING id
"""


ROWS = """
    SELECT version, seating.digest, seq, at, actor, cid, body, entry.digest FROM seating
    LEFT JOIN entry ON entry.seating = seating.key AND seq >= %s WHERE id = %s ORDER BY seq
"""


SIZE = """
    SELECT sum(pg_total_relation_size(name))
    FROM unnest(ARRAY['seating', 'entry', 'lease', 'process', 'health']) AS name
"""


class PostgresStore:
    """Keeps tables in a database that any number of server processes share."""

    def __init__(self, url: str, lease_seconds: float = LEASE_SECONDS) -> None:
        self._process = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._readers = PostgresConnections(url, READERS)
        self._writer = PostgresWriter(PostgresConnection(url), self._process)
        self._talk = PostgresConnection(url)
        self._keeping = PostgresConnection(url)
        self._leases = Leases(self._keeping, self._process, lease_seconds)
        self._listener = Listener(url, self._process)
        self._health = HealthWrites(self._write_health)
        self._damaged = DamagedTables()
        self._is_closed = False

    @classmethod
    async def open(cls, url: str, lease_seconds: float = LEASE_SECONDS) -> "PostgresStore":
        """Connect, bring the schema up to date, listen, and announce this process."""
        connection = await connect(url)
        try:
            await prepare(connection)
        finally:
            await connection.close()
        store = cls(url, lease_seconds)
        await store._listener.begin()
        await store._leases.begin()
        store._writer.begin()
        return store

    @property
    def process(self) -> str:
        return self._process

    async def append(self, append: Append) -> None:
        await self._writer.write(append)

    async def read(self, table: str, after: int = 0) -> list[LogEntry]:
        try:
            found = await self._rows_from(table, after)
            if found is not None and chain.needs_all(found, after):
                found = await self._rows_from(table, 0)
            entries = chain.checked(table, found, after) if found else []
        except Damaged as damaged:
            self._damaged.note(table, damaged)
            raise
        self._damaged.whole(table)
        return entries

    async def _rows_from(self, table: str, after: int) -> Found | None:
        """What is kept of a table from entry `after` on; one question, so that nothing is written between its parts."""
        return chain.found_in(table, await self._ask(ROWS, after, table))

    async def find(self, table: str, actor: str, cid: str) -> int | None:
        rows = await self._ask(
            "SELECT seq FROM entry WHERE seating = (SELECT key FROM seating WHERE id = %s) AND actor = %s AND cid = %s",
            table,
            actor,
            cid,
        )
        return rows[0][0] if rows else None

    async def summary(self, table: str) -> Summary | None:
        rows = await self._ask("SELECT summary FROM seating WHERE id = %s", table)
        return summary_in(table, rows[0][0]) if rows else None

    async def summaries(
        self,
        *,
        status: Collection[Status] = UNFINISHED,
        public: bool | None = None,
        due_before: float | None = None,
        limit: int | None = None,
    ) -> list[Summary]:
        where = ["status = ANY(%s)"]
        values: list[object] = [sorted(status)]
        if public is not None:
            where.append("public = %s")
            values.append(public)
        if due_before is not None:
            where += ["due <= %s", FREE]
            values += [due_before, self._process]
        order = "updated DESC" if due_before is None else "due"
        rows = await self._ask(
            f'SELECT id, summary FROM seating WHERE {" AND ".join(where)} ORDER BY {order}, id COLLATE "C" LIMIT %s',
            *values,
            limit,
        )
        return readable_summaries(rows)

    async def expire(self, stale: Stale, *, but: Collection[str] = ()) -> list[str]:
        before, public = stale.before, stale.public
        values = (stale.status, before, before, public, public, before, list(but), self._process, stale.limit)
        return [row[0] for row in await self._ask(EXPIRE, *values)]

    async def claim(self, table: str) -> int | None:
        return await self._leases.claim(table)

    async def release(self, table: str) -> None:
        await self._leases.release(table)

    async def owner(self, table: str) -> str | None:
        return await self._leases.owner(table)

    def subscribe(self, callback: Callable[[Notice], None]) -> Callable[[], None]:
        return self._listener.subscribe(callback)

    async def tell(self, table: str, note: bytes) -> None:
        async with self._talk.use() as connection:
            await tell(connection, self._process, table, note)

    async def healthy(self) -> bool:
        if self._is_closed or not self._writer.is_running:
            return False
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                return bool(await self._ask("SELECT 1"))
        except (StoreError, TimeoutError):
            return False

    async def fault(self) -> str | None:
        if not await self.healthy():
            return "the database does not answer"
        return self._damaged.fault() or await self._health.fault()

    async def _write_health(self) -> None:
        await self._ask(HEALTH, self._process)

    # As the host looks at it (`usage.Shelf`)

    async def usage(self, now: float) -> list[Usage]:
        return usage_in(await self._ask(usage_sql(now)))

    async def size(self) -> int:
        return int((await self._ask(SIZE))[0][0])

    async def tables(self) -> list[str]:
        return [row[0] for row in await self._ask('SELECT id FROM seating ORDER BY id COLLATE "C"')]

    async def compact(self) -> bool:
        return True  # The database looks after that itself.

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        await self._writer.close()
        await self._leases.end()
        await self._listener.end()
        await self._keeping.close()
        await self._talk.close()
        await self._readers.close()

    async def _ask(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        async def query(connection: AsyncConnection) -> list[tuple[Any, ...]]:
            return await (await connection.execute(sql.encode(), values)).fetchall()

        if self._is_closed:
            raise StoreError("the store is closed")
        return await self._readers.ask(query)
