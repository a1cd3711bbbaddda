"""Several processes at one PostgreSQL: who drives a table, and what a new driver may rely on."""

import asyncio

import psycopg
import pytest

from branchline.server.store.contract import Conflict, Stale, Store
from tests.store.conftest import Shelf
from tests.store.samples import batch, entry, summary

RENEWED_SOON = 20.0
"""Seconds of a lease that is renewed while a test waits, and yet lasts on a busy machine."""
DEADLINE = 120.0


async def begin(store: Store) -> None:
    await store.append(batch([entry(1)], summary()))


def silence(shelf: Shelf, process: str) -> None:
    """Let a process look as if it had not renewed for too long, as after a kill."""
    with psycopg.connect(str(shelf.where), autocommit=True) as connection:
        connection.execute("UPDATE process SET expires = clock_timestamp() WHERE name = %s", (process,))


async def until_renewed(shelf: Shelf, process: str) -> None:
    """Wait until a process has said once more that it lives."""

    def expires() -> object:
        with psycopg.connect(str(shelf.where), autocommit=True) as connection:
            return connection.execute("SELECT expires FROM process WHERE name = %s", (process,)).fetchone()

    before = expires()
    async with asyncio.timeout(DEADLINE):
        while expires() == before:
            await asyncio.sleep(0.1)


async def test_the_first_who_claims_a_table_drives_it(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        await begin(anna)
        assert await anna.owner("oak") is None
        assert await anna.claim("oak") == 1
        assert await ben.claim("oak") is None
        assert await ben.owner("oak") == anna.process != ben.process
        assert await anna.claim("oak") == 1, "who holds the lease keeps its number"


async def test_one_of_many_who_claim_at_once_gets_it(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben, postgres.open() as cleo:
        await begin(anna)
        for _ in range(20):
            claims = await asyncio.gather(*(store.claim("oak") for store in (anna, ben, cleo)))
            assert len([claim for claim in claims if claim is not None]) == 1
            for store in (anna, ben, cleo):
                await store.release("oak")


async def test_a_table_that_was_released_is_free(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        await begin(anna)
        await anna.claim("oak")
        await ben.release("oak")
        assert await ben.claim("oak") is None, "only the holder can release"
        await anna.release("oak")
        assert await ben.claim("oak") == 2


async def test_who_ends_politely_leaves_free_tables(postgres: Shelf) -> None:
    async with postgres.open() as ben:
        async with postgres.open() as anna:
            await begin(anna)
            await anna.claim("oak")
        assert await ben.owner("oak") is None
        assert await ben.claim("oak") == 2


async def test_a_lease_lasts_while_its_process_lives(postgres: Shelf) -> None:
    async with postgres.open(RENEWED_SOON) as anna, postgres.open() as ben:
        await begin(anna)
        await anna.claim("oak")
        silence(postgres, anna.process)
        await until_renewed(postgres, anna.process)
        assert await ben.claim("oak") is None


async def test_the_tables_of_a_silent_process_are_taken_over_and_it_is_fenced_off(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        await begin(anna)
        old = await anna.claim("oak")
        await anna.append(batch([entry(2)], summary(), fence=old))
        silence(postgres, anna.process)
        new = await ben.claim("oak")
        assert (old, new) == (1, 2)
        with pytest.raises(Conflict):
            await anna.append(batch([entry(3, cid="late")], summary(), fence=old))
        await ben.append(batch([entry(3)], summary(), fence=new))
        assert await ben.read("oak") == [entry(1), entry(2), entry(3)]


async def test_a_process_that_is_heard_again_does_not_get_back_what_was_taken(postgres: Shelf) -> None:
    async with postgres.open(RENEWED_SOON) as anna, postgres.open() as ben:
        await begin(anna)
        await anna.claim("oak")
        silence(postgres, anna.process)
        assert await ben.claim("oak") == 2
        await until_renewed(postgres, anna.process)
        assert await anna.claim("oak") is None
        assert await anna.owner("oak") == ben.process


async def test_without_a_fence_the_numbers_alone_decide(postgres: Shelf) -> None:
    """A move of a person may come through any process, whoever drives the table."""
    async with postgres.open() as anna, postgres.open() as ben:
        await begin(anna)
        await anna.claim("oak")
        await ben.append(batch([entry(2)], summary()))
        with pytest.raises(Conflict):
            await anna.append(batch([entry(2, cid="other")], summary()))


async def test_a_fence_of_a_table_that_nobody_claimed_is_refused(postgres: Shelf) -> None:
    async with postgres.open() as anna:
        await begin(anna)
        with pytest.raises(Conflict):
            await anna.append(batch([entry(2)], summary(), fence=1))


async def test_a_table_that_does_not_exist_cannot_be_claimed(postgres: Shelf) -> None:
    async with postgres.open() as anna:
        assert await anna.claim("oak") is None
        assert await anna.owner("oak") is None
        await anna.release("oak")


async def test_the_only_process_of_a_file_drives_everything(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await begin(store)
        fence = await store.claim("oak")
        assert fence is not None
        assert await store.owner("oak") == store.process
        await store.append(batch([entry(2)], summary(), fence=fence))
        assert await store.read("oak") == [entry(1), entry(2)]


async def test_what_is_due_is_listed_for_those_who_may_drive_it(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        await anna.append(batch([entry(1)], summary(due=5.0)))
        assert [each.table for each in await ben.summaries(due_before=9.0)] == ["oak"]
        await anna.claim("oak")
        assert [each.table for each in await anna.summaries(due_before=9.0)] == ["oak"]
        assert await ben.summaries(due_before=9.0) == []
        assert [each.table for each in await ben.summaries()] == ["oak"]
        silence(postgres, anna.process)
        assert [each.table for each in await ben.summaries(due_before=9.0)] == ["oak"]


async def test_an_open_table_that_somebody_drives_does_not_expire(postgres: Shelf) -> None:
    async with postgres.open() as anna, postgres.open() as ben:
        await anna.append(batch([entry(1)], summary(status="open", updated=10.0)))
        await anna.claim("oak")
        assert await ben.expire(Stale("open", 20.0)) == []
        silence(postgres, anna.process)
        assert await ben.expire(Stale("open", 20.0)) == ["oak"]
        assert await anna.claim("oak") is None
