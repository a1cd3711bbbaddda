"""A PostgreSQL database is used only when it keeps what it is given and is not from the future."""

import asyncio

import psycopg
import pytest

from branchline.server.store import migrations
from branchline.server.store.contract import StoreError
from branchline.server.store.migrations import Migration, steps
from branchline.server.store.postgres.store import PostgresStore
from tests.postgresql import private_cluster
from tests.store.conftest import Shelf
from tests.store.samples import batch, entry, summary


def test_both_dialects_have_the_same_steps() -> None:
    assert [step.name for step in steps("sqlite")] == [step.name for step in steps("postgres")]


async def test_servers_that_start_together_do_not_disturb_each_other(postgres: Shelf) -> None:
    stores = await asyncio.gather(*(PostgresStore.open(str(postgres.where)) for _ in range(5)))
    await stores[0].append(batch([entry(1)], summary()))
    assert await stores[4].read("oak") == [entry(1)]
    for store in stores:
        await store.close()


async def test_a_database_of_a_newer_branchline_is_refused(postgres: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    known = steps("postgres")
    newer = Migration(len(known) + 1, "of tomorrow", "ALTER TABLE entry ADD COLUMN mood TEXT")
    with monkeypatch.context() as tomorrow:
        tomorrow.setattr(migrations, "steps", lambda dialect: [*known, newer])
        async with postgres.open() as store:
            await store.append(batch([entry(1)], summary()))
    with pytest.raises(StoreError, match="written by a newer Branchline"):
        async with postgres.open():
            pass


async def test_a_database_that_forgets_in_a_power_cut_is_refused() -> None:
    with private_cluster(fsync="off") as careless, pytest.raises(StoreError, match="fsync"):
        await PostgresStore.open(careless.database())


async def test_an_address_where_nobody_answers_is_told_in_one_line() -> None:
    with pytest.raises(StoreError, match=r"^PostgreSQL does not answer: [^\n]+$"):
        await PostgresStore.open("postgresql://127.0.0.1:1/nothing")


async def test_a_database_that_went_away_is_no_healthy_one() -> None:
    with private_cluster() as cluster:
        store = await PostgresStore.open(cluster.database())
        assert await store.healthy()
    assert not await store.healthy()
    with pytest.raises(StoreError):
        await store.append(batch([entry(1)], summary()))
    await store.close()


async def test_lists_use_an_index_however_many_games_were_played(postgres: Shelf) -> None:
    async with postgres.open():
        with psycopg.connect(str(postgres.where), autocommit=True) as connection:
            connection.execute(
                "INSERT INTO seating (id, version, status, public, updated, summary) "
                "SELECT 'old' || n, 1, 'finished', true, n, '' FROM generate_series(1, 20000) AS n"
            )
            connection.execute("ANALYZE seating")
            plan = connection.execute(
                "EXPLAIN SELECT summary FROM seating WHERE status = ANY(ARRAY['open', 'playing']) ORDER BY updated DESC"
            ).fetchall()
            assert any("seating_by_status" in line for (line,) in plan), plan
