"""A PostgreSQL database is used only when it keeps what it is given and is not from the future."""

import asyncio
import re

import msgspec
import psycopg
import pytest
from psycopg import sql

from branchline.server.store import chain, migrations
from branchline.server.store.contract import Append, StoreError
from branchline.server.store.migrations import Migration, steps
from branchline.server.store.postgres.connections import PostgresConnection, connect
from branchline.server.store.postgres.store import PostgresStore
from branchline.server.store.postgres.writer import ADVANCE, BEGIN, SETTINGS, PostgresWriter
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


@pytest.mark.parametrize("tables", [0, 20_000])
async def test_what_is_written_at_every_move_is_found_by_an_index_and_never_compiled(
    postgres: Shelf, tables: int
) -> None:
    """Compiling a plan (JIT) takes a hundred times as long as carrying it out, and all moves would wait for it."""
    async with postgres.open():
        with psycopg.connect(str(postgres.where), autocommit=True) as connection:
            connection.execute(
                "INSERT INTO seating (id, version, status, public, updated, summary) "
                "SELECT 'old' || n, 1, 'playing', true, n, '' FROM generate_series(1, %s) AS n",
                (tables,),
            )
            connection.execute("ANALYZE")
            connection.execute(SETTINGS.encode())
            for statement, append in (
                (BEGIN, batch([entry(1)], summary())),
                (ADVANCE, msgspec.structs.replace(batch([entry(2)], summary()), fence=1)),
            ):
                plan = generic_plan(connection, statement.decode(), append)
                assert "Index" in plan
                assert "Seq Scan" not in plan, plan
                assert "JIT" not in plan, plan


def generic_plan(connection: psycopg.Connection, statement: str, append: Append) -> str:
    """How PostgreSQL carries a statement of the writer out, planned once for all values as the writer has it."""
    names = list(dict.fromkeys(re.findall(r"%\((\w+)\)s", statement)))
    prepared = re.sub(r"%\((\w+)\)s", lambda found: f"${names.index(found[1]) + 1}", statement)
    connection.execute(f"PREPARE kept AS {prepared}".encode())
    writer = PostgresWriter(PostgresConnection(lambda: connect("")), "here")
    values = writer._values([(append, chain.links(chain.first(append.table), append.entries))])
    given = sql.SQL(", ").join(sql.Literal(values[name]) for name in names)
    rows = connection.execute(sql.SQL("EXPLAIN (ANALYZE) EXECUTE kept({})").format(given)).fetchall()
    connection.execute("DEALLOCATE kept")
    return "\n".join(line for (line,) in rows)
