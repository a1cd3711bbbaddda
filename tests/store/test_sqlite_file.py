"""An SQLite file is opened only when it is ours, free, and not from the future."""

import os
import stat
from pathlib import Path

import apsw
import pytest

from branchline.server.store import migrations
from branchline.server.store.contract import StoreError
from branchline.server.store.migrations import Migration
from branchline.server.store.sqlite import queries
from branchline.server.store.sqlite.file import default_path, is_sound, open_reader
from branchline.server.store.sqlite.store import SqliteStore
from tests.store.conftest import Shelf
from tests.store.samples import batch, entry, summary


async def test_the_folder_is_made_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "far" / "away" / "tables.db"
    async with Shelf(path).open():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) & 0o077 == 0
        assert {stat.S_IMODE(each.stat().st_mode) for each in path.parent.glob("*.db-*")} == {0o600}


async def test_a_second_server_on_the_same_file_is_refused(file: Path) -> None:
    async with Shelf(file).open():
        with pytest.raises(StoreError, match="in use by another Branchline server"):
            await SqliteStore.open(file)
    async with Shelf(file).open() as store:
        assert await store.healthy()


async def test_the_lock_of_a_refused_file_is_given_back(file: Path) -> None:
    file.write_text("This is a letter, and no database at all; it is long enough to have no header either." * 20)
    for _ in range(2):
        with pytest.raises(StoreError, match="no SQLite database"):
            await SqliteStore.open(file)
    assert file.read_text().startswith("This is a letter")


async def test_a_database_of_another_program_is_refused_and_left_alone(file: Path) -> None:
    other = apsw.Connection(os.fspath(file))
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        await SqliteStore.open(file)
    assert file.read_bytes() == before


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "note").write_text("a file, no folder")
    with pytest.raises(StoreError, match="cannot be written"):
        await SqliteStore.open(tmp_path / "note" / "tables.db")


async def test_a_file_of_a_newer_branchline_is_refused_and_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = migrations.steps("sqlite")
    newer = Migration(len(known) + 1, "of tomorrow", "ALTER TABLE entry ADD COLUMN mood TEXT")
    with monkeypatch.context() as tomorrow:
        tomorrow.setattr(migrations, "steps", lambda dialect: [*known, newer])
        async with Shelf(file).open() as store:
            await store.append(batch([entry(1)], summary()))
    with pytest.raises(StoreError, match=r"written by a newer Branchline .* upgrade Branchline"):
        await SqliteStore.open(file)
    with monkeypatch.context() as tomorrow:
        tomorrow.setattr(migrations, "steps", lambda dialect: [*known, newer])
        async with Shelf(file).open() as store:
            assert await store.read("oak") == [entry(1)]


async def test_a_step_that_fails_changes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Shelf(file).open() as store:
        await store.append(batch([entry(1)], summary()))
    known = migrations.steps("sqlite")
    halfway = Migration(len(known) + 1, "halfway", "ALTER TABLE entry ADD COLUMN mood TEXT; SELECT no_such_thing()")
    with monkeypatch.context() as tomorrow:
        tomorrow.setattr(migrations, "steps", lambda dialect: [*known, halfway])
        with pytest.raises(StoreError, match="no_such_thing"):
            await SqliteStore.open(file)
    async with Shelf(file).open() as store:
        assert await store.read("oak") == [entry(1)]


@pytest.mark.parametrize("version", [(3, 53, 0), (3, 54, 1), (4, 0, 0), (3, 51, 3), (3, 51, 9)])
def test_a_mended_library_is_taken(version: tuple[int, int, int]) -> None:
    assert is_sound(version)


@pytest.mark.parametrize("version", [(3, 40, 1), (3, 51, 2), (3, 52, 0), (3, 52, 9)])
async def test_a_library_that_loses_pages_is_refused(
    version: tuple[int, int, int], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_sound(version)
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: ".".join(map(str, version)))
    with pytest.raises(StoreError, match="WAL-reset"):
        await SqliteStore.open(file)


async def test_a_reader_cannot_write(file: Path) -> None:
    async with Shelf(file).open() as store:
        await store.append(batch([entry(1)], summary()))
        reader = open_reader(file)
        with pytest.raises(apsw.ReadOnlyError):
            reader.execute("DELETE FROM entry")
        reader.close()


async def test_the_log_of_writes_is_moved_into_the_file(file: Path) -> None:
    """A write-ahead log that nobody empties would grow for ever."""
    async with Shelf(file).open() as store:
        await store.append(batch([entry(1)], summary()))
        for seq in range(2, 400):
            await store.append(batch([entry(seq, body=bytes(40_000))], summary()))
        log = file.with_name("tables.db-wal")
        assert log.stat().st_size < 12_000_000 < file.stat().st_size
    assert not log.exists() or log.stat().st_size == 0


async def test_questions_that_lists_ask_use_an_index(file: Path) -> None:
    """A hundred thousand finished games must not be looked through for the few that are played."""
    async with Shelf(file).open():
        reader = open_reader(file)
        questions: list[str] = []
        reader.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: questions.append(event["sql"]))
        queries.summaries(reader, ("open", "playing"), None, None, None)
        queries.summaries(reader, ("open", "playing"), None, 5.0, 10)
        queries.read(reader, "oak", 3)
        queries.find(reader, "oak", "anna", "c1")
        reader.trace_v2(0, None)
        assert len(questions) == 4
        for question in questions:
            values = tuple([1] * question.count("?"))
            plan = [row[3] for row in reader.execute(f"EXPLAIN QUERY PLAN {question}", values)]
            assert not [line for line in plan if line.startswith("SCAN")], (question, plan)
        reader.close()


def test_the_default_place_is_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "branchline" / "tables.db"
