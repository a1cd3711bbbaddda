"""A simulated world: processes that die, clients that come back, one table, and a seed that decides everything."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random
from typing import Any, Final

from branchline.server import wire
from branchline.server.live.rooms import Rooms
from branchline.server.room.clock import PATIENCE_THERE
from tests.server.simulation import checks
from tests.server.simulation.client import Client
from tests.server.simulation.clock import run, true_time
from tests.server.simulation.database import Database
from tests.server.simulation.disk import Disk
from tests.server.simulation.faults import Storm
from tests.server.simulation.hostile import HostileGuest
from tests.server.simulation.journal import Journal
from tests.server.simulation.late import late_game
from tests.server.simulation.network import SimulatedSocket
from tests.server.simulation.plan import CLOCKS, Plan
from tests.server.simulation.processes import Process

RECOVERY: Final = 45.0
"""After a storm so long nobody counts: leases run out, dead lines are found, clocks that were set jump no more."""
WATCHED: Final = 40.0
"""Then a table with a hostile guest is watched for so long."""
HANDED_OVER: Final = 15.0
"""Within so many seconds another process drives a table that one has let go."""
STANDS_STILL: Final = 200.0
"""Without a move for so long after a clock, or patience, has run out a game stands still."""


class World:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = plan.rng
        self.journal = Journal()
        kind = Disk if plan.store == "sqlite" else Database
        self.keeps: Disk | Database = kind(Random(self.rng.random()), journal=self.journal)
        self.processes = [
            Process(Random(self.rng.random()), self.keeps, plan.weather, plan.clocks_wrong_by, number)
            for number in range(plan.processes)
        ]
        self.storm = Storm(plan, Random(self.rng.random()), self.processes, self.keeps)
        self.clients: list[Client] = []
        self._running: list[asyncio.Task[None]] = []
        self.table = ""
        self.begins_at = 0

    @property
    def kills(self) -> int:
        return sum(process.kills for process in self.processes)

    async def run(self) -> None:
        for process in self.processes:
            await process.boot()
        tokens = await (self._gather_late() if self.plan.late else self._gather_people())
        self.begins_at = self.journal.versions[self.table]
        self._invite(tokens)
        self._running = [asyncio.create_task(client.run()) for client in self.clients]
        for task in self._running:
            task.add_done_callback(_take_note)
        self.storm.begin()
        await self._until(self._is_over, self.plan.storm)
        self.storm.calm()
        calm_at = true_time() + RECOVERY
        await self._go_on(calm_at)
        watched_until = true_time()
        await self._settle()
        if isinstance(self.keeps, Database):
            await self._until(self._is_driven, HANDED_OVER)
            assert self._is_driven(), f"nobody drives the table: {self._describe()}"
        self._check(calm_at, watched_until)
        for client in self.clients:
            client.is_stopped = True
        for process in self.processes:
            if process.rooms is not None:
                await process.rooms.close()

    # --- The people ---

    def _invite(self, tokens: list[str]) -> None:
        kinds: list[type[Client]] = [Client] * len(tokens)
        if self.plan.hostile:
            kinds[self.rng.randrange(len(kinds))] = HostileGuest
        guests = [kind(f"c{i}", self.table, tokens[i], self._chance(), self.connect) for i, kind in enumerate(kinds)]
        self.clients = [*guests, Client("w", self.table, None, self._chance(), self.connect)]

    def _chance(self) -> Random:
        return Random(self.rng.random())

    async def _gather_people(self) -> list[str]:
        """Make the table and sit down, with answers that get lost: whoever asks again gets the same seat."""
        new = self.plan.new_table()
        first = await self._rooms().create_table(new)
        assert await self._rooms().create_table(new) == first
        self.table, tokens = first.table, [first.token]
        if not self.plan.is_hot_seat:
            for number in range(1, self.plan.people):
                seat = wire.NewSeat(cid=f"{self.plan.seed:0>20}-s{number}", name=f"p{number}")
                one = await self._rooms().sit(first.table, seat, None)
                assert await self._rooms().sit(first.table, seat, None) == one
                tokens.append(one.token)
        return tokens

    async def _gather_late(self) -> list[str]:
        """Come back to a game that is nearly over."""
        game = late_game(self.plan.game, CLOCKS.index(self.plan.clock))
        append = game.without_the_last(self.rng.randint(2, 8))
        self.table = append.table
        await self._rooms().store.append(append)
        return game.tokens

    def _rooms(self) -> Rooms:
        rooms = self.rng.choice(self.processes).rooms
        assert rooms is not None
        return rooms

    def connect(self, deliver: Callable[[str | None], None]) -> SimulatedSocket | None:
        return self.rng.choice(self.processes).connect(deliver)

    # --- How it ends ---

    async def _until(self, condition: Callable[[], bool], seconds: float) -> None:
        end = true_time() + seconds
        while true_time() < end and not condition():
            await self._pass_time(0.25)

    async def _pass_time(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        for task in self._running:
            if task.done():
                task.result()  # A client that found something wrong says so here.

    async def _go_on(self, calm_at: float) -> None:
        """Play on in calm weather to the end of the simulation."""
        moves, moved_at = -1, true_time()
        longest = getattr(self.plan.clock, "seconds", PATIENCE_THERE) + STANDS_STILL
        while not (self._is_over() and self._was_watched(calm_at)):
            if self.journal.moves[self.table] > moves:
                moves, moved_at = self.journal.moves[self.table], true_time()
            if true_time() > moved_at + longest and not self._is_over():
                raise AssertionError(f"the game stands still after the storm: {self._describe()}")
            await self._pass_time(0.25)

    def _is_over(self) -> bool:
        """Whether the score is out, or, when not the whole game is wanted, enough moves are made."""
        if any(client.outcome is not None for client in self.clients):
            return not self.plan.late or all(client.state.get("rematch") for client in self.clients)
        return not self.plan.whole and not self.plan.late and self.journal.moves[self.table] >= self.plan.moves

    def _is_driven(self) -> bool:
        """Whether the process that holds the lease has a room of the table; otherwise nobody would run its clocks.

        Where nobody holds it, or a dead process, a room that has lost it without a word takes it back as soon as
        there is something to do.
        """
        assert isinstance(self.keeps, Database)
        rooms = {each.name: each.rooms for each in self.processes if each.rooms is not None}
        holder = rooms.get(self.keeps.driver(self.table) or "")
        if holder is None:
            return any(each.drives(self.table) for each in rooms.values())
        return holder.has(self.table)

    def _was_watched(self, calm_at: float) -> bool:
        return not self.plan.hostile or true_time() >= calm_at + WATCHED

    async def _settle(self) -> None:
        """Let everybody learn how things stand: nobody starts anything new, and what is under way arrives."""
        for process in self.processes:
            process.bots.is_asleep = True
        for client in self.clients:
            client.rest()
        await self._pass_time(45.0)
        for _ in range(40):
            version = self.journal.versions[self.table]
            if all(client.version == version and not client.pending for client in self.clients):
                return
            await self._pass_time(5.0)
        told = [(client.name, client.version, list(client.pending)) for client in self.clients]
        raise AssertionError(f"clients do not agree: {told}, {self._describe()}")

    def _check(self, calm_at: float, watched_until: float) -> None:
        entries = self.keeps.entries(self.table)
        kept = [each for each in self.journal.of(self.table) if each.entry.seq > self.begins_at]
        checks.audit(entries, self.clients, whole=self.plan.whole or self.plan.late, told_from=self.begins_at)
        if isinstance(self.keeps, Database):
            checks.check_drivers(kept)
            checks.check_times(kept)
        if watched_until > calm_at:
            checks.check_nobody_held_the_table(kept, entries, calm_at, watched_until)
        if self.plan.late:
            checks.check_rematch(entries, self.keeps.entries(self.clients[0].state["rematch"]), self.clients)

    def _describe(self) -> str:
        last = [type(each.fact).__name__ for each in self.journal.of(self.table)[-5:]]
        return (
            f"{self.plan.told()}, version {self.journal.versions[self.table]}, last {last}, faults {self.storm.counts}"
        )


def simulate(seed: int, *, whole: bool = False, **forced: Any) -> World:
    """Run one seed to its end; raises what went wrong."""
    logging.getLogger("branchline").setLevel(logging.CRITICAL + 1)
    world = World(Plan(seed, whole=whole, forced=forced))
    run(world.run())
    return world


def _take_note(task: asyncio.Task[None]) -> None:
    """Several clients may find something wrong, and only the first is heard.

    What nobody has asked for is complained about when the garbage is collected, in the middle of another test.
    """
    if not task.cancelled():
        task.exception()
