"""What nobody comes back to is removed after the promised time, in small steps; a host sees what takes the room."""

import asyncio
import os
import time
from pathlib import Path

import apsw
import psycopg
import pytest

from branchline.cli.main import run
from branchline.server.live.retention import DAY, FINISHED_DAYS, OPEN_DAYS, UNFINISHED_DAYS, Retention, remove_stale
from branchline.server.store.contract import Append, Stale, Status, Store
from tests.store.conftest import Shelf
from tests.store.samples import batch, entry, summary
from tests.store.test_damage import OF_OAK, change

NOW = 2_000_000_000.0


async def keep(
    store: Store, table: str, status: Status, days: float, *, public: bool = False, due: float | None = None
) -> None:
    """Keep a table at which something happened last so many days ago."""
    about = summary(table, status, public=public, updated=NOW - days * DAY, due=due)
    await store.append(batch([entry(1, table), entry(2, table)], about))


async def clean(store: Store, retention: Retention, now: float = NOW) -> tuple[dict[str, int], list[str]]:
    """Remove what is stale; how many, and which in what order."""
    order: list[str] = []

    async def expire(stale: Stale) -> list[str]:
        gone = await store.expire(stale)
        order.extend(gone)
        return gone

    return await remove_stale(retention, now, expire, asyncio.sleep), order


