"""A store is well when it can keep something, which only a write can tell."""

import asyncio
from pathlib import Path

import psycopg
import pytest

from branchline.server.store import health
from branchline.server.store.contract import Store, StoreError
from branchline.server.store.postgres import writer
from branchline.server.store.sqlite.store import SqliteStore
from tests.store.conftest import Shelf
from tests.store.samples import batch, entry, summary


@pytest.fixture(autouse=True)
def write_at_every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WRITE_SECONDS", 0.0)


async def fill(store: Store) -> None:
    """Keep entries until nothing more can be kept."""
    for seq in range(1, 1000):
        await store.append(batch([entry(seq, body=b"x" * 3000)], summary()))
    pytest.fail("the disk never became full")


def limit_pages(store: SqliteStore, pages: int) -> None:
    """Make the disk as big as so many pages."""
    store._writer._connection.pragma("max_page_count", pages)


async def test_a_store_that_keeps_what_it_is_given_has_no_fault(shelf: Shelf) -> None:
    async with shelf.open() as store:
        for _ in range(3):
            assert await store.fault() is None
    assert await store.fault() is not None


async def test_a_full_disk_is_a_fault_until_there_is_room_again(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "tables.db")
    assert await store.fault() is None
    limit_pages(store, 40)
    with pytest.raises(StoreError, match="full"):
        await fill(store)
    assert "full" in str(await store.fault())
    assert await store.healthy(), "a full disk is worth waiting for"
    limit_pages(store, 1000)
    assert await store.fault() is None
    await store.close()


FULL = """
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file: no space left on device'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON entry EXECUTE FUNCTION no_room()
"""


async def test_a_database_that_keeps_no_move_has_a_fault_though_it_answers(
    postgres: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The small row of its health still fits into a page that is there."""
    async with postgres.open() as store:
        await store.append(batch([entry(1)], summary()))
        with psycopg.connect(str(postgres.where), autocommit=True) as database:
            database.execute(FULL)
            with pytest.raises(StoreError, match="no space left"):
                await store.append(batch([entry(2)], summary()))
            assert await store.healthy()
            assert "no space left" in str(await store.fault())
            with monkeypatch.context() as later:
                later.setattr(writer, "FAULT_SECONDS", 0.0)
                assert await store.fault() is None, "a proxy that sends nobody there would never hear better"
            database.execute("DROP TRIGGER full_disk ON entry")
        await store.append(batch([entry(2)], summary()))
        assert await store.fault() is None


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_file_that_was_taken_away_is_a_fault(tmp_path: Path, replaced: bool) -> None:
    file = tmp_path / "tables.db"
    store = await SqliteStore.open(file)
    file.rename(tmp_path / "elsewhere.db")
    if replaced:
        file.touch()
    assert "was moved or replaced" in str(await store.fault())
    (tmp_path / "elsewhere.db").rename(file)
    assert await store.fault() is None
    await store.close()


async def test_many_questions_cost_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WRITE_SECONDS", 3600.0)
    count = 0

    async def write() -> None:
        nonlocal count
        count += 1
        await asyncio.sleep(0)

    writes = health.HealthWrites(write)
    assert await asyncio.gather(*(writes.fault() for _ in range(20))) == [None] * 20
    assert count == 1


async def test_a_write_that_does_not_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "ANSWER_SECONDS", 0.01)
    assert "took longer" in str(await health.HealthWrites(asyncio.Event().wait).fault())  # type: ignore[arg-type]
