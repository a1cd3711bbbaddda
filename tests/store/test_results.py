"""Results of long computations: kept over a restart, replaced, bounded in number, and not believed when damaged."""

import pytest

from branchline.server.store import contract
from branchline.server.store.contract import KeptResult
from tests.store.conftest import Shelf
from tests.store.test_damage import change


async def test_a_result_is_kept_and_may_be_replaced(shelf: Shelf) -> None:
    async with shelf.open() as store:
        assert await store.result("k") is None
        await store.keep_result(KeptResult("k", b"{}", 1.0))
        assert await store.result("k") == b"{}"
        await store.keep_result(KeptResult("k", b"[1]", 2.0))
    async with shelf.open() as store:
        assert await store.result("k") == b"[1]", "also after a restart"


async def test_of_many_results_the_last_are_kept(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sqlite.queries", "postgres.store"):
        monkeypatch.setattr(f"branchline.server.store.{module}.MAX_RESULTS", 2)
    assert contract.MAX_RESULTS == 1_000
    async with shelf.open() as store:
        for number in (3, 1, 2):
            await store.keep_result(KeptResult(f"k{number}", b"1", float(number)))
        assert [await store.result(f"k{number}") for number in (1, 2, 3)] == [None, b"1", b"1"]


async def test_a_damaged_result_is_as_good_as_none(shelf: Shelf) -> None:
    async with shelf.open() as store:
        await store.keep_result(KeptResult("k", b"{}", 1.0))
        change(shelf, "UPDATE result SET content = '{\"x\":1}'")
        assert await store.result("k") is None
