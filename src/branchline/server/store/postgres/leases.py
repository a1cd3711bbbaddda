"""Which process drives a table: leases in PostgreSQL that last while their process renews its own row.

One process renews one row, however many tables it drives, and all times are those of the database's clock. A lease is
free when nobody holds it or when its holder has not renewed in time; each new holder gets a higher fencing number.
"""

import asyncio
import contextlib
import logging

import psycopg
from psycopg import AsyncConnection

from branchline.server.store.contract import StoreError
from branchline.server.store.postgres.connections import PostgresConnection

log = logging.getLogger(__name__)

# Those who died long ago are forgotten with it; their leases are free without that.
RENEW = """
    WITH renewed AS (
        INSERT INTO process (name, expires) VALUES (%(name)s, clock_timestamp() + make_interval(secs => %(seconds)s))
        ON CONFLICT (name) DO UPDATE SET expires = excluded.expires
    )
    DELETE FROM process WHERE expires < clock_timestamp() - interval '1 hour' AND name <> %(name)s
"""
CLAIM = """
    INSERT INTO lease (seating, process, fence) SELECT key, %(name)s, 1 FROM seating WHERE id = %(table)s
    ON CONFLICT (seating) DO UPDATE
        SET process = excluded.process,
            fence = lease.fence + CASE WHEN lease.process IS DISTINCT FROM excluded.process THEN 1 ELSE 0 END
        WHERE lease.process IS NULL OR lease.process = excluded.process OR NOT EXISTS (
            SELECT FROM process WHERE process.name = lease.process AND process.expires > clock_timestamp()
        )
    RETURNING fence
"""
RELEASE = """
    UPDATE lease SET process = NULL
    WHERE process = %(name)s AND seating = (SELECT key FROM seating WHERE id = %(table)s)
"""
OWNER = """
    SELECT process.name
    FROM seating JOIN lease ON lease.seating = seating.key JOIN process ON process.name = lease.process
    WHERE seating.id = %(table)s AND process.expires > clock_timestamp()
"""
RELEASE_ALL = "UPDATE lease SET process = NULL WHERE process = %(name)s"
DIE = "DELETE FROM process WHERE name = %(name)s"


class Leases:
    """The leases of this process."""

    def __init__(self, connection: PostgresConnection, name: str, seconds: float) -> None:
        self._connection = connection
        self._name = name
        self._seconds = seconds
        self._beat: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Announce this process and go on renewing it."""
        await self._renew()
        self._beat = asyncio.create_task(self._renew_for_ever(), name="branchline-lease")

    async def claim(self, table: str) -> int | None:
        try:
            row = await self._one(CLAIM, table)
        except psycopg.errors.ForeignKeyViolation:
            return None  # The table was removed at this moment.
        return int(str(row)) if row is not None else None

    async def release(self, table: str) -> None:
        async with self._connection.use() as connection:
            await connection.execute(RELEASE, {"name": self._name, "table": table})

    async def owner(self, table: str) -> str | None:
        row = await self._one(OWNER, table)
        return str(row) if row is not None else None

    async def end(self) -> None:
        """Give everything up, so that others need not wait until this process is taken for dead."""
        if self._beat:
            self._beat.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._beat
        with contextlib.suppress(StoreError):
            async with self._connection.use() as connection:
                await connection.execute(RELEASE_ALL, {"name": self._name})
                await connection.execute(DIE, {"name": self._name})

    async def _one(self, sql: str, table: str) -> object:
        async def ask(connection: AsyncConnection) -> object:
            cursor = await connection.execute(sql.encode(), {"name": self._name, "table": table})
            row = await cursor.fetchone()
            return row[0] if row else None

        return await self._connection.ask(ask)

    async def _renew_for_ever(self) -> None:
        while True:
            await asyncio.sleep(self._seconds / 4)
            try:
                await self._renew()
            except StoreError as error:
                log.warning("lease not renewed", extra={"reason": str(error)})

    async def _renew(self) -> None:
        async with self._connection.use() as connection:
            await connection.execute(RENEW, {"name": self._name, "seconds": self._seconds})
