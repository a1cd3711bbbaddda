"""Games that are played again for whoever asks hold nobody up: beside the event loop, one at a time, in turns."""

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from branchline.server.http import records, replays, tables
from branchline.server.http.boards import catalog
from branchline.server.http.slow_work import SlowWork
from tests.server.test_own_boards import own_table
from tests.server.test_replays import JSON
from tests.server.webapp import call, make_table, serving


def test_the_event_loop_goes_on_meanwhile() -> None:
    async def scene() -> bool:
        goes_on = threading.Event()
        working = asyncio.create_task(SlowWork().run("10.0.0.1", lambda: goes_on.wait(60)))
        await asyncio.sleep(0.01)
        goes_on.set()
        return await working

    assert asyncio.run(scene()), "nobody could say that the loop goes on while the work lasted"


def test_one_piece_of_work_at_a_time_and_addresses_take_turns() -> None:
    async def scene() -> list[str]:
        slow, done, at_once = SlowWork(), list[str](), list[str]()

        def work(name: str) -> None:
            at_once.append(name)
            assert at_once == [name], "two at a time"
            done.append(name)
            at_once.clear()

        jobs = [("crowd", f"crowd {number}") for number in range(4)] + [("guest", "guest")]
        await asyncio.gather(*(slow.run(address, partial(work, name)) for address, name in jobs))
        return done

    assert asyncio.run(scene()).index("guest") <= 1


def finished(client: TestClient, seed: int) -> str:
    made = make_table(client, board="cards")
    with call(client) as ann:
        ann.play_to_the_end(ann.hello(made["table"], made["token"])["updates"][0], Random(seed))
    return str(made["table"])


def noting(work: Callable[..., Any], places: list[str]) -> Callable[..., Any]:
    """The same work, but it notes whether it was done by the event loop or beside it."""

    def noted(*values: Any, **more: Any) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            places.append("beside")
        else:
            places.append("by the loop")
        return work(*values, **more)

    return noted


def test_whole_games_and_boards_are_worked_out_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    places: list[str] = []
    for module, name in (
        (tables, "steps_after"),
        (records, "record_of_log"),
        (records, "read_record"),
        (replays, "replayed"),
        (catalog, "_own_board"),
    ):
        monkeypatch.setattr(module, name, noting(getattr(module, name), places))
    with serving(tmp_path) as client:
        table = finished(client, seed)
        assert client.get(f"/api/tables/{table}/steps").status_code == 200
        record = client.get(f"/api/tables/{table}/record").text
        assert client.get(f"/api/tables/{table}/replay").status_code == 200
        assert client.post("/api/replays", content=record, headers=JSON).status_code == 200
        file = client.get(f"/api/tables/{own_table(client)['table']}").json()["file"]
        assert client.get(f"/api/board-files/{file}/standard").status_code == 200
    assert places == ["beside"] * 7
