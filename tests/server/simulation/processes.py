"""Server processes: real rooms and connections, which boot, are killed, and boot again under another name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from branchline.server.bot_processes.messages import BotDecision
from branchline.server.live.rooms import Rooms
from branchline.server.live.steady_clock import SteadyClock
from branchline.server.live.websocket import serve_connection
from branchline.server.store.contract import Store, StoreError
from branchline.server.store.postgres.store import PostgresStore
from tests.server.simulation.clock import MachineClocks
from tests.server.simulation.database import Access, Database
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.simulation.network import SimulatedSocket, Weather


class FailingBots:
    """Bots that need a while, and now and then fail; asleep they decide nothing any more."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.is_asleep = False

    async def decide(self, level: str, game: Any, view: Any, legal: Any, asker: Any) -> BotDecision:
        await asyncio.sleep(1_000_000.0 if self.is_asleep else self._rng.random() * 0.2)
        if self._rng.random() < 0.02:
            raise RuntimeError("a bot of the simulation fails")
        return BotDecision(legal[self._rng.randrange(len(legal))])

    async def close(self) -> None:
        pass


@dataclass
class Process:
    """A place where a server runs; `rooms` is None while it does not."""

    rng: Random
    keeps: Disk | Database
    weather: Weather
    clocks_wrong_by: float
    number: int
    rooms: Rooms | None = None
    access: Access | None = None
    kills: int = 0
    is_unreachable: bool = False
    bots: FailingBots = field(init=False)
    _born: int = 0
    _stores: list[Store] = field(default_factory=list)  # Those of killed processes too, whose tasks wait for ever.
    _booting: asyncio.Task[None] | None = None
    _sockets: list[SimulatedSocket] = field(default_factory=list)
    _talks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.bots = FailingBots(Random(self.rng.random()))

    @property
    def name(self) -> str:
        return "only" if isinstance(self.keeps, Disk) else f"process-{self.number}-{self._born}"

    def boot(self) -> asyncio.Task[None]:
        """Start as a service manager does: again and again, until the store answers."""
        if self._booting is None and self.rooms is None:
            self._booting = asyncio.create_task(self._boot())
            self._booting.add_done_callback(lambda _: setattr(self, "_booting", None))
        return self._booting or asyncio.create_task(asyncio.sleep(0))

    async def _boot(self) -> None:
        while self.rooms is None:
            self._born += 1
            try:
                await self._serve()
            except StoreError:
                await asyncio.sleep(1.0)

    async def _serve(self) -> None:
        machine = MachineClocks(self.rng, self.clocks_wrong_by)
        store, began = await self._open(machine)
        now = SteadyClock(lambda: began, machine.monotonic)
        rng, secret = Random(self.rng.random()), Random(self.rng.random())
        rooms = Rooms(store, self.bots, now=now, rng=rng, secret=lambda: f"{secret.getrandbits(256):064x}")
        rooms.begin()
        self.rooms = rooms

    async def _open(self, machine: MachineClocks) -> tuple[Store, float]:
        if isinstance(self.keeps, Disk):
            return SimulatedStore(self.keeps, self.name), machine.wall()
        self.access = access = Access(self.keeps, Random(self.rng.random()))
        store = PostgresStore(access.connect, self.name)
        self._stores.append(store)
        await store.begin()
        return store, await store.time()

    def kill(self) -> None:
        """End at once, in the middle of whatever it does."""
        if self._booting is not None:
            self._booting.cancel()
            self._booting = None
        if self.access is not None:
            self.access.die()
            self.access = None
        if self.rooms is None:
            return
        self.kills += 1
        self.rooms.kill()
        if isinstance(self.rooms.store, SimulatedStore):
            self.rooms.store.die()
        self.rooms = None
        self.hang_up()

    def hang_up(self) -> None:
        """Every connection breaks."""
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            socket.break_off()

    def connect(self, deliver: Callable[[str | None], None]) -> SimulatedSocket | None:
        if self.rooms is None or self.is_unreachable:
            return None
        socket = SimulatedSocket(Random(self.rng.random()), self.weather, deliver)
        self._sockets = [each for each in self._sockets if not each.is_closed] + [socket]
        task = asyncio.create_task(self._talk(socket, self.rooms))
        self._talks.add(task)
        task.add_done_callback(self._talks.discard)
        return socket

    async def _talk(self, socket: SimulatedSocket, rooms: Rooms) -> None:
        try:
            await serve_connection(socket, rooms, "somewhere")  # type: ignore[arg-type]  # as much of one as is used
        except StoreError:
            socket.break_off()
