"""A log that is not what was kept is never taken for one: its checksums are checked whenever it is read."""

import os
import shutil
from pathlib import Path
from random import Random

import apsw
import psycopg
import pytest

from branchline.server.store import health
from branchline.server.store.contract import Damaged, LogEntry, Store, StoreError
from branchline.server.store.sqlite.store import SqliteStore
from tests.store.conftest import Shelf
from tests.store.samples import batch, entry, summary
from tests.store.test_contract import begun

OF_OAK = "seating = (SELECT key FROM seating WHERE id = 'oak')"

DAMAGE = {
    "a body that was changed": f"UPDATE entry SET body = '{{\"x\":1}}' WHERE seq = 3 AND {OF_OAK}",
    "a time that was changed": f"UPDATE entry SET at = at + 1 WHERE seq = 3 AND {OF_OAK}",
    "somebody else's name": f"UPDATE entry SET actor = 'ben' WHERE seq = 2 AND {OF_OAK}",
    "a lost entry": f"DELETE FROM entry WHERE seq = 3 AND {OF_OAK}",
    "a lost first entry": f"DELETE FROM entry WHERE seq = 1 AND {OF_OAK}",
    "a lost end": f"DELETE FROM entry WHERE seq > 3 AND {OF_OAK}",
    "a lost log": f"DELETE FROM entry WHERE {OF_OAK}",
    "a lost checksum": f"UPDATE entry SET digest = NULL WHERE seq = 3 AND {OF_OAK}",
    "an end that was cut off neatly": f"DELETE FROM entry WHERE seq = 5 AND {OF_OAK}; "
    "UPDATE seating SET version = 4 WHERE id = 'oak'",
    "a log of another table": "UPDATE seating SET id = 'ash' WHERE id = 'oak'; "
    "UPDATE seating SET id = 'oak' WHERE id = 'elm'",
}


def change(shelf: Shelf, sql: str) -> None:
    """Change the database behind the server's back."""
    if isinstance(shelf.where, Path):
        file = apsw.Connection(os.fspath(shelf.where))
        file.set_busy_timeout(5000)
        file.execute(sql.replace("'{\"x\":1}'", "CAST('{\"x\":1}' AS BLOB)"))
        file.close()
    else:
        with psycopg.connect(shelf.where) as database:
            database.execute(sql.encode())


async def two_tables(store: Store) -> list[LogEntry]:
    await begun(store, "elm", 5)
    await begun(store, length=2)
    for seq in (3, 4, 5):
        await store.append(batch([entry(seq)], summary()))
    return await store.read("elm")


@pytest.mark.parametrize("damage", DAMAGE)
async def test_damage_is_found_and_told(shelf: Shelf, damage: str) -> None:
    async with shelf.open() as store:
        kept = await two_tables(store)
        assert await store.fault() is None
        change(shelf, DAMAGE[damage])
        with pytest.raises(Damaged, match="oak"):
            await store.read("oak")
        fault = await store.fault()
        assert fault is not None
        assert "damaged" in fault
        assert await store.healthy(), "the tables that are whole go on"
        if "another" not in damage:
            assert await store.read("elm") == kept


async def test_the_end_of_a_log_is_checked_alone(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await two_tables(store)
        change(shelf, f"UPDATE entry SET actor = 'ben' WHERE seq = 4 AND {OF_OAK}")
        assert [each.seq for each in await store.read("oak", after=4)] == [5], "only what is asked for is read"
        with pytest.raises(Damaged):
            await store.read("oak", after=3)


async def test_a_log_that_is_whole_again_is_no_fault(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await two_tables(store)
        change(shelf, f"UPDATE entry SET at = at + 1 WHERE seq = 3 AND {OF_OAK}")
        with pytest.raises(Damaged):
            await store.read("oak")
        change(shelf, f"UPDATE entry SET at = at - 1 WHERE seq = 3 AND {OF_OAK}")
        assert len(await store.read("oak")) == 5
        assert await store.fault() is None


async def test_a_log_of_an_earlier_version_goes_on_and_is_checked_from_then_on(shelf: Shelf) -> None:
    """Its entries have no checksums; the first new one covers them all."""
    async with shelf.open() as store:
        await two_tables(store)
    change(shelf, "UPDATE entry SET digest = NULL")
    change(shelf, "UPDATE seating SET digest = NULL")
    async with shelf.open() as store:
        assert len(await store.read("oak")) == 5
        assert len(await store.read("oak", after=3)) == 2
        await store.append(batch([entry(6), entry(7)], summary()))
        await store.append(batch([entry(8)], summary()))
        assert [each.seq for each in await store.read("oak", after=4)] == [5, 6, 7, 8]
    async with shelf.open() as store:
        assert len(await store.read("oak")) == 8
        change(shelf, f"UPDATE entry SET actor = 'ben' WHERE seq = 2 AND {OF_OAK}")
        with pytest.raises(Damaged):
            await store.read("oak")


async def test_whatever_happens_to_the_bytes_of_a_file_no_wrong_log_is_read(tmp_path: Path, seed: int) -> None:
    """Each time some bytes of a good file are changed: every log that can still be read is the one that was kept."""
    rng = Random(seed)
    good = tmp_path / "good.db"
    tables = [f"table-{number}" for number in range(30)]
    async with Shelf(good).open() as store:
        for table in tables:
            await begun(store, table, rng.randint(1, 60))
        kept = {table: await store.read(table) for table in tables}
    found = lost = 0
    for number in range(40):
        file = tmp_path / f"{number}.db"
        shutil.copy(good, file)
        spoil(file, rng)
        try:
            store = await SqliteStore.open(file)
        except StoreError:
            lost += len(tables)
            continue
        for table in tables:
            try:
                entries = await store.read(table)
            except StoreError:
                lost += 1
            else:
                found += 1
                # A table that has vanished whole is one that the server says it does not know.
                assert entries in (kept[table], []), table
        await store.close()
        file.unlink()
    assert found > 300
    assert lost > 10


def spoil(file: Path, rng: Random) -> None:
    """Turn some bytes of the file into others, beyond its header."""
    content = bytearray(file.read_bytes())
    for _ in range(rng.choice([1, 4, 30])):
        length = rng.choice([1, 8])
        place = rng.randrange(100, len(content) - length)
        content[place : place + length] = rng.randbytes(length)
    file.write_bytes(content)


async def test_a_file_that_was_moved_away_takes_no_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WRITE_SECONDS", 0.0)
    file = tmp_path / "tables.db"
    async with Shelf(file).open() as store:
        await begun(store)
        file.rename(tmp_path / "elsewhere.db")
        for _ in range(2):
            with pytest.raises(StoreError, match="was moved or replaced"):
                await store.append(batch([entry(2)], summary()))
        (tmp_path / "elsewhere.db").rename(file)
        await store.append(batch([entry(2)], summary()))
        assert len(await store.read("oak")) == 2
        assert await store.fault() is None
