"""Each process hears what the others write, and asks again when it may have missed something."""

import asyncio
import os
import signal
from collections.abc import Callable
from random import Random

import psycopg
import pytest

from branchline.server.store.contract import Conflict, Notice, Store, StoreError
from branchline.server.store.postgres import notices
from branchline.server.store.postgres.notices import MAX_NOTE_BYTES, TABLES_A_NOTICE
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


async def test_the_others_hear_of_all_tables_that_were_written_together(postgres: Shelf) -> None:
    names = [f"table-{number:03}-{'x' * 20}" for number in range(3 * TABLES_A_NOTICE)]
    async with postgres.open() as anna, postgres.open() as ben:
        theirs = Ear(ben)
        await asyncio.gather(*(anna.append(batch([entry(1, name)], summary(name))) for name in names))
        await asyncio.gather(*(anna.append(batch([entry(2, name)], summary(name))) for name in names))
        await theirs.wait_for(*(Notice(name, version) for name in names for version in (1, 2)))
        assert len(theirs.heard) == 2 * len(names)


async def test_two_processes_that_write_to_the_same_tables_at_once_do_not_hold_each_other_up(
    postgres: Shelf, seed: int
) -> None:
    """Each number of each table goes to one of them, and the other is told so; nobody waits in a circle."""
    names = [f"table-{number}" for number in range(40)]
    rng = Random(seed)
    async with postgres.open() as anna, postgres.open() as ben:
        await asyncio.gather(*(anna.append(batch([entry(1, name)], summary(name))) for name in names))

        async def add(store: Store, who: str, name: str, seq: int) -> bool:
            try:
                await store.append(batch([entry(seq, name, who)], summary(name)))
            except Conflict:
                return False
            return True

        for seq in range(2, 8):
            tries = [(store, who, name, seq) for name in names for store, who in ((anna, "anna"), (ben, "ben"))]
            rng.shuffle(tries)
            won = await asyncio.gather(*(add(*each) for each in tries))
            assert sorted(each[2] for each, is_kept in zip(tries, won, strict=True) if is_kept) == sorted(names)


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


async def test_who_hears_nothing_because_the_line_is_dead_without_a_word_finds_out(
    postgres: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that nobody closed and nobody answers looks like one on which nothing happens."""
    monkeypatch.setattr(notices, "LISTEN_SECONDS", 0.2)
    monkeypatch.setattr(notices, "ANSWER_SECONDS", 0.5)
    async with postgres.open() as anna, postgres.open() as ben:
        theirs = Ear(ben)
        stopped = listening_backends(postgres)
        for backend in stopped:
            os.kill(backend, signal.SIGSTOP)
        try:
            await anna.append(batch([entry(1)], summary()))
            await theirs.wait_for(Notice(None))
            assert await ben.read("oak") == [entry(1)]
        finally:
            for backend in stopped:
                os.kill(backend, signal.SIGCONT)


def listening_backends(shelf: Shelf) -> list[int]:
    """The processes of PostgreSQL that wait to tell somebody something."""
    with psycopg.connect(str(shelf.where), autocommit=True) as connection:
        rows = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
        ).fetchall()
    return [pid for (pid,) in rows]
