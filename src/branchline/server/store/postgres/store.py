"""The store of more than one server process: PostgreSQL, with notices from each process to the others."""

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from psycopg import AsyncConnection
from psycopg.errors import ForeignKeyViolation

from branchline.server.store import chain
from branchline.server.store.chain import DamagedTables, Found
from branchline.server.store.commits import readable_summaries, summary_in
from branchline.server.store.contract import (
    MAX_RESULTS,
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
    checked_file,
    checked_result,
)
from branchline.server.store.health import HealthWrites
from branchline.server.store.postgres.connections import (
    Connect,
    PostgresConnection,
    PostgresConnections,
    connect,
    prepare,
)
from branchline.server.store.postgres.leases import Leases
from branchline.server.store.postgres.notices import Listener, tell
from branchline.server.store.postgres.writer import SETTINGS, PostgresWriter
from branchline.server.store.usage import FILES_SQL, Usage, usage_in, usage_sql

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


# A file that another process gives to a new table at this moment is left alone; where that process was quicker still,
# the database refuses, and the file goes, if nobody needs it, the next time.
FORGET_FILES = """
    DELETE FROM board_file WHERE digest IN (
        SELECT digest FROM board_file
        WHERE NOT EXISTS (SELECT FROM seating WHERE seating.board_file = board_file.digest)
        FOR UPDATE SKIP LOCKED
    ) RETURNING digest
"""


KEEP_RESULT = """
    INSERT INTO result (key, at, digest, content) VALUES (%s, %s, %s, %s) ON CONFLICT (key)
    DO UPDATE SET at = excluded.at, digest = excluded.digest, content = excluded.content RETURNING key
"""
FORGET_RESULTS = """
    DELETE FROM result WHERE key IN (SELECT key FROM result ORDER BY at DESC OFFSET %s) RETURNING key
"""


ROWS = """
    SELECT version, seating.digest, seq, at, actor, cid, body, entry.digest FROM seating
    LEFT JOIN entry ON entry.seating = seating.key AND seq >= %s WHERE id = %s ORDER BY seq
"""


TIME = "SELECT extract(epoch FROM clock_timestamp())"

SIZE = """
    SELECT sum(pg_total_relation_size(name))
    FROM unnest(ARRAY['seating', 'entry', 'lease', 'process', 'health', 'board_file', 'result']) AS name
"""


def process_name() -> str:
    """A name that no other process has, now or later."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"


class PostgresStore:
    """Keeps tables in a database that any number of server processes share."""

    def __init__(self, connect: Connect, process: str, lease_seconds: float = LEASE_SECONDS) -> None:
        self._process = process
        self._readers = PostgresConnections(connect, READERS)
        self._writer = PostgresWriter(PostgresConnection(connect, SETTINGS), process)
        self._talk = PostgresConnection(connect)
        self._keeping = PostgresConnection(connect)
        self._leases = Leases(self._keeping, process, lease_seconds)
        self._listener = Listener(connect, process)
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
        store = cls(partial(connect, url), process_name(), lease_seconds)
        await store.begin()
        return store

    async def begin(self) -> None:
        """Listen, and announce this process; the schema is up to date."""
        await self._listener.begin()
        await self._leases.begin()
        self._writer.begin()

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

    async def board_file(self, digest: str) -> bytes | None:
        rows = await self._ask("SELECT content FROM board_file WHERE digest = %s", digest)
        return checked_file(digest, bytes(rows[0][0]) if rows else None)

    async def result(self, key: str) -> bytes | None:
        rows = await self._ask("SELECT digest, content FROM result WHERE key = %s", key)
        return checked_result(rows[0][0], bytes(rows[0][1])) if rows else None

    async def keep_result(self, result: KeptResult) -> None:
        await self._ask(KEEP_RESULT, result.key, result.at, result.digest, result.content)
        await self._ask(FORGET_RESULTS, MAX_RESULTS)

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
        gone = [row[0] for row in await self._ask(EXPIRE, *values)]
        with contextlib.suppress(ForeignKeyViolation):
            await self._ask(FORGET_FILES)
        return gone

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

    async def time(self) -> float:
        return float((await self._ask(TIME))[0][0])

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
        return self._writer.fault or self._damaged.fault() or await self._health.fault()

    async def _write_health(self) -> None:
        await self._ask(HEALTH, self._process)

    # As the host looks at it (`usage.Shelf`)

    async def usage(self, now: float) -> list[Usage]:
        return usage_in(await self._ask(usage_sql(now)))

    async def size(self) -> int:
        return int((await self._ask(SIZE))[0][0])

    async def board_files(self) -> tuple[int, int]:
        ((number, size),) = await self._ask(FILES_SQL)
        return int(number), int(size)

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
