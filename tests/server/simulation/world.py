"""A simulated world: servers that crash, clients that come back, one table, and a seed that decides everything."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from branchline.games import game_names, load_game
from branchline.server import wire
from branchline.server.bot_processes.messages import BotDecision
from branchline.server.live.rooms import Rooms
from branchline.server.live.websocket import serve_connection
from branchline.server.store.contract import StoreError
from tests.server.simulation.audit import audit
from tests.server.simulation.client import Client
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.simulation.network import SimulatedSocket, Weather
from tests.server.simulation.virtual import run

EPOCH = 1_800_000_000.0


class FailingBots:
    """Bots that need a while, and now and then fail or play illegally."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    async def decide(self, level: str, game: Any, view: Any, legal: Any, asker: Any) -> BotDecision:
        await asyncio.sleep(self._rng.random() * 0.2)
        if self._rng.random() < 0.02:
            raise RuntimeError("a bot of the simulation fails")
        return BotDecision(legal[self._rng.randrange(len(legal))])

    async def close(self) -> None:
        pass


@dataclass
class Plan:
    """What a seed has in store."""

    seed: int
    whole: bool = False
    moves: int = 45
    rng: Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = rng = Random(self.seed)
        self.game = rng.choice(game_names())
        self.seats = rng.choice([count for count in load_game(self.game).seat_counts if count < 5])
        self.people = rng.randint(1, self.seats)
        self.is_hot_seat = self.people > 1 and rng.random() < 0.15
        self.processes = 2 if rng.random() < 0.3 else 1
        self.storm = rng.choice([5.0, 20.0, 60.0])
        self.weather = Weather(
            delay=rng.choice([0.01, 0.1, 0.5]),
            reorder=rng.choice([0.0, 0.1, 0.3]),
            duplicate=rng.choice([0.0, 0.1, 0.3]),
            drop=rng.choice([0.0, 0.05, 0.2]),
            break_off=rng.choice([0.0, 0.0, 0.02]),
        )
        self.crash_every = rng.choice([None, 10.0, 3.0])
        self.disk_failures = rng.choice([0.0, 0.0, 0.05])
        self.clock_jumps = rng.random() < 0.3
        clocks: list[wire.ClockRule] = [wire.NoClock(), wire.NoClock(), wire.MoveClock(seconds=10)]
        self.clock = rng.choice([*clocks, wire.GameClock(seconds=60, increment=2)])

    def new_table(self) -> wire.NewTable:
        persons: list[wire.SeatPlan] = [
            wire.MySeat(name=f"p{number}") if number == 0 or self.is_hot_seat else wire.OpenSeat()
            for number in range(self.people)
        ]
        bots: list[wire.SeatPlan] = [wire.BotSeat(level="random")] * (self.seats - self.people)
        return wire.NewTable(
            cid=f"{self.seed:0>24}", board=self.game, seats=persons + bots, clock=self.clock, pace=0.1, entropy="aa"
        )


