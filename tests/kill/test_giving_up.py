"""A server whose store is gone for good ends by itself, so that whoever looks after it can start it again."""

import asyncio

import pytest
import uvicorn

from branchline.server import process
from branchline.server.settings import Settings
from branchline.server.store.contract import StoreError
from branchline.server.store.postgres.store import PostgresStore
from tests.kill.test_kill import PATIENCE
from tests.postgresql import Cluster


def test_a_server_without_a_store_ends_with_a_clear_word(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WATCH_SECONDS", 0.05)
    monkeypatch.setattr(process, "GIVE_UP_SECONDS", 1.0)

    async def serve() -> None:
        store = await PostgresStore.open(cluster.database())
        with process.listen("127.0.0.1", 0) as listening:
            await process.serve(listening, store, Settings(), lambda for_others: cluster.crash())

    with pytest.raises(StoreError, match="has not answered for 1 s"):
        asyncio.run(serve())
    cluster.start()


def test_a_store_that_comes_back_in_time_is_waited_for(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "WATCH_SECONDS", 0.05)
    monkeypatch.setattr(process, "GIVE_UP_SECONDS", PATIENCE)

    async def serve() -> None:
        store = await PostgresStore.open(cluster.database())
        server = uvicorn.Server(uvicorn.Config(app="", log_config=None))
        watching = asyncio.create_task(process.give_up_on(store, server))
        await asyncio.to_thread(cluster.crash)
        assert not await store.healthy()
        await asyncio.to_thread(cluster.start)
        async with asyncio.timeout(PATIENCE):
            while not await store.healthy():
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        assert not server.should_exit
        assert not watching.done()
        watching.cancel()
        await store.close()

    asyncio.run(serve())
