"""Everything that goes wrong while a storm lasts, one function for each kind of fault; `calm` ends them all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from random import Random
from typing import Final

from branchline.server.room import facts
from branchline.server.store.postgres.store import LEASE_SECONDS
from tests.server.simulation.database import Database
from tests.server.simulation.disk import Disk
from tests.server.simulation.network import Weather
from tests.server.simulation.plan import Plan
from tests.server.simulation.processes import Process

TENDER: Final = (
    facts.Said,
    facts.TakebackAsked,
    facts.TakebackAnswered,
    facts.TakenBack,
    facts.Rematched,
    facts.Away,
    facts.Returned,
    facts.Resumed,
)
"""Chat, taking back, the rematch, and what clocks bring about: a process may be killed as it has kept one of these."""


class Storm:
    """What happens to processes, network and store, by the dice of one seed."""

    def __init__(self, plan: Plan, rng: Random, processes: list[Process], keeps: Disk | Database) -> None:
        self._plan = plan
        self._rng = rng
        self._processes = processes
        self._keeps = keeps
        self._under_way: set[asyncio.Task[None]] = set()
        self.counts: dict[str, int] = {}
        self._weather: Weather = plan.weather

    def begin(self) -> None:
        self._keeps.failures = self._plan.failures
        self._keeps.journal.watch = self._kill_at_commit
        if self._plan.fault_every is not None:
            self._start(self._rage(self._plan.fault_every))

    def calm(self) -> None:
        """All that was broken is mended; what was lost stays lost."""
        for task in self._under_way:
            task.cancel()
        self._weather.calm()
        keeps = self._keeps
        keeps.journal.watch = lambda process, fact: None
        keeps.failures, keeps.damaged, keeps.is_full, keeps.slowest = 0.0, 0.0, False, 0.02
        for process in self._processes:
            process.is_unreachable = False
            if process.access is not None:
                process.access.is_cut = False
                process.access.stands_until = process.access.renews_after = 0.0
            process.boot()

    async def _rage(self, every: float) -> None:
        kinds = [getattr(self, name) for name in self._plan.faults]
        while True:
            await asyncio.sleep(self._rng.random() * 2 * every)
            fault = self._rng.choice(kinds)
            name = str(fault.__name__)
            self.counts[name] = self.counts.get(name, 0) + 1
            self._start(fault())

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def _some(self) -> Process:
        return self._rng.choice(self._processes)

    # --- Processes ---

    async def kill(self) -> None:
        process = self._some()
        process.kill()
        await asyncio.sleep(self._rng.random() * 3)
        process.boot()

    def _kill_at_commit(self, name: str, fact: facts.Fact) -> None:
        """At the worst moment: it is kept, and nobody has been told."""
        if isinstance(fact, TENDER) and self._rng.random() < self._plan.kills_at_commits:
            for process in self._processes:
                if process.rooms is not None and process.name == name:
                    self.counts["kill at a commit"] = self.counts.get("kill at a commit", 0) + 1
                    process.kill()
                    asyncio.get_running_loop().call_later(self._rng.random() * 3, process.boot)

    # --- Network ---

    async def partition(self) -> None:
        """Nobody reaches a process, which lives on."""
        process = self._some()
        process.is_unreachable = True
        process.hang_up()
        await asyncio.sleep(self._rng.random() * 15)
        process.is_unreachable = False

    # --- Both stores ---

    async def slow(self) -> None:
        self._keeps.slowest = self._rng.choice((0.3, 1.0, 2.5))
        await asyncio.sleep(self._rng.random() * 10)
        self._keeps.slowest = 0.02

    async def fill(self) -> None:
        self._keeps.is_full = True
        await asyncio.sleep(self._rng.random() * 8)
        self._keeps.is_full = False

    async def spoil(self) -> None:
        """Logs come back with bits turned."""
        self._keeps.damaged = 0.5
        await asyncio.sleep(self._rng.random() * 8)
        self._keeps.damaged = 0.0

    # --- The way of one process to the database ---

    async def stand_still(self) -> None:
        """Its calls take so long that its leases run out while it lives."""
        access = self._some().access
        if access is not None:
            access.stands_until = asyncio.get_running_loop().time() + LEASE_SECONDS * self._rng.uniform(0.5, 3)

    async def stop_renewing(self) -> None:
        """Everything works but the one line on which it says that it lives."""
        access = self._some().access
        if access is not None:
            access.renews_after = asyncio.get_running_loop().time() + LEASE_SECONDS * self._rng.uniform(1, 3)

    async def cut(self) -> None:
        access = self._some().access
        if access is not None:
            access.cut()
            await asyncio.sleep(LEASE_SECONDS * self._rng.uniform(0.1, 3))
            access.is_cut = False

    async def deafen(self) -> None:
        """Notices are lost, and nobody says so."""
        access = self._some().access
        if access is not None:
            access.deafen()