class World:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = plan.rng
        self.disk = Disk(Random(self.rng.random()), failures=0.0)
        self.rooms: list[Rooms | None] = [None] * plan.processes
        self.clients: list[Client] = []
        self.skew = 0.0
        self.crashes = 0
        self._born = 0
        self._talks: set[asyncio.Task[None]] = set()
        self._sockets: list[tuple[Rooms, SimulatedSocket]] = []

    def now(self) -> float:
        return EPOCH + asyncio.get_running_loop().time() + self.skew

    async def run(self) -> None:
        plan = self.plan
        for number in range(plan.processes):
            self.boot(number)
        table, tokens = await self._gather_people()
        people = [
            Client(f"c{i}", table, token, Random(self.rng.random()), self.connect) for i, token in enumerate(tokens)
        ]
        self.clients = [*people, Client("w", table, None, Random(self.rng.random()), self.connect)]
        tasks = [asyncio.create_task(client.run()) for client in self.clients]
        self.disk.failures = plan.disk_failures
        trouble = asyncio.create_task(self._trouble())
        await self._until(lambda: self._is_over(table), plan.storm)
        trouble.cancel()
        self._calm_down()
        await self._until(lambda: self._is_over(table), 5_000.0)
        if not self._is_over(table):
            raise AssertionError(f"the game stands still after the storm: {self._describe(table)}")
        await self._settle(table)
        for task in tasks:
            if task.done():
                task.result()  # A client that found something wrong says so here.
        audit(self.disk.entries(table), self.clients, whole=plan.whole)
        for client in self.clients:
            client.is_stopped = True
        for rooms in self.rooms:
            if rooms is not None:
                await rooms.close()

    async def _gather_people(self) -> tuple[str, list[str]]:
        """Make the table and sit down, with answers that get lost: whoever asks again gets the same seat."""
        rooms = self.rooms[0]
        assert rooms is not None
        new = self.plan.new_table()
        first, again = await rooms.create_table(new), await rooms.create_table(new)
        assert first == again
        tokens = [first.token]
        if not self.plan.is_hot_seat:
            for number in range(1, self.plan.people):
                seat = wire.NewSeat(cid=f"{self.plan.seed:0>20}-s{number}", name=f"p{number}")
                one, two = await rooms.sit(first.table, seat, None), await rooms.sit(first.table, seat, None)
                assert one == two
                tokens.append(one.token)
        return first.table, tokens

    async def _until(self, condition: Callable[[], bool], seconds: float) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end and not condition():
            await asyncio.sleep(0.25)
            for client in self.clients:
                assert client.connections < 5_000

    def _is_over(self, table: str) -> bool:
        """Whether the score is out, or, when not the whole game is wanted, enough moves are made."""
        if any(client.outcome is not None for client in self.clients):
            return True
        moves = sum(b'"played"' in entry.body for entry in self.disk.entries(table))
        return not self.plan.whole and moves >= self.plan.moves

    async def _settle(self, table: str) -> None:
        """Let everybody learn how things stand: nobody starts anything new, and what is under way arrives."""
        for rooms in self.rooms:
            if rooms is not None:
                rooms.shared.bots = Asleep()
        for client in self.clients:
            client.is_whim = False
            client._decide = lambda seat: None  # type: ignore[method-assign]
        await asyncio.sleep(60.0)
        for _ in range(40):
            version = len(self.disk.entries(table))
            if all(client.version == version and not client.pending for client in self.clients):
                return
            await asyncio.sleep(5.0)
        raise AssertionError(f"clients do not agree: {[(c.name, c.version, list(c.pending)) for c in self.clients]}")

    def _calm_down(self) -> None:
        self.plan.weather.calm()
        self.disk.failures = 0.0
        for number, rooms in enumerate(self.rooms):
            if rooms is None:
                self.boot(number)

    # --- Servers ---

    def boot(self, number: int) -> None:
        self._born += 1
        store = SimulatedStore(self.disk, "only" if self.plan.processes == 1 else f"process-{self._born}")
        rng = Random(self.rng.random())
        secret = Random(self.rng.random())
        rooms = Rooms(store, FailingBots(rng), now=self.now, rng=rng, secret=lambda: f"{secret.getrandbits(256):064x}")
        rooms.begin()
        self.rooms[number] = rooms

    def crash(self, number: int) -> None:
        rooms = self.rooms[number]
        if rooms is None:
            return
        self.crashes += 1
        rooms.kill()
        store = rooms.store
        assert isinstance(store, SimulatedStore)
        store.die()
        self.rooms[number] = None
        for owner, socket in self._sockets:
            if owner is rooms:
                socket.break_off()
        self._sockets = [(owner, socket) for owner, socket in self._sockets if owner is not rooms]

    async def _trouble(self) -> None:
        while True:
            await asyncio.sleep(self.rng.random() * 2 * (self.plan.crash_every or 20.0))
            if self.plan.clock_jumps:
                self.skew += self.rng.choice([-30.0, -1.0, 1.0, 30.0])
            if self.plan.crash_every is not None:
                number = self.rng.randrange(self.plan.processes)
                self.crash(number)
                await asyncio.sleep(self.rng.random() * 3)
                self.boot(number)

    # --- Connections ---

    def connect(self, deliver: Callable[[str | None], None]) -> SimulatedSocket | None:
        rooms = self.rng.choice(self.rooms)
        if rooms is None:
            return None
        socket = SimulatedSocket(Random(self.rng.random()), self.plan.weather, deliver)
        self._sockets.append((rooms, socket))
        task = asyncio.create_task(self._talk(socket, rooms))
        self._talks.add(task)
        task.add_done_callback(self._talks.discard)
        return socket

    async def _talk(self, socket: SimulatedSocket, rooms: Rooms) -> None:
        try:
            await serve_connection(socket, rooms, "somewhere")  # type: ignore[arg-type]  # as much of one as is used
        except StoreError:
            socket.break_off()

    def _describe(self, table: str) -> str:
        entries = self.disk.entries(table)
        return f"{self.plan.game}, {len(entries)} entries, last {entries[-1].body[:200]!r}"


class Asleep:
    """Bots that do not decide any more."""

    async def decide(self, level: str, game: Any, view: Any, legal: Any, asker: Any) -> BotDecision:
        await asyncio.sleep(1_000_000.0)
        raise AssertionError

    async def close(self) -> None:
        pass


def simulate(seed: int, *, whole: bool = False) -> World:
    """Run one seed to its end; raises what went wrong."""
    logging.getLogger("branchline").setLevel(logging.CRITICAL + 1)
    world = World(Plan(seed, whole=whole))
    run(world.run())
    return world
