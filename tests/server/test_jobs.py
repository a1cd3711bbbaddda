"""Long computations: in processes with limits, shared, bounded in number, told and given up, and computed once."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from branchline.server import wire
from branchline.server.live import jobs
from branchline.server.live.jobs import JobKind, Jobs
from branchline.server.room.commands import Refuse
from branchline.server.store.contract import KeptResult, StoreError
from tests.server.webapp import serving

SLOW = JobKind("slow", "tests.server.slow_child", version=1, seconds=20.0, memory=1 << 29)


class Kept:
    """Results in memory; a disk that is full keeps nothing."""

    def __init__(self, *, full: bool = False) -> None:
        self.results: dict[str, bytes] = {}
        self._full = full

    async def result(self, key: str) -> bytes | None:
        return self.results.get(key)

    async def keep_result(self, result: KeptResult) -> None:
        if self._full:
            raise StoreError("the disk is full")
        self.results[result.key] = result.content


class Desk:
    """Jobs, what they left behind, and a clock that the test turns."""

    def __init__(self, folder: Path, kept: Kept | None = None) -> None:
        self.kept = kept or Kept()
        self.now = 0.0
        self.jobs = Jobs(self.kept, lambda: self.now)
        self.file = folder / "runs"

    async def start(self, kind: JobKind = SLOW, address: str = "a", **asked: Any) -> wire.Job:
        return await self.jobs.start(kind, json.dumps(asked | {"runs": str(self.file)}).encode(), address)

    async def finish(self, job: wire.Job) -> wire.Job:
        while (found := self.jobs.look(job.job)).status in ("waiting", "running"):
            await asyncio.sleep(0.01)
        return found

    async def until_running(self, job: wire.Job) -> None:
        while self.jobs.look(job.job).status == "waiting" or not self.file.exists():
            await asyncio.sleep(0.01)

    @property
    def runs(self) -> int:
        return len(self.file.read_text().split()) if self.file.exists() else 0


def with_desk(folder: Path, test: Callable[[Desk], Awaitable[None]], **more: Any) -> None:
    async def run() -> None:
        desk = Desk(folder, **more)
        try:
            await test(desk)
        finally:
            await desk.jobs.close()

    asyncio.run(run())


def result_of(job: wire.Job) -> Any:
    return json.loads(msgspec.json.encode(job))["result"]


def test_a_job_tells_how_far_it_is_and_then_its_result(tmp_path: Path) -> None:
    async def look(desk: Desk) -> None:
        begun = await desk.start(steps=4, pause=0.05, answer=7)
        assert (begun.status, begun.progress, begun.result) == ("waiting", 0.0, None)
        seen = []
        while (found := desk.jobs.look(begun.job)).status != "done":
            seen.append(found.progress)
            await asyncio.sleep(0.01)
        assert seen == sorted(seen)
        assert set(seen) > {0.0, 0.25}
        assert (found.progress, result_of(found)) == (1.0, {"answer": 7})

    with_desk(tmp_path, look)


def test_what_was_computed_is_kept_and_not_computed_again(tmp_path: Path) -> None:
    async def look(desk: Desk) -> None:
        first = await desk.finish(await desk.start())
        again = await desk.start(address="b")
        assert (again.status, result_of(again)) == ("done", result_of(first))
        assert (await desk.finish(await desk.start(SLOW._replace(version=2)))).status == "done"
        assert desk.runs == 2, "another version computes anew"

    with_desk(tmp_path, look)


def test_who_asks_for_the_same_shares_it_and_it_ends_when_the_last_gives_up(tmp_path: Path) -> None:
    async def look(desk: Desk) -> None:
        one, two = await desk.start(pause=10), await desk.start(address="b", pause=10)
        await desk.until_running(one)
        assert one.job != two.job
        work = desk.jobs._jobs[two.job]
        desk.jobs.cancel(one.job)
        await asyncio.sleep(0.05)
        assert desk.jobs.look(two.job).status == "running"
        desk.jobs.cancel(two.job)
        assert work.task is not None
        await work.task
        assert desk.runs == 1
        assert not desk.kept.results
        for job in (one, two):
            with pytest.raises(Refuse, match="unknown-job"):
                desk.jobs.look(job.job)

    with_desk(tmp_path, look)


@pytest.mark.parametrize(
    ("kind", "asked", "fault"),
    [
        (SLOW._replace(seconds=0.5), {"pause": 30}, "it took more than 0.5 seconds"),
        (SLOW, {"memory": 1 << 31}, "it needs too much time or memory"),
        (SLOW._replace(module="tests.server.nothing_here"), {}, "it needs too much time or memory"),
    ],
    ids=["time", "memory", "broken"],
)
def test_a_job_that_fails_says_why_and_the_next_one_runs(
    tmp_path: Path, kind: JobKind, asked: dict[str, Any], fault: str
) -> None:
    async def look(desk: Desk) -> None:
        failed = await desk.finish(await desk.start(kind, **asked))
        assert (failed.status, failed.fault, failed.result) == ("failed", fault, None)
        assert (await desk.finish(await desk.start())).status == "done"
        assert len(desk.kept.results) == 1, "a failure is not kept"

    with_desk(tmp_path, look)


def test_a_job_at_which_nobody_looks_is_given_up(tmp_path: Path) -> None:
    async def look(desk: Desk) -> None:
        job = await desk.start(steps=1000, pause=0.01)
        await desk.until_running(job)
        desk.now += jobs.UNWATCHED_SECONDS + 1
        task = desk.jobs._jobs[job.job].task
        assert task is not None
        await asyncio.wait_for(task, 10)
        assert desk.jobs.look(job.job).fault == "nobody waits for it any more"

    with_desk(tmp_path, look)


def test_one_address_has_few_jobs_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def look(desk: Desk) -> None:
        for number in range(jobs.MAX_JOBS_PER_ADDRESS):
            await desk.start(answer=number, pause=0.05)
        with pytest.raises(Refuse, match="too-many"):
            await desk.start(answer=-1)
        other = await desk.start(address="b")
        await desk.finish(other)
        mine = [work.state for work in desk.jobs._jobs.values() if work.address == "a"]
        assert mine.count("waiting") >= 2, "the other address came before the rest of them"

    with_desk(tmp_path, look)


def test_the_number_of_jobs_is_bounded_and_those_done_are_forgotten_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MAX_JOBS", 2)

    async def look(desk: Desk) -> None:
        done = await desk.finish(await desk.start())
        await desk.start(address="b", pause=10)
        await desk.start(address="c", pause=11)
        with pytest.raises(Refuse, match="unknown-job"):
            desk.jobs.look(done.job)
        with pytest.raises(Refuse, match="too-many"):
            await desk.start(address="d", pause=12)

    with_desk(tmp_path, look)


def test_a_result_that_cannot_be_kept_is_told_all_the_same(tmp_path: Path) -> None:
    async def look(desk: Desk) -> None:
        assert result_of(await desk.finish(await desk.start(answer=1))) == {"answer": 1}

    with_desk(tmp_path, look, kept=Kept(full=True))


def test_the_server_tells_of_jobs_over_http(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for method in ("GET", "DELETE"):
            answer = client.request(method, "/api/jobs/nothing")
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown-job")
        kind = SLOW._replace(seconds=30.0)
        given = json.dumps({"runs": str(tmp_path / "runs"), "answer": 5}).encode()
        assert client.portal is not None
        start = client.app.state.server.jobs.start  # type: ignore[attr-defined]
        started = client.portal.call(lambda: start(kind, given, "a"))
        deadline = time.monotonic() + 30
        while (found := client.get(f"/api/jobs/{started.job}").json())["status"] != "done":
            assert time.monotonic() < deadline, found
            time.sleep(0.05)
        assert found["result"] == {"answer": 5}
        assert client.delete(f"/api/jobs/{started.job}").status_code == 204
        assert client.get(f"/api/jobs/{started.job}").status_code == 404
