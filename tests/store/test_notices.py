"""Each process hears what the others write, and asks again when it may have missed something."""

import asyncio
from collections.abc import Callable

import psycopg
import pytest

from branchline.server.store.contract import Notice, Store, StoreError
from branchline.server.store.postgres.notices import MAX_NOTE_BYTES
from tests.store.conftest import Shelf
from tests.store.samples import batch, entry, summary


class Ear:
    """Hears notices and waits for them."""

    def __init__(self, store: Store) -> None:
        self.heard: list[Notice] = []
        self.stop: Callable[[], None] = store.subscribe(self.heard.append)

    async def wait_for(self, *expected: Notice) -> None:
        async with asyncio.timeout(120):
            while not set(expected) <= set(self.heard):
                await asyncio.sleep(0.005)


def cut_connections(shelf: Shelf) -> None:
    """End every other connection to the database, as a restart of PostgreSQL does."""
    with psycopg.connect(str(shelf.where), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


async def test_the_others_hear_the_table_and_its_version(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        ours, theirs = Ear(anna), Ear(ben)
        await anna.append(batch([entry(1)], summary()))
        await anna.append(batch([entry(2), entry(3)], summary()))
        await theirs.wait_for(Notice("oak", 1), Notice("oak", 3))
        assert theirs.heard == [Notice("oak", 1), Notice("oak", 3)]
        assert await ben.read("oak", after=1) == [entry(2), entry(3)]
        assert ours.heard == [], "nobody needs to hear what it wrote itself"


async def test_who_hears_of_a_version_can_read_it(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        missing: list[int] = []
        done = asyncio.Event()
        checks: set[asyncio.Task[None]] = set()

        async def check(notice: Notice) -> None:
            if len(await ben.read("oak")) < notice.version:
                missing.append(notice.version)
            if notice.version == 60:
                done.set()

        def heard(notice: Notice) -> None:
            checks.add(asyncio.create_task(check(notice)))

        ben.subscribe(heard)
        await anna.append(batch([entry(1)], summary()))
        for seq in range(2, 61):
            await anna.append(batch([entry(seq)], summary()))
        async with asyncio.timeout(120):
            await done.wait()
        await asyncio.gather(*checks)
        assert missing == []


async def test_a_refused_append_is_not_announced(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        ear = Ear(ben)
        await anna.append(batch([entry(1)], summary()))
        with pytest.raises(StoreError):
            await anna.append(batch([entry(9)], summary()))
        await anna.append(batch([entry(2)], summary()))
        await ear.wait_for(Notice("oak", 2))
        assert ear.heard == [Notice("oak", 1), Notice("oak", 2)]


async def test_notes_are_passed_on_and_not_kept(postgres: Shelf) -> None:
    note = bytes(range(256)) * (MAX_NOTE_BYTES // 256)
    async with postgres.open() as anna, postgres.open() as ben:
        ours, theirs = Ear(anna), Ear(ben)
        await anna.tell("oak", note)
        await theirs.wait_for(Notice("oak", 0, note))
        assert ours.heard == []
        assert await ben.read("oak") == []


async def test_who_stops_listening_hears_no_more(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        early, late = Ear(ben), Ear(ben)
        early.stop()
        await anna.tell("oak", b"hello")
        await late.wait_for(Notice("oak", 0, b"hello"))
        assert early.heard == []


async def test_a_lost_connection_is_made_again_and_tells_that_notices_may_be_missing(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        ear = Ear(ben)
        await anna.append(batch([entry(1)], summary()))
        await ear.wait_for(Notice("oak", 1))
        cut_connections(postgres)
        await ear.wait_for(Notice(None))
        # Whoever was writing at that moment may fail, and knows no more than that; the next one succeeds.
        version = len(await anna.read("oak"))
        for attempt in range(3):
            try:
                await anna.append(batch([entry(version + 1, cid=f"again{attempt}")], summary()))
                break
            except StoreError:
                version = len(await anna.read("oak"))
        await ear.wait_for(Notice("oak", version + 1))
        assert await anna.healthy()
        assert await ben.healthy()
        assert [each.seq for each in await ben.read("oak")] == list(range(1, version + 2))


async def test_a_callback_that_fails_keeps_nobody_from_hearing(
    postgres: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(notice: Notice) -> None:
        raise RuntimeError("broken ear")

    async with postgres.open() as anna, postgres.open() as ben:
        ben.subscribe(fail)
        ear = Ear(ben)
        await anna.tell("oak", b"hello")
        await ear.wait_for(Notice("oak", 0, b"hello"))
        assert "broken ear" in caplog.text
