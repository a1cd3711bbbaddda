"""What every store promises, told of both kinds."""

import asyncio
import random
import time

import pytest

from branchline.server.store.contract import Conflict, LogEntry, Stale, Status, Store, StoreError, Summary
from tests.store.conftest import Shelf
from tests.store.samples import batch, entry, summary

OPEN = Stale("open", 20.0)


async def begun(store: Store, table: str = "oak", length: int = 1) -> list[LogEntry]:
    entries = [entry(seq, table) for seq in range(1, length + 1)]
    await store.append(batch(entries, summary(table)))
    return entries


async def test_what_was_written_comes_back_in_order_after_a_restart(shelf: Shelf) -> None:
    async with shelf.open() as store:
        kept = await begun(store, length=2)
        for seq in range(3, 9):
            new = entry(seq, body=bytes(range(seq)))
            await store.append(batch([new], summary(updated=seq)))
            kept.append(new)
    async with shelf.open() as store:
        assert await store.read("oak") == kept
        assert await store.summary("oak") == summary(updated=8)


async def test_the_gap_after_a_version_can_be_read_alone(shelf: Shelf) -> None:
    async with shelf.open() as store:
        kept = await begun(store, length=5)
        await begun(store, "elm", length=7)
        assert await store.read("oak", after=3) == kept[3:]
        assert await store.read("oak", after=5) == []


async def test_an_unknown_table_is_empty(shelf: Shelf) -> None:
    async with shelf.open() as store:
        assert await store.read("ash") == []
        assert await store.summary("ash") is None
        assert await store.find("ash", "anna", "c1") is None


async def test_a_table_begins_once(shelf: Shelf) -> None:
    async with shelf.open() as store:
        kept = await begun(store)
        with pytest.raises(Conflict):
            await store.append(batch([entry(1, cid="other")], summary(status="open")))
        assert await store.read("oak") == kept
        assert await store.summary("oak") == summary()


async def test_nothing_is_added_to_a_table_that_never_began(shelf: Shelf) -> None:
    async with shelf.open() as store:
        with pytest.raises(Conflict):
            await store.append(batch([entry(2)], summary()))
        assert await store.summary("oak") is None


@pytest.mark.parametrize("seq", [1, 2, 4, 5])
async def test_an_entry_that_is_not_the_next_is_refused_and_leaves_no_trace(shelf: Shelf, seq: int) -> None:
    async with shelf.open() as store:
        kept = await begun(store, length=2)
        with pytest.raises(Conflict):
            await store.append(batch([entry(seq, cid="new")], summary(status="finished")))
        assert await store.read("oak") == kept
        assert await store.summary("oak") == summary()
        assert await store.find("oak", "anna", "new") is None


async def test_a_command_is_carried_out_once(shelf: Shelf) -> None:
    async with shelf.open() as store:
        kept = await begun(store, length=2)
        with pytest.raises(Conflict):
            await store.append(batch([entry(3, cid="c1")], summary()))
        assert await store.read("oak") == kept
        await store.append(batch([entry(3, actor="ben", cid="c1")], summary()))
        assert await store.find("oak", "ben", "c1") == 3
        assert await store.find("oak", "anna", "c1") == 1
        assert await store.find("oak", "ben", "c2") is None


async def test_entries_of_one_append_are_kept_together_or_not_at_all(shelf: Shelf) -> None:
    async with shelf.open() as store:
        kept = await begun(store, length=2)
        with pytest.raises(Conflict):
            await store.append(batch([entry(3, cid="new"), entry(4, cid="c2")], summary(status="finished")))
        assert await store.read("oak") == kept
        assert await store.summary("oak") == summary()
        await store.append(batch([entry(3, cid="new"), entry(4, cid="newer")], summary()))
        assert [each.seq for each in await store.read("oak")] == [1, 2, 3, 4]


async def test_a_conflict_does_not_disturb_those_who_share_the_commit(shelf: Shelf) -> None:
    tables = [f"table-{number}" for number in range(40)]
    async with shelf.open() as store:
        for table in tables:
            await begun(store, table)
        # Every fourth repeats a command, every fifth has a wrong number; all wait for the same flush.
        appends = [
            store.append(
                batch(
                    [entry(3 if number % 5 == 0 else 2, table, cid="c1" if number % 4 == 0 else "new")], summary(table)
                )
            )
            for number, table in enumerate(tables)
        ]
        outcomes = await asyncio.gather(*appends, return_exceptions=True)
        for number, (table, outcome) in enumerate(zip(tables, outcomes, strict=True)):
            is_wrong = number % 5 == 0 or number % 4 == 0
            assert isinstance(outcome, Conflict) if is_wrong else outcome is None
            assert len(await store.read(table)) == (1 if is_wrong else 2)


async def test_of_two_rooms_at_one_table_one_wins_each_number(shelf: Shelf) -> None:
    """Each writer goes on until its ten commands are kept, as rooms in two processes do."""

    async def insist(name: str) -> int:
        lost = 0
        for number in range(10):
            while True:
                version = len(await store.read("oak"))
                try:
                    await store.append(batch([entry(version + 1, actor=name, cid=f"try-{number}")], summary()))
                    break
                except Conflict:
                    lost += 1
        return lost

    async with shelf.open() as store:
        await begun(store)
        lost = await asyncio.gather(*(insist(name) for name in ("anna", "ben", "cleo")))
        entries = await store.read("oak")
        assert [each.seq for each in entries] == list(range(1, 32))
        for name in ("anna", "ben", "cleo"):
            order = [each.cid for each in entries[1:] if each.actor == name]
            assert order == [f"try-{number}" for number in range(10)]
        assert sum(lost) > 0, "nobody ever raced"


