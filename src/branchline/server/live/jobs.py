"""Long computations for whoever asks, each in a process with limits: they wait their turn, tell how far they are, and
can be cancelled.

A job is one asker's view of a computation. Who asks for what is being computed already gets a job of their own on
the same computation; it ends when the last of its jobs is cancelled, or when nobody has looked at any of them for a
while. What comes out is kept in the store, so that it is computed once.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

import msgspec

from branchline.server import wire
from branchline.server.bot_processes.fair_queue import AddressTurns
from branchline.server.child import ChildFailed, run_child
from branchline.server.room.commands import Refuse
from branchline.server.store.contract import KeptResult, StoreError

log = logging.getLogger(__name__)

PLACES: Final = 1
"""Computations at once; each takes a processor for a minute or two, and the tables come first."""
MAX_JOBS: Final = 200
"""Jobs that are remembered, done ones among them; more are refused while none of them is done."""
MAX_JOBS_PER_ADDRESS: Final = 4
"""Jobs of one address that are not done."""
UNWATCHED_SECONDS: Final = 60.0
"""A computation at which nobody has looked for so long is given up."""


class JobKind(NamedTuple):
    """What can be computed.

    `module` reads the request from its input and writes lines: how far it is, as a number from 0 to 1, and at last the
    result as JSON. `version` changes when it computes something else from the same request.
    """

    name: str
    module: str
    version: int
    seconds: float
    memory: int


class Results(Protocol):
    """Where results are kept; a part of the store."""

    async def result(self, key: str) -> bytes | None: ...

    async def keep_result(self, result: KeptResult) -> None: ...


@dataclass(eq=False, slots=True)
class _Work:
    """One computation, and the jobs that wait for it."""

    kind: JobKind
    key: str
    address: str
    state: wire.JobStatus = "waiting"
    progress: float = 0.0
    result: bytes | None = None
    fault: str = ""
    watchers: set[str] = field(default_factory=set)
    looked_at: float = 0.0
    task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        return self.state in ("done", "failed")


class Jobs:
    """All jobs of a server process; `now` is a clock that runs on by itself."""

    def __init__(self, results: Results, now: Callable[[], float]) -> None:
        self._results = results
        self._now = now
        self._turns = AddressTurns(PLACES, usual_seconds=60.0)
        self._jobs: OrderedDict[str, _Work] = OrderedDict()
        self._works: dict[str, _Work] = {}

    async def start(self, kind: JobKind, given: bytes, address: str) -> wire.Job:
        """A job that computes this, or has it already."""
        key = sha256(f"{kind.name} {kind.version} ".encode() + given).hexdigest()
        kept = await self._results.result(key)
        work = self._works.get(key)
        if work is None:
            work = _Work(kind, key, address)
            if kept is not None:
                work.state, work.progress, work.result = "done", 1.0, kept
        self._demand_room(work, address)
        work.looked_at = self._now()
        job = secrets.token_hex(16)
        self._jobs[job] = work
        if not work.is_over:
            work.watchers.add(job)
            if work.task is None:
                self._works[key] = work
                work.task = asyncio.get_running_loop().create_task(self._compute(work, given))
        return self._told(job, work)

    def look(self, job: str) -> wire.Job:
        work = self._find(job)
        work.looked_at = self._now()
        return self._told(job, work)

    def cancel(self, job: str) -> None:
        """Give a job up; the computation ends when no other job waits for it."""
        work = self._find(job)
        del self._jobs[job]
        work.watchers.discard(job)
        if not work.watchers and work.task is not None:
            work.task.cancel()

    async def close(self) -> None:
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _find(self, job: str) -> _Work:
        work = self._jobs.get(job)
        if work is None:
            raise Refuse("unknown-job")
        return work

    def _demand_room(self, work: _Work, address: str) -> None:
        """Forget jobs that are done, the oldest first; refuse who asks for too much, or where all are under way."""
        for job, other in list(self._jobs.items()):
            if len(self._jobs) < MAX_JOBS:
                break
            if other.is_over:
                del self._jobs[job]
        waiting = sum(not other.is_over and other.address == address for other in self._jobs.values())
        if len(self._jobs) >= MAX_JOBS or (not work.is_over and waiting >= MAX_JOBS_PER_ADDRESS):
            raise Refuse("too-many")

    def _told(self, job: str, work: _Work) -> wire.Job:
        result = None if work.result is None else msgspec.Raw(work.result)
        return wire.Job(
            job=job, kind=work.kind.name, status=work.state, progress=work.progress, result=result, fault=work.fault
        )

    async def _compute(self, work: _Work, given: bytes) -> None:
        kind = work.kind
        try:
            async with self._turns.turn(work.address):
                self._demand_watched(work)
                work.state = "running"
                written = await run_child(
                    kind.module, given, kind.seconds, memory=kind.memory, told=lambda line: self._hear(work, line)
                )
            work.result, work.progress, work.state = written.strip(), 1.0, "done"
        except ChildFailed as failed:
            log.warning("job failed", extra={"kind": kind.name, "reason": str(failed)})
            work.state, work.fault = "failed", str(failed)
        except asyncio.CancelledError:
            work.state, work.fault = "failed", "it was given up"
        finally:
            del self._works[work.key]
            work.watchers.clear()
        if work.result is not None:
            try:
                await self._results.keep_result(KeptResult(work.key, work.result, self._now()))
            except StoreError as error:  # It is told all the same, and computed again another time.
                log.error("result not kept", extra={"kind": kind.name, "reason": str(error)})

    def _hear(self, work: _Work, line: bytes) -> None:
        self._demand_watched(work)
        try:
            work.progress = min(1.0, max(work.progress, float(line)))
        except ValueError:
            log.warning("job told something else than its progress", extra={"kind": work.kind.name})

    def _demand_watched(self, work: _Work) -> None:
        if self._now() - work.looked_at > UNWATCHED_SECONDS:
            raise ChildFailed("nobody waits for it any more")
