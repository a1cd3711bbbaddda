"""The one task of a process that writes to PostgreSQL: what waits goes into one transaction and one flush."""

import asyncio
import time
from collections import deque

import psycopg
from psycopg import AsyncConnection, AsyncCursor

from branchline.server.store import chain
from branchline.server.store.commits import BATCH, COMMIT_APPENDS, COMMIT_SECONDS, encode
from branchline.server.store.contract import Append, Conflict, LogEntry, StoreError
from branchline.server.store.postgres.connections import PostgresConnection
from branchline.server.store.postgres.notices import CHANNEL, Payload

Waiting = tuple[Append, asyncio.Future[None]]

# One statement for each append: nothing happens, and no row comes back, when it conflicts. The update takes the
# table's row, so that appends for one table from several processes follow each other.
KEEP = """
    , kept AS (
        INSERT INTO entry (seating, seq, at, actor, cid, body, digest)
        SELECT moved.key, fresh.* FROM moved,
            unnest(
                %(seqs)s::bigint[], %(ats)s::float8[], %(actors)s::text[], %(cids)s::text[], %(bodies)s::bytea[],
                %(digests)s::bytea[]
            ) AS fresh
    )
    SELECT pg_notify(%(channel)s, %(payload)s) FROM moved
"""
BEGIN = f"""
    WITH moved AS (
        INSERT INTO seating (id, version, status, public, updated, due, summary, digest)
        VALUES (%(table)s, %(version)s, %(status)s, %(public)s, %(updated)s, %(due)s, %(summary)s, %(head)s)
        ON CONFLICT (id) DO NOTHING RETURNING key
    ) {KEEP}
"""
ADVANCE = f"""
    WITH held AS (
        SELECT FROM lease WHERE process = %(process)s AND fence = %(fence)s::bigint
            AND seating = (SELECT key FROM seating WHERE id = %(table)s) FOR SHARE
    ), moved AS (
        UPDATE seating SET version = %(version)s, status = %(status)s, public = %(public)s,
            updated = %(updated)s, due = %(due)s, summary = %(summary)s, digest = %(head)s
        WHERE id = %(table)s AND version = %(before)s AND (%(fence)s::bigint IS NULL OR EXISTS (SELECT FROM held))
            AND NOT EXISTS (
                SELECT FROM unnest(%(actors)s::text[], %(cids)s::text[]) AS again (actor, cid)
                JOIN entry USING (actor, cid) WHERE entry.seating = seating.key
            )
        RETURNING key
    ) {KEEP}
"""


HEADS = "SELECT id, version, digest FROM seating WHERE id = ANY(%s)"
OLD_ENTRIES = """
    SELECT seq, at, actor, cid, body FROM entry
    WHERE seating = (SELECT key FROM seating WHERE id = %s) AND seq <= %s ORDER BY seq
"""
# Tables whose last checksum is remembered, so that it need not be asked for.
MAX_HEADS = 50_000