async def test_whoever_stops_waiting_does_not_undo_the_commit(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await begun(store)
        waiting = asyncio.create_task(store.append(batch([entry(2)], summary())))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await store.append(batch([entry(3)], summary()))
        assert [each.seq for each in await store.read("oak")] == [1, 2, 3]


async def test_commits_under_way_are_finished_before_the_store_closes(shelf: Shelf) -> None:
    tables = [f"table-{number}" for number in range(100)]
    async with shelf.open() as store:
        under_way = [asyncio.create_task(begun(store, table, length=3)) for table in tables]
        await asyncio.sleep(0)
    await asyncio.gather(*under_way)
    async with shelf.open() as store:
        assert {each.table for each in await store.summaries()} == set(tables)


async def test_a_closed_store_says_so(shelf: Shelf) -> None:
    async with shelf.open() as store:
        assert await store.healthy()
    assert not await store.healthy()
    with pytest.raises(StoreError, match="closed"):
        await store.read("oak")
    with pytest.raises(StoreError, match="closed"):
        await begun(store)
    await store.close()  # Once more does no harm.


async def test_lists_of_tables(shelf: Shelf) -> None:
    kept = [
        summary("ash", "open", updated=10.0),
        summary("elm", "playing", updated=30.0, due=5.0),
        summary("fir", "playing", updated=20.0, due=4.0, public=False),
        summary("oak", "finished", updated=40.0, due=1.0),
        summary("yew", "playing", updated=25.0, due=7.5),
    ]
    async with shelf.open() as store:

        async def listed(**which: object) -> list[str]:
            return [each.table for each in await store.summaries(**which)]  # type: ignore[arg-type]

        for each in kept:
            await store.append(batch([entry(1, each.table)], each))
        assert await listed() == ["elm", "yew", "fir", "ash"]
        assert await listed(limit=2) == ["elm", "yew"]
        assert await listed(public=True) == ["elm", "yew", "ash"]
        assert await listed(public=False) == ["fir"]
        assert await listed(status=("finished",)) == ["oak"]
        assert await listed(status=("open", "finished")) == ["oak", "ash"]
        assert await listed(due_before=5.0) == ["fir", "elm"]
        assert await listed(due_before=3.0) == []
        assert await store.summaries(public=False) == [kept[2]]


async def test_a_list_changes_with_the_last_append(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await begun(store)
        await store.append(batch([entry(2)], summary(status="finished", public=False, updated=50.0)))
        assert await store.summaries() == []
        finished: tuple[Status, ...] = ("finished",)
        assert await store.summaries(status=finished, public=True) == []
        assert await store.summaries(status=finished) == [summary(status="finished", public=False, updated=50.0)]


async def test_open_tables_that_nobody_touches_are_removed_and_can_be_made_again(shelf: Shelf) -> None:
    kept = [
        summary("ash", "open", updated=10.0),
        summary("elm", "open", updated=20.0),
        summary("fir", "playing", updated=10.0),
        summary("oak", "finished", updated=10.0),
        summary("yew", "open", updated=10.0),
    ]
    async with shelf.open() as store:
        for each in kept:
            await store.append(batch([entry(1, each.table), entry(2, each.table)], each))
        assert await store.expire(OPEN, but=["yew"]) == ["ash"]
        assert await store.expire(OPEN, but=["yew"]) == []
        assert await store.read("ash") == []
        assert await store.summary("ash") is None
        with pytest.raises(Conflict):
            await store.append(batch([entry(3, "ash")], kept[0]))
        for each in kept[1:]:
            assert len(await store.read(each.table)) == 2
        await store.append(batch([entry(1, "ash")], kept[0]))
        assert sorted(await store.expire(Stale("open", 30.0))) == ["ash", "elm", "yew"]


async def test_random_work_agrees_with_a_plain_model(shelf: Shelf, seed: int) -> None:
    """Forty rooms write at once, some numbers and some commands wrong; dictionaries in memory say what is right."""
    chance = random.Random(seed)
    logs: dict[str, list[LogEntry]] = {}
    last: dict[str, Summary] = {}

    def is_right(log: list[LogEntry], new: list[LogEntry]) -> bool:
        done = {(each.actor, each.cid) for each in log}
        return new[0].seq == len(log) + 1 and not any((each.actor, each.cid) in done for each in new)

    async def work(store: Store, table: str) -> None:
        logs[table], last[table] = await begun(store, table), summary(table)
        for _ in range(25):
            log = logs[table]
            start = len(log) + 1 + chance.choice([0] * 8 + [-1, 1])
            fresh = [
                entry(start + step, table, actor=chance.choice("ab"), cid=f"{chance.randrange(60)}.{step}")
                for step in range(chance.choice([1, 1, 1, 2, 3]))
            ]
            about = summary(table, updated=chance.random(), due=chance.choice([None, 1.0]))
            try:
                await store.append(batch(fresh, about))
                was_kept = True
            except Conflict:
                was_kept = False
            assert was_kept == is_right(log, fresh)
            if was_kept:
                logs[table], last[table] = log + fresh, about

    async with shelf.open() as store:
        await asyncio.gather(*(work(store, f"table-{number}") for number in range(40)))
    async with shelf.open() as store:
        for table, log in logs.items():
            assert await store.read(table) == log
            assert await store.summary(table) == last[table]


async def test_the_time_of_a_store_is_the_time_of_day(shelf: Shelf) -> None:
    async with shelf.open() as store:
        before = time.time()
        assert before - 1 <= await store.time() <= time.time() + 1
