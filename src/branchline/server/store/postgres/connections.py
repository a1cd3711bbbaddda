"""Connections to PostgreSQL that are made when they are needed, and made again when they were lost."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeAlias, TypeVar

import psycopg
from psycopg import AsyncConnection

from branchline.server.store.contract import StoreError
from branchline.server.store.migrations import TooNew, pending

T = TypeVar("T")
Connect: TypeAlias = Callable[[], Awaitable[AsyncConnection]]
"""How one more connection to the database is made; `StoreError` when it does not answer."""

CONNECT_SECONDS = 5
# A line that died without a word (a firewall forgot it, a machine lost power) is found dead within half a minute.
KEEPALIVE: Final[dict[str, Any]] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
# Any number that all Branchline processes agree on and other users of the database hardly take.
MIGRATION_LOCK = 0x42726C6E


async def connect(url: str) -> AsyncConnection:
    """Connect, for single statements that each count at once, and for transactions that the caller opens."""
    try:
        connection = await AsyncConnection.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS, **KEEPALIVE)
        try:
            await connection.execute("SET synchronous_commit = on")
        except BaseException:  # A server that is going down, or whoever asked for it is.
            await connection.close()
            raise
    except psycopg.Error as error:
        raise StoreError(f"PostgreSQL does not answer: {' '.join(str(error).split())}") from error
    return connection


class PostgresConnection:
    """One connection for one user at a time; a broken one is replaced at the next use, with the same settings."""

    def __init__(self, connect: Connect, settings: str = "") -> None:
        self._connect = connect
        self._settings = settings
        self._connection: AsyncConnection | None = None
        self._turn = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def use(self) -> AsyncIterator[AsyncConnection]:
        async with self._turn:
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = await self._connect()
                    if self._settings:
                        await self._connection.execute(self._settings.encode())
                yield self._connection
            except psycopg.IntegrityError:
                raise  # The database is well; what it was asked to keep is not.
            except psycopg.Error as error:
                raise StoreError(f"PostgreSQL failed: {' '.join(str(error).split())}") from error

    async def ask(self, query: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Ask what may be asked twice: a connection that broke since its last use is no reason to fail."""
        with contextlib.suppress(StoreError):
            async with self.use() as connection:
                return await query(connection)
        async with self.use() as connection:
            return await query(connection)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    @property
    def is_busy(self) -> bool:
        return self._turn.locked()


class PostgresConnections:
    """A few connections that share the questions."""

    def __init__(self, connect: Connect, count: int) -> None:
        self._all = [PostgresConnection(connect) for _ in range(count)]
        self._next = 0

    async def ask(self, query: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        idle = [each for each in self._all if not each.is_busy]
        self._next += 1
        return await (idle or self._all)[self._next % len(idle or self._all)].ask(query)

    async def close(self) -> None:
        for each in self._all:
            await each.close()


async def prepare(connection: AsyncConnection) -> None:
    """Bring the schema up to date; servers that start together take turns."""
    await refuse_forgetful(connection)
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        row = await (await connection.execute("SELECT max(version) FROM schema_version")).fetchone()
        version = (row and row[0]) or 0
        try:
            todo = pending("postgres", version, "This database")
        except TooNew as error:
            raise StoreError(str(error)) from None
        for step in todo:
            await connection.execute(step.sql.encode())
        if todo:
            await connection.execute("DELETE FROM schema_version")
            await connection.execute("INSERT INTO schema_version VALUES (%s)", (todo[-1].number,))


async def refuse_forgetful(connection: AsyncConnection) -> None:
    """Refuse a database that answers before its disk has written."""
    row = await (await connection.execute("SHOW fsync")).fetchone()
    if not row or row[0] != "on":
        raise StoreError("This PostgreSQL runs with fsync = off and would lose moves in a power cut: turn it on.")