class PostgresWriter:
    """Takes appends from all rooms of this process and writes them in batches."""

    def __init__(self, connection: PostgresConnection, process: str) -> None:
        self._connection = connection
        self._process = process
        self._waiting: deque[Waiting] = deque()
        self._heads: dict[str, tuple[int, bytes]] = {}  # The last entries that this process wrote.
        self._wake = asyncio.Event()
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._task = asyncio.create_task(self._run(), name="branchline-write")

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    async def write(self, append: Append) -> None:
        if self._is_closing or not self.is_running:
            raise StoreError("the store is closed")
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, future))
        self._wake.set()
        # Whoever gives up waiting does not undo the commit.
        await asyncio.shield(future)

    async def close(self) -> None:
        """Finish what waits, then let go."""
        self._is_closing = True
        self._wake.set()
        if self._task:
            await self._task
        await self._connection.close()

    async def _run(self) -> None:
        while self._waiting or not self._is_closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch = next_batch(self._waiting)
            started = time.perf_counter()
            await self._settle(batch)
            COMMIT_SECONDS.observe(time.perf_counter() - started)
            COMMIT_APPENDS.observe(len(batch))

    async def _settle(self, batch: list[Waiting]) -> None:
        try:
            outcomes: list[StoreError | None] = [*await self._commit([append for append, _ in batch])]
        except psycopg.errors.UniqueViolation:
            # Another process carried out the same command at this moment; alone, each append fails for itself only.
            outcomes = [await self._commit_alone(append) for append, _ in batch]
        except Exception as error:
            outcomes = [StoreError(str(error)) for _ in batch]
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if future.done():
                continue
            if outcome is None:
                future.set_result(None)
            else:
                future.set_exception(outcome)

    async def _commit_alone(self, append: Append) -> StoreError | None:
        try:
            return (await self._commit([append]))[0]
        except psycopg.errors.UniqueViolation:
            return Conflict(f"a command was carried out before at {append.table}")
        except Exception as error:
            return StoreError(str(error))

    async def _commit(self, appends: list[Append]) -> list[Conflict | None]:
        async with self._connection.use() as connection:
            befores = await self._chains_before(connection, appends)
            digests = [chain.links(before, append.entries) for before, append in zip(befores, appends, strict=True)]
            async with connection.pipeline(), connection.transaction():
                cursors = [
                    await self._send(connection, append, own) for append, own in zip(appends, digests, strict=True)
                ]
            # One row came back for each append that was carried out.
            outcomes = [
                None if cursor.rowcount else conflict(append) for cursor, append in zip(cursors, appends, strict=True)
            ]
        for append, own, outcome in zip(appends, digests, outcomes, strict=True):
            if outcome is None:
                self._heads[append.table] = (append.version, own[-1])
            else:
                self._heads.pop(append.table, None)
        if len(self._heads) > MAX_HEADS:
            self._heads.clear()
        return outcomes

    async def _chains_before(self, connection: AsyncConnection, appends: list[Append]) -> list[bytes]:
        """The checksum that each append follows. It is that of an entry of a given number, which never changes.

        Where somebody else has written that entry meanwhile, the append conflicts, and its checksums are not kept.
        """
        known = {append.table: self._known_head(append) for append in appends}
        unknown = [table for table, head in known.items() if head is None]
        if unknown:
            rows = await (await connection.execute(HEADS, (unknown,))).fetchall()
            found = {table: (version, head) for table, version, head in rows}
            for append in appends:
                version, head = found.get(append.table, (0, None))
                if known[append.table] is None and version == append.entries[0].seq - 1:
                    known[append.table] = bytes(head) if head else await self._old_head(connection, append)
        return [known[append.table] or chain.first(append.table) for append in appends]

    def _known_head(self, append: Append) -> bytes | None:
        if append.is_new:
            return chain.first(append.table)
        version, head = self._heads.get(append.table, (0, b""))
        return head if version == append.entries[0].seq - 1 else None

    async def _old_head(self, connection: AsyncConnection, append: Append) -> bytes:
        """What the checksum would be that an earlier version did not keep."""
        before = append.entries[0].seq - 1
        rows = await (await connection.execute(OLD_ENTRIES, (append.table, before))).fetchall()
        entries = [LogEntry(append.table, seq, at, actor, cid, bytes(body)) for seq, at, actor, cid, body in rows]
        return chain.last(append.table, entries)

    async def _send(self, connection: AsyncConnection, append: Append, digests: list[bytes]) -> AsyncCursor:
        summary, entries = append.summary, append.entries
        values = {
            "process": self._process,
            "fence": append.fence,
            "table": append.table,
            "before": entries[0].seq - 1,
            "version": append.version,
            "status": summary.status,
            "public": summary.public,
            "updated": summary.updated,
            "due": summary.due,
            "summary": encode(summary),
            "seqs": [entry.seq for entry in entries],
            "ats": [entry.at for entry in entries],
            "actors": [entry.actor for entry in entries],
            "cids": [entry.cid for entry in entries],
            "bodies": [entry.body for entry in entries],
            "digests": digests,
            "head": digests[-1],
            "channel": CHANNEL,
            "payload": encode(Payload(self._process, append.table, append.version)).decode(),
        }
        return await connection.execute((BEGIN if append.is_new else ADVANCE).encode(), values)


def next_batch(waiting: deque[Waiting]) -> list[Waiting]:
    """Take what waits, one append a table, sorted by table: so two processes never wait for each other's rows."""
    batch: dict[str, Waiting] = {}
    later: list[Waiting] = []
    while waiting and len(batch) < BATCH:
        item = waiting.popleft()
        if item[0].table in batch:
            later.append(item)
        else:
            batch[item[0].table] = item
    waiting.extendleft(reversed(later))
    return [batch[table] for table in sorted(batch)]


def conflict(append: Append) -> Conflict:
    if append.is_new:
        return Conflict(f"the table {append.table} exists")
    return Conflict(
        f"{append.table} is unknown or driven by others, has entry {append.entries[0].seq}, or a command was repeated"
    )
