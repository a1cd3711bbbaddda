"""A real PostgreSQL behind simulated lines: the store's own code and SQL, with delays, cuts and lost answers by seed.

What is real: all of `store/postgres`, its statements, run by a PostgreSQL server, and NOTIFY, which that server sends
with the commit. What is simulated: the lines to it, when a statement arrives, and what time it is for the database.
Statements are run one after the other, so that transactions never wait for each other's locks here.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Final, cast

import psycopg
from psycopg import AsyncConnection

from branchline.server.store import chain
from branchline.server.store.contract import LogEntry, StoreError
from branchline.server.store.postgres.connections import connect, prepare
from branchline.server.store.postgres.leases import RENEW
from branchline.server.store.postgres.notices import CHANNEL
from branchline.server.store.postgres.store import ROWS
from tests.postgresql import Cluster, private_cluster
from tests.server.simulation.clock import true_time
from tests.server.simulation.journal import Journal

Values = Any
"""What psycopg takes as parameters."""
TABLES: Final = ("entry", "lease", "result", "seating", "process", "health", "board_file")
TRUNCATE_EVERY: Final = 50
"""Making files empty takes much longer than deleting the few rows of a seed, but those leave traces behind."""
DRIVER: Final = "SELECT process FROM lease JOIN seating ON key = seating WHERE id = %s"
# Found before PostgreSQL's own: the database's clock is the world's.
OWN_CLOCK: Final = """
    CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT to_timestamp(current_setting('world.now')::float8) $$
"""


class Answer:
    """What a statement gave; as much of a cursor as the store uses."""

    def __init__(self) -> None:
        self.rows: list[Any] = []

    async def fetchone(self) -> Any:
        return self.rows[0] if self.rows else None

    async def fetchall(self) -> list[Any]:
        return self.rows


class Server:
    """One connection to a real PostgreSQL, which runs one thing after the other for everybody."""

    def __init__(self, url: str) -> None:
        asyncio.run(_prepare(url))
        self._real = psycopg.connect(url, autocommit=True)
        self._seeds = 0
        self._now: float | None = None
        schema = self._real.execute("SELECT current_schema()").fetchall()[0][0]
        self._real.execute(OWN_CLOCK)
        self._real.execute(f"SET search_path = {schema}, pg_catalog".encode())
        self._real.execute("SET jit = off")
        self._real.execute("SET synchronous_commit = off")  # Power cuts have a test of their own.
        self._real.execute(f"LISTEN {CHANNEL}".encode())

    def empty(self) -> None:
        if self._seeds % TRUNCATE_EVERY == 0:
            self._real.execute(f"TRUNCATE {', '.join(TABLES)}".encode())
        else:
            self._real.execute("; ".join(f"DELETE FROM {table}" for table in TABLES).encode())
        self._seeds += 1

    def run(self, sql: str, values: Values, now: float = 0.0) -> Answer:
        """Run a statement, which is a transaction of its own."""
        if "clock_timestamp" in sql and now != self._now:
            self._real.execute("SELECT set_config('world.now', %s, false)", (repr(now),))
            self._now = now
        cursor = self._real.execute(sql.encode(), values)
        answer = Answer()
        answer.rows = cursor.fetchall() if cursor.description else []
        return answer

    def notices(self) -> list[str]:
        """What has been said with the commits until now."""
        return [notice.payload for notice in self._real.notifies(timeout=0)]


async def _prepare(url: str) -> None:
    connection = await connect(url)
    await prepare(connection)
    await connection.close()


_cluster: list[Cluster] = []


def use_cluster(cluster: Cluster) -> None:
    """Use a PostgreSQL that somebody else starts and stops."""
    _cluster[:] = [cluster]


@cache
def server() -> Server:
    """The PostgreSQL of this process of Python, started when the first seed wants one."""
    if not _cluster:
        stack = contextlib.ExitStack()
        use_cluster(stack.enter_context(private_cluster()))
        atexit.register(stack.close)
    return Server(_cluster[0].database())


@dataclass
class Database:
    """`failures` is how often a statement is lost, half of the time only its answer; `damaged` how often a log is."""

    rng: Random
    journal: Journal
    slowest: float = 0.02
    failures: float = 0.0
    damaged: float = 0.0
    is_full: bool = False
    listening: list[Line] = field(default_factory=list)
    unanswered: list[asyncio.Future[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.server = server()
        self.server.empty()

    def run(self, sql: str, values: Values) -> Answer:
        if self.is_full and writes(sql):
            raise psycopg.errors.DiskFull("could not extend file: no space left on device")
        answer = self.server.run(sql, values, true_time())
        if isinstance(values, dict) and "bodies" in values and answer.rows:
            kept = {table for tables, _ in answer.rows for table in tables}
            self.journal.write(values["process"], entries_in(values, kept), self.driver)
        if sql == ROWS and answer.rows and self.rng.random() < self.damaged:
            damage(self.rng, answer.rows)
        if "pg_notify" in sql:
            for payload in self.server.notices():
                for line in self.listening:
                    line.hear(payload)
        return answer

    async def for_ever(self) -> None:
        """No answer comes; whoever waits for it is kept, so that nothing is ended by Python's collector."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.unanswered.append(future)
        await future

    def driver(self, table: str) -> str | None:
        answer = self.server.run(DRIVER, (table,))
        return answer.rows[0][0] if answer.rows else None

    def entries(self, table: str) -> list[LogEntry]:
        answer = self.server.run(ROWS, (0, table))
        found = chain.found_in(table, answer.rows)
        return chain.checked(table, found) if found else []


