"""Notices between server processes through PostgreSQL: (table, version), never what happened; readers pull that."""

import asyncio
import base64
import contextlib
import logging
from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
from psycopg import AsyncConnection

from branchline.server.store.contract import Notice, StoreError
from branchline.server.store.postgres.connections import Connect

log = logging.getLogger(__name__)

CHANNEL = "branchline"
# PostgreSQL carries less than 8,000 bytes in one notice, and a note grows by a third on its way.
MAX_NOTE_BYTES = 4_000
# An id has at most 64 letters.
TABLES_A_NOTICE = 64
RETRY_SECONDS = 0.5
# A line can be dead without a word; so often it is asked, and so long it may take to answer.
LISTEN_SECONDS = 10.0
ANSWER_SECONDS = 5.0


class Payload(msgspec.Struct, array_like=True):
    """What one notice says, and who said it: tables with their versions, written by the statement that keeps them."""

    process: str
    news: list[tuple[str, int]]
    note: str = ""


encode = msgspec.json.encode
decode = msgspec.json.Decoder(Payload).decode


async def tell(connection: AsyncConnection, process: str, table: str, note: bytes) -> None:
    assert len(note) <= MAX_NOTE_BYTES, f"a note of {len(note)} bytes is too long"
    payload = encode(Payload(process, [(table, 0)], base64.b64encode(note).decode()))
    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload.decode()))


class Listener:
    """Hears what other processes say, for as long as there are any who listen here."""

    def __init__(self, connect: Connect, process: str) -> None:
        self._connect_once = connect
        self._process = process
        self._callbacks: dict[object, Callable[[Notice], None]] = {}
        self._task: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None

    def subscribe(self, callback: Callable[[Notice], None]) -> Callable[[], None]:
        key = object()
        self._callbacks[key] = callback
        return lambda: void(self._callbacks.pop(key, None))

    async def begin(self) -> None:
        await self._connect()
        self._task = asyncio.create_task(self._listen(), name="branchline-listen")

    async def end(self) -> None:
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._connection:
            await self._connection.close()

    async def _connect(self) -> None:
        self._connection = await self._connect_once()
        await self._connection.execute(f"LISTEN {CHANNEL}".encode())

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except (psycopg.Error, StoreError, TimeoutError) as error:
                log.warning("notices interrupted", extra={"reason": " ".join(str(error).split())})
                if self._connection is not None:
                    await self._connection.close()
            await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self) -> None:
        """Hear until the connection breaks; whoever hears again may have missed something, and is told so."""
        if self._connection is None or self._connection.closed:
            await self._connect()
            self._pass_on(Notice(None))
        assert self._connection is not None
        while True:
            async for notify in self._connection.notifies(timeout=LISTEN_SECONDS):
                payload = decode(notify.payload)
                if payload.process != self._process:
                    note = base64.b64decode(payload.note)
                    for table, version in payload.news:
                        self._pass_on(Notice(table, version, note))
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._connection.execute("SELECT 1")

    def _pass_on(self, notice: Notice) -> None:
        for callback in list(self._callbacks.values()):
            try:
                callback(notice)
            except Exception:
                log.exception("a notice was not taken")


def void(_: Any) -> None:
    """Take a value and give none."""
