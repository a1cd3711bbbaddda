"""The power fails at random moments, on a disk that keeps only what was flushed; nothing acknowledged may be lost."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import apsw
import pytest

from branchline.server.store.contract import LogEntry, StoreError
from branchline.server.store.sqlite import queries, writer
from branchline.server.store.sqlite.file import open_writer
from branchline.server.store.sqlite.writer import Writer
from tests.store.power_cut import NAME, Disk
from tests.store.samples import batch, entry, summary

# BRANCHLINE_CUTS=10000 takes a few minutes.
CUTS = int(os.environ.get("BRANCHLINE_CUTS", "1000"))
ROOMS = 6
FILE = Path("tables.db")


@pytest.fixture
def disk(seed: int) -> Iterator[Disk]:
    """A disk in memory has no shared memory, so its one connection keeps the index of the log to itself."""

    def alone(connection: apsw.Connection) -> None:
        if connection.open_vfs == NAME:
            connection.pragma("locking_mode", "exclusive")

    apsw.connection_hooks.append(alone)
    disk = Disk(Random(seed))
    yield disk
    disk.unregister()
    apsw.connection_hooks.remove(alone)


class Promises:
    """What each room was told is kept."""

    def __init__(self) -> None:
        self.kept: dict[str, list[LogEntry]] = {}
        self.uncertain: dict[str, list[LogEntry]] = {}
        self.count = 0

    async def play(self, writer: Writer, table: str, rng: Random) -> None:
        """Add entries to a table until the power fails; what was under way then may be kept or not."""
        while True:
            log = self.kept.setdefault(table, [])
            size = rng.choice([1, 1, 1, 2, 5])
            fresh = [
                entry(seq, table, cid=f"{rng.getrandbits(40)}", body=rng.randbytes(rng.randrange(2000)))
                for seq in range(len(log) + 1, len(log) + 1 + size)
            ]
            about = summary(table, updated=float(len(log)))
            self.uncertain[table] = fresh
            try:
                await writer.write(batch(fresh, about))
            except StoreError:
                return
            self.kept[table] = log + fresh
            self.uncertain[table] = []
            self.count += 1

    def check(self, connection: apsw.Connection) -> None:
        """Compare with what is there, and go on from it."""
        assert connection.pragma("integrity_check") == "ok"
        for table, log in self.kept.items():
            found = queries.read(connection, table, 0)
            assert found in (log, log + self.uncertain[table]), (
                f"{table}: {len(log)} promised, {len(self.uncertain[table])} uncertain, {len(found)} found"
            )
            self.kept[table], self.uncertain[table] = found, []


async def live_through_one_cut(disk: Disk, promises: Promises, rng: Random, synchronous: str) -> None:
    # Mostly in the middle of play, sometimes while the file is opened and brought up to date.
    disk.cut_after(rng.randrange(1, 12) if rng.random() < 0.1 else rng.randrange(1, 250))
    try:
        connection = open_writer(FILE, NAME)
        connection.pragma("synchronous", synchronous)
    except (StoreError, apsw.Error):
        return
    writer = Writer(connection)
    rooms = [f"room-{number}" for number in range(ROOMS)]
    await asyncio.gather(*(promises.play(writer, room, Random(rng.random())) for room in rooms))
    await writer.close()


async def live_through_cuts(disk: Disk, seed: int, synchronous: str) -> Promises:
    rng = Random(seed)
    promises = Promises()
    for number in range(CUTS):
        await live_through_one_cut(disk, promises, rng, synchronous)
        disk.restore()
        connection = open_writer(FILE, NAME)
        promises.check(connection)
        connection.close()
        if number % 20 == 19:  # A fresh start now and then, so that small files meet cuts as well.
            for file in (f"{FILE}", f"{FILE}-wal"):
                disk.xDelete(file, True)
            promises.kept.clear()
    return promises


@pytest.fixture(autouse=True)
def frequent_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT_PAGES", 20)
    monkeypatch.setattr(writer, "CHECKPOINT_PAGES_AT_LAST", 60)


async def test_no_promise_is_broken_by_a_power_cut(disk: Disk, seed: int) -> None:
    promises = await live_through_cuts(disk, seed, "full")
    print(f"{CUTS} cuts, {promises.count} promises, {disk.flushes} flushes")
    assert promises.count > CUTS


@pytest.mark.parametrize("synchronous", ["normal", "off"])
async def test_a_store_that_does_not_flush_is_found_out(disk: Disk, seed: int, synchronous: str) -> None:
    """The test above would see it if SQLite were told to be quick instead of safe."""
    with pytest.raises((AssertionError, StoreError, apsw.Error)):
        await live_through_cuts(disk, seed, synchronous)


async def test_every_commit_is_flushed_before_it_is_answered(disk: Disk) -> None:
    writer = Writer(open_writer(FILE, NAME))
    await writer.write(batch([entry(1)], summary()))
    for seq in range(2, 30):
        before = disk.flushes
        await writer.write(batch([entry(seq)], summary()))
        assert disk.flushes > before
    await writer.close()


async def test_commits_that_wait_together_share_a_flush(disk: Disk) -> None:
    writer = Writer(open_writer(FILE, NAME))
    tables = [f"table-{number}" for number in range(200)]
    before = disk.flushes
    await asyncio.gather(*(writer.write(batch([entry(1, table)], summary(table))) for table in tables))
    assert disk.flushes - before < len(tables) / 4
    await writer.close()


async def test_a_disk_that_fails_makes_the_store_unhealthy(disk: Disk) -> None:
    writer = Writer(open_writer(FILE, NAME))
    await writer.write(batch([entry(1)], summary()))
    disk.cut_after(1)
    with pytest.raises(StoreError):
        await writer.write(batch([entry(2)], summary()))
    assert not writer.is_sound
    disk.restore()
    with pytest.raises(StoreError):
        await writer.write(batch([entry(2)], summary()))
    await writer.close()
