"""The one task of a process that writes to PostgreSQL: what waits goes into one transaction and one flush."""

import asyncio
import time
from collections import deque

import psycopg
from psycopg import AsyncConnection

from branchline.server.store import chain
from branchline.server.store.commits import BATCH, COMMIT_APPENDS, COMMIT_SECONDS, encode
from branchline.server.store.contract import Append, Conflict, LogEntry, StoreError
from branchline.server.store.postgres.connections import PostgresConnection
from branchline.server.store.postgres.notices import CHANNEL, TABLES_A_NOTICE

Waiting = tuple[Append, asyncio.Future[None]]
Chained = tuple[Append, list[bytes]]

# One statement for all appends of a batch, so that a batch is one round trip, one transaction and one flush. An append
# that conflicts changes nothing, and its table does not come back. Rows are locked in the order of their ids, so that
# two processes never wait for each other's; the update looks at what the lock found, not at what there was before.
# A command that was carried out before breaks the index of commands, and with it the batch; then each append is tried
# alone. Rooms know the commands of their log, so that hardly ever happens.
# A board file that is there already is locked, so that nobody takes it away before its new table is kept.
# Others are told in a few notices of many tables each: every notice wakes every process.
KEEP = """
    , kept AS (
        INSERT INTO entry (seating, seq, at, actor, cid, body, digest)
        SELECT moved.key, seq, at, actor, cid, body, fresh.digest FROM moved JOIN unnest(
            %(entry_ids)s::text[], %(seqs)s::bigint[], %(ats)s::float8[], %(actors)s::text[], %(cids)s::text[],
            %(bodies)s::bytea[], %(digests)s::bytea[]
        ) AS fresh (id, seq, at, actor, cid, body, digest) USING (id)
    )
    SELECT array_agg(moved.id), pg_notify(%(channel)s, json_build_array(
        %(process)s::text, json_agg(json_build_array(moved.id, moved.version)))::text
    ) FROM moved JOIN wanted USING (id) GROUP BY wanted.notice
"""
WANTED = """
    WITH wanted AS MATERIALIZED (
        SELECT * FROM unnest(
            %(ids)s::text[], %(notices)s::int[], %(befores)s::bigint[], %(versions)s::bigint[], %(statuses)s::text[],
            %(publics)s::boolean[], %(updateds)s::float8[], %(dues)s::float8[], %(summaries)s::bytea[],
            %(heads)s::bytea[], %(fences)s::bigint[], %(board_files)s::text[]
        ) AS wanted (id, notice, before, version, status, public, updated, due, summary, digest, fence, board_file)
    )
"""
BEGIN = f"""
    {WANTED}, moved AS (
        INSERT INTO seating (id, version, status, public, updated, due, summary, digest, board_file)
        SELECT id, version, status, public, updated, due, summary, digest, board_file FROM wanted ORDER BY id
        ON CONFLICT (id) DO NOTHING RETURNING key, id, version
    ), filed AS (
        INSERT INTO board_file (digest, content)
        SELECT * FROM unnest(%(files)s::text[], %(contents)s::bytea[]) AS fresh (digest, content) ORDER BY digest
        ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest
    ) {KEEP}
""".encode()
ADVANCE = f"""
    {WANTED}, locked AS MATERIALIZED (
        SELECT key, id FROM seating WHERE id = ANY(%(ids)s::text[]) ORDER BY id COLLATE "C" FOR NO KEY UPDATE
    ), held AS MATERIALIZED (
        SELECT lease.seating FROM lease JOIN locked ON locked.key = lease.seating JOIN wanted USING (id)
        WHERE lease.process = %(process)s AND lease.fence = wanted.fence FOR SHARE OF lease
    ), moved AS (
        UPDATE seating SET version = wanted.version, status = wanted.status, public = wanted.public,
            updated = wanted.updated, due = wanted.due, summary = wanted.summary, digest = wanted.digest
        FROM wanted JOIN locked USING (id)
        WHERE seating.key = locked.key AND seating.version = wanted.before
            AND (wanted.fence IS NULL OR seating.key IN (SELECT held.seating FROM held))
        RETURNING seating.key, seating.id, seating.version
    ) {KEEP}
""".encode()

# These two statements are planned once for all: by their indexes, however few rows there were at that moment. Planning
# them takes longer than carrying them out.
SETTINGS = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off"

HEADS = "SELECT id, version, digest FROM seating WHERE id = ANY(%s)"
OLD_ENTRIES = """
    SELECT seq, at, actor, cid, body FROM entry
    WHERE seating = (SELECT key FROM seating WHERE id = %s) AND seq <= %s ORDER BY seq
"""
# So long a move that could not be kept is a fault of the store, unless a later one could. A full disk keeps the small
# row that tells of its health, in a page that it has already.
FAULT_SECONDS = 60.0
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
        self._failed: tuple[float, str] | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self._task = asyncio.create_task(self._run(), name="branchline-write")

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def fault(self) -> str | None:
        """What kept the last move from being kept, if that was a short while ago."""
        if self._failed is None or time.monotonic() - self._failed[0] >= FAULT_SECONDS:
            return None
        return self._failed[1]

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
            self._failed = (time.monotonic(), str(error))
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
            chained = list(zip(appends, digests, strict=True))
            kept = {
                *await self._keep(connection, BEGIN, [each for each in chained if each[0].is_new]),
                *await self._keep(connection, ADVANCE, [each for each in chained if not each[0].is_new]),
            }
        self._failed = None
        for append, own in chained:
            if append.table in kept:
                self._heads[append.table] = (append.version, own[-1])
            else:
                self._heads.pop(append.table, None)
        if len(self._heads) > MAX_HEADS:
            self._heads.clear()
        return [None if append.table in kept else conflict(append) for append in appends]

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

    async def _keep(self, connection: AsyncConnection, sql: bytes, chained: list[Chained]) -> list[str]:
        """Keep these appends, and say which tables they were kept at."""
        if not chained:
            return []
        cursor = await connection.execute(sql, self._values(chained))
        return [table for tables, _ in await cursor.fetchall() for table in tables]

    def _values(self, chained: list[Chained]) -> dict[str, object]:
        summaries = [append.summary for append, _ in chained]
        entries = [entry for append, _ in chained for entry in append.entries]
        files = {append.board_file.digest: append.board_file for append, _ in chained if append.board_file}
        return {
            "process": self._process,
            "channel": CHANNEL,
            "ids": [append.table for append, _ in chained],
            "notices": [number // TABLES_A_NOTICE for number in range(len(chained))],
            "befores": [append.entries[0].seq - 1 for append, _ in chained],
            "versions": [append.version for append, _ in chained],
            "statuses": [summary.status for summary in summaries],
            "publics": [summary.public for summary in summaries],
            "updateds": [summary.updated for summary in summaries],
            "dues": [summary.due for summary in summaries],
            "summaries": [encode(summary) for summary in summaries],
            "heads": [own[-1] for _, own in chained],
            "fences": [append.fence for append, _ in chained],
            "entry_ids": [entry.table for entry in entries],
            "seqs": [entry.seq for entry in entries],
            "ats": [entry.at for entry in entries],
            "actors": [entry.actor for entry in entries],
            "cids": [entry.cid for entry in entries],
            "bodies": [entry.body for entry in entries],
            "digests": [digest for _, own in chained for digest in own],
            "board_files": [append.board_file and append.board_file.digest for append, _ in chained],
            "files": list(files),
            "contents": [file.content for file in files.values()],
        }


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
