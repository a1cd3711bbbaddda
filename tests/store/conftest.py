"""Both stores, each empty at the start of a test; and tests that are coroutines."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from branchline.server.store.contract import Store
from branchline.server.store.postgres.store import PostgresStore
from branchline.server.store.sqlite.store import SqliteStore
from tests.postgresql import Cluster, private_cluster

# Leases are renewed four times as often as they would run out: by default never while a test runs, so that a process is
# silent exactly when a test makes it so, however busy the machine is.
LEASE_SECONDS = 3600.0


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


class Shelf:
    """A place where a store keeps its tables; opening it again is what a restart of the server does."""

    def __init__(self, where: Path | str) -> None:
        self.where = where

    @asynccontextmanager
    async def open(self, lease_seconds: float = LEASE_SECONDS) -> AsyncIterator[Store]:
        store: Store
        if isinstance(self.where, Path):
            store = await SqliteStore.open(self.where)
        else:
            store = await PostgresStore.open(self.where, lease_seconds)
        try:
            yield store
        finally:
            await store.close()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with private_cluster() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgres"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    """Give both kinds of store, one after the other."""
    if request.param == "sqlite":
        return Shelf(tmp_path / "tables.db")
    return Shelf(request.getfixturevalue("cluster").database())


@pytest.fixture
def postgres(cluster: Cluster) -> Shelf:
    """Give the store that several processes can share."""
    return Shelf(cluster.database())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"
