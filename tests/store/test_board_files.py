"""The files of boards that are somebody's own: kept once, with the tables that need them, and no longer."""

import asyncio
from hashlib import sha256

import pytest

from branchline.server.store.contract import Append, BoardFile, Conflict, Damaged, Stale, Store
from tests.store.conftest import Shelf
from tests.store.samples import entry, summary
from tests.store.test_damage import change

FILE = BoardFile(b'id = "mine"\n' * 1000)


async def keep(store: Store, table: str, file: BoardFile | None = FILE, updated: float = 1000.0) -> None:
    about = summary(table, "open", updated=updated)
    await store.append(Append((entry(1, table),), about, board_file=file))


async def test_a_file_is_kept_with_its_table_and_found_by_its_digest(shelf: Shelf) -> None:
    assert FILE.digest == sha256(FILE.content).hexdigest()
    async with shelf.open() as store:
        assert await store.board_file(FILE.digest) is None
        await keep(store, "oak")
        assert await store.board_file(FILE.digest) == FILE.content
    async with shelf.open() as store:
        assert await store.board_file(FILE.digest) == FILE.content, "also after a restart"


async def test_a_file_of_many_tables_is_kept_once_and_goes_with_the_last(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await asyncio.gather(*(keep(store, f"oak-{number}", updated=1000.0 + number) for number in range(5)))
        await keep(store, "elm", BoardFile(b"another"), updated=5000.0)
        await keep(store, "ash", None, updated=5000.0)
        assert len(await store.expire(Stale("open", 1004.0))) == 4
        assert await store.board_file(FILE.digest) == FILE.content, "one table is left"
        assert await store.expire(Stale("open", 1005.0)) == ["oak-4"]
        assert await store.board_file(FILE.digest) is None
        assert await store.board_file(BoardFile(b"another").digest) == b"another"
        await keep(store, "oak-6")
        assert await store.board_file(FILE.digest) == FILE.content, "it may come again"


async def test_a_table_that_exists_already_leaves_no_file_behind(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await keep(store, "oak", None)
        with pytest.raises(Conflict):
            await keep(store, "oak")
        await store.expire(Stale("open", 1.0))
        assert await store.board_file(FILE.digest) is None


async def test_another_process_has_the_file_too(postgres: Shelf) -> None:
    async with postgres.open() as here, postgres.open() as there:
        await asyncio.gather(*(keep(store, f"{n}-{id(store)}") for store in (here, there) for n in range(8)))
        assert await there.board_file(FILE.digest) == await here.board_file(FILE.digest) == FILE.content


async def test_files_come_and_go_at_once_without_losing_one_that_is_needed(postgres: Shelf) -> None:
    async with postgres.open() as here, postgres.open() as there:
        for number in range(20):
            await keep(here, f"old-{number}", updated=1.0)
            await asyncio.gather(here.expire(Stale("open", 2.0)), keep(there, f"new-{number}"))
            assert await here.board_file(FILE.digest) == FILE.content
            await there.expire(Stale("open", 2000.0))


async def test_a_file_that_is_not_what_was_kept_is_damaged(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await keep(store, "oak")
    change(shelf, "UPDATE board_file SET content = '{\"x\":1}'")
    async with shelf.open() as store:
        with pytest.raises(Damaged):
            await store.board_file(FILE.digest)