async def test_each_kind_has_its_time_and_private_games_that_nobody_finished_go_first(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await keep(store, "open-young", "open", OPEN_DAYS - 1)
        await keep(store, "open-old", "open", OPEN_DAYS + 1)
        await keep(store, "private-young", "playing", UNFINISHED_DAYS - 1)
        await keep(store, "public-old", "playing", UNFINISHED_DAYS + 100, public=True)
        await keep(store, "private-old", "playing", UNFINISHED_DAYS + 1)
        await keep(store, "done-young", "finished", FINISHED_DAYS - 1)
        await keep(store, "done-old", "finished", FINISHED_DAYS + 1)
        gone, order = await clean(store, Retention())
        assert order == ["open-old", "private-old", "public-old", "done-old"]
        assert gone == {"open": 1, "playing": 2, "finished": 1}
        assert await store.read("private-old") == []
        left = await store.summaries(status=("open", "playing", "finished"))
        assert {each.table for each in left} == {"open-young", "private-young", "done-young"}


async def test_a_game_whose_clock_runs_is_not_removed(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await keep(store, "slow", "playing", 200, due=NOW + DAY)
        await keep(store, "over", "playing", 200, due=NOW - 199 * DAY)
        assert (await clean(store, Retention()))[1] == ["over"]


async def test_0_days_are_for_ever(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await keep(store, "oak", "playing", 5000)
        await keep(store, "elm", "finished", 5000)
        assert await clean(store, Retention(0, 0)) == ({}, [])
        assert (await clean(store, Retention(0, 10)))[1] == ["elm"]


async def test_the_games_of_a_version_that_kept_them_for_ever_have_their_time_from_the_upgrade_on(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await keep(store, "oak", "playing", 1000)
        await keep(store, "elm", "open", 1000)
        change(shelf, f"UPDATE retention SET since = {NOW - DAY}")
        assert (await clean(store, Retention()))[1] == ["elm"], "nobody was promised that"
        assert (await clean(store, Retention(), NOW + (UNFINISHED_DAYS - 2) * DAY))[1] == []
        assert (await clean(store, Retention(), NOW + UNFINISHED_DAYS * DAY))[1] == ["oak"]


async def test_an_upgrade_notes_its_time_and_a_new_store_has_promised_nothing(shelf: Shelf) -> None:
    async with shelf.open() as store:
        assert since(shelf) == 0
        await keep(store, "oak", "playing", 1000)
    change(shelf, "DROP TABLE retention")
    change(shelf, "DROP INDEX seating_by_board_file")
    change(shelf, "ALTER TABLE seating DROP COLUMN board_file")
    change(shelf, "DROP TABLE board_file")
    change(shelf, "DROP TABLE result")
    change(shelf, "UPDATE schema_version SET version = 3")
    async with shelf.open():
        assert abs(since(shelf) - time.time()) < 600


def since(shelf: Shelf) -> float:
    if isinstance(shelf.where, Path):
        file = apsw.Connection(os.fspath(shelf.where), flags=apsw.SQLITE_OPEN_READONLY)
        found = float(file.execute("SELECT since FROM retention").get)
        file.close()
        return found
    with psycopg.connect(shelf.where) as database:
        row = database.execute("SELECT since FROM retention").fetchone()
        assert row is not None
        return float(row[0])


async def test_removing_much_lets_others_write_between_its_steps(shelf: Shelf) -> None:
    async with shelf.open() as store:
        for number in range(12):
            about = summary(f"old-{number}", updated=NOW - 1000 * DAY)
            await store.append(Append(tuple(entry(seq, about.table) for seq in range(1, 601)), about))
        await store.append(batch([entry(1)], summary(updated=NOW)))
        seq = 1
        written_before: list[int] = []

        async def expire(stale: Stale) -> list[str]:
            written_before.append(seq)
            return await store.expire(stale)

        cleaning = asyncio.create_task(remove_stale(Retention(), NOW, expire, asyncio.sleep))
        while not cleaning.done():
            await store.append(batch([entry(seq + 1)], summary(updated=NOW)))
            seq += 1
            await asyncio.sleep(0.001)
        assert cleaning.result() == {"playing": 12}
        assert len(set(written_before)) > 3, f"others wrote between few of the steps: {written_before}"


# --- branchline storage ---


async def storage(shelf: Shelf, *arguments: str) -> int:
    return await asyncio.to_thread(run, ["storage", "--db", str(shelf.where), *arguments])


async def test_what_takes_the_room_is_told_while_a_server_runs(
    shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    async with shelf.open() as store:
        await store.append(batch([entry(1, "elm", body=b"x" * 2_000_000)], summary("elm", "finished", updated=1.0)))
        await store.append(batch([entry(1), entry(2)], summary(updated=time.time(), public=False)))
        assert await storage(shelf) == 0
        lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
        assert lines[1] == "finished, public more than a year 1 1 2.0 MB"
        assert lines[2].startswith("unfinished, private a day ago or less 1 2 0.")
        assert lines[-1].startswith("in all on disk: ")


async def test_cleaning_now_works_beside_a_server_that_writes(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    async with shelf.open() as store:
        for number in range(9):
            about = summary(f"old-{number}", updated=time.time() - 50 * DAY)
            await store.append(batch([entry(seq, about.table) for seq in range(1, 50)], about))
        await store.append(batch([entry(1)], summary(updated=time.time())))
        cleaning = asyncio.create_task(storage(shelf, "--clean", "--keep-unfinished", "40"))
        seq = 1
        while not cleaning.done():
            seq += 1
            await store.append(batch([entry(seq)], summary(updated=time.time())))
            await asyncio.sleep(0.002)
        assert cleaning.result() == 0
        assert "removed, unfinished: 9" in capsys.readouterr().out
        assert len(await store.read("oak")) == seq
        assert await store.read("old-3") == []
        assert await store.fault() is None
    async with shelf.open() as store:
        assert len(await store.read("oak")) == seq


async def test_room_is_given_back_where_no_server_runs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with Shelf(file).open() as store:
        await store.append(batch([entry(1, body=b"x" * 3_000_000)], summary(updated=1.0)))
    assert await storage(Shelf(file), "--clean") == 0
    assert "room: 3." in capsys.readouterr().out
    assert file.stat().st_size < 500_000


async def test_a_check_names_what_is_damaged(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    async with shelf.open() as store:
        for table in ("elm", "oak"):
            await store.append(batch([entry(1, table), entry(2, table)], summary(table)))
    assert await storage(shelf, "--check") == 0
    assert "every log is whole" in capsys.readouterr().out
    change(shelf, f"DELETE FROM entry WHERE seq = 2 AND {OF_OAK}")
    assert await storage(shelf, "--check") == 1
    out = capsys.readouterr().out
    assert "oak: the log of oak is damaged" in out
    assert "damaged: 1" in out


@pytest.mark.parametrize("content", [None, "a letter, no database"])
async def test_what_is_no_store_is_told_in_one_line(
    file: Path, content: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if content:
        file.write_text(content * 100)
    assert await storage(Shelf(file)) == 2
    assert capsys.readouterr().err.count("\n") == 1