def writes(sql: str) -> bool:
    return any(word in sql for word in ("INSERT", "UPDATE", "DELETE"))


def entries_in(values: dict[str, Any], kept: set[str]) -> list[LogEntry]:
    """The entries of an append that were kept: all those of some tables."""
    columns = (values[name] for name in ("entry_ids", "seqs", "ats", "actors", "cids", "bodies"))
    return [LogEntry(*each) for each in zip(*columns, strict=True) if each[0] in kept]


def damage(rng: Random, rows: list[Any]) -> None:
    """Turn one bit of one entry's body, as a disk may, or lose the end of the log."""
    if rng.random() < 0.5 and len(rows) > 1:
        del rows[rng.randrange(1, len(rows)) :]
        return
    number = rng.randrange(len(rows))
    version, head, seq, at, actor, cid, body, digest = rows[number]
    if body:
        turned = bytearray(body)
        turned[rng.randrange(len(turned))] ^= 1 << rng.randrange(8)
        rows[number] = (version, head, seq, at, actor, cid, bytes(turned), digest)


class Access:
    """One process's way to the database: can be cut, or stand still for a while, or only fail to renew its leases."""

    def __init__(self, database: Database, rng: Random) -> None:
        self.database = database
        self.rng = rng
        self.lines: list[Line] = []
        self.is_cut = False
        self.is_dead = False
        self.stands_until = 0.0
        self.renews_after = 0.0

    async def connect(self) -> AsyncConnection:
        await self.travel()
        if self.is_cut:
            raise StoreError("PostgreSQL does not answer")
        line = Line(self)
        self.lines.append(line)
        return cast(AsyncConnection, line)

    async def travel(self) -> None:
        """Take a while to arrive. Of what a process sent before it was killed, half arrives."""
        if self.is_dead:
            await self.database.for_ever()
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self.rng.random() * self.database.slowest)
        while loop.time() < self.stands_until:
            await asyncio.sleep(self.stands_until - loop.time())
        if self.is_dead and self.rng.random() < 0.5:
            await self.database.for_ever()

    def cut(self) -> None:
        self.is_cut = True
        for line in self.lines:
            line.break_off()
        self.lines.clear()

    def deafen(self) -> None:
        """Let the line on which this process listens die without a word."""
        for line in self.lines:
            line.is_silent = line.is_silent or line in self.database.listening

    def die(self) -> None:
        """The process is no more: what it sent may still arrive, and nothing comes back."""
        self.is_dead = True
        self.database.listening[:] = [line for line in self.database.listening if line.access is not self]


class Line:
    """As much of an `AsyncConnection` as the store uses."""

    def __init__(self, access: Access) -> None:
        self.access = access
        self.closed = False
        self.is_silent = False
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()
        self._hears_at = 0.0

    async def execute(self, sql: str | bytes, values: Values = None) -> Answer:
        text = sql.decode() if isinstance(sql, bytes) else sql
        if text.startswith("LISTEN"):
            self.access.database.listening.append(self)
            return Answer()
        if text.startswith("SET "):
            return Answer()  # All lines share one session; how a statement is planned changes nothing that it does.
        return await self._ask(text, values)

    async def _ask(self, sql: str, values: Values) -> Answer:
        access, database = self.access, self.access.database
        if sql == RENEW:
            await asyncio.sleep(max(0.0, access.renews_after - asyncio.get_running_loop().time()))
        await access.travel()
        if self.is_silent:
            await database.for_ever()
        fails = database.rng.random() < database.failures
        if self.closed or (fails and database.rng.random() < 0.5):
            raise self.lost()
        answer = database.run(sql, values)
        if access.is_dead:
            await database.for_ever()
        await access.travel()
        if self.closed or fails:
            raise self.lost()
        return answer

    def lost(self) -> psycopg.OperationalError:
        self.break_off()
        return psycopg.OperationalError("the connection is lost")

    def break_off(self) -> None:
        if not self.closed:
            self.closed = True
            self._heard.put_nowait(None)
            if self in self.access.database.listening:
                self.access.database.listening.remove(self)

    async def close(self) -> None:
        self.break_off()

    def hear(self, payload: str) -> None:
        """A notice comes after a while, in order, unless the line is dead by then."""
        loop = asyncio.get_running_loop()
        delay = self.access.rng.random() * self.access.database.slowest
        self._hears_at = max(self._hears_at, loop.time() + delay)
        loop.call_at(self._hears_at, self._arrive, payload)

    def _arrive(self, payload: str) -> None:
        if not self.is_silent and not self.closed:
            self._heard.put_nowait(payload)

    async def notifies(self, timeout: float) -> AsyncIterator[psycopg.Notify]:
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        while True:
            try:
                payload = await asyncio.wait_for(self._heard.get(), max(0.0, end - loop.time()))
            except TimeoutError:
                return
            if payload is None:
                raise psycopg.OperationalError("the connection is lost")
            yield psycopg.Notify(CHANNEL, payload, 0)
