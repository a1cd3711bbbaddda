"""The people of one client process: tables of four, their chat, bots among them, spectators, and lost connections."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import sys
import time
from dataclasses import dataclass
from random import Random
from typing import Any

import uvloop
from websockets.exceptions import WebSocketException

from branchline.server.process import allow_many_files
from tools.player import PROTOCOL, Move, Player, Seat, Server, gather_table, read

GAMES = ("usa", "europe", "world", "cards")
LEVEL = "apprentice"
SEATS = 4
AT_ONCE = 20


@dataclass(frozen=True)
class Scene:
    """What is played. `company`: some tables have two bots, some a spectator; people talk, and are cut off."""

    tables: int
    pace: float
    seconds: float
    warm_up: float
    game: str
    company: bool
    talk_every: float
    cut_off_every: float
    ports: tuple[int, ...]
    spread: str
    seed: int


def be_client(number: int, tables: int, scene: Scene, ready: Any, go: Any, results: Any) -> None:
    """Be one process of clients: sit down, wait for the others, play, and say what was measured."""
    gc.disable()  # What measures should not stop to clean up.
    if scene.seconds > 600:
        gc.enable()
    allow_many_files()
    crowd = Crowd(number, tables, scene)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        results.put(runner.run(crowd.play(ready, go)))


class Crowd:
    """The players of one client process, and what they measured."""

    def __init__(self, number: int, tables: int, scene: Scene) -> None:
        self._number = number
        self._tables = tables
        self._scene = scene
        self._rng = Random(scene.seed * 1000 + number)
        self._measures = False
        self._times: dict[str, list[float]] = {"moves": [], "chat": [], "returns": []}
        self._counts = {"faults": 0, "games": 0}

    def _server(self, table: int, seat: int = 0) -> Server:
        """Let each table come from an address of its own; all of 127.0.0.0/8 is this machine.

        A proxy may send all of a table to one process (by `table`), or every connection anywhere (by `socket`).
        """
        ports = self._scene.ports
        chosen = ports[table % len(ports)] if self._scene.spread == "table" else ports[(table + seat) % len(ports)]
        return Server(chosen, source=f"127.{self._number + 1}.{table // 250 + 1}.{table % 250 + 1}")

    def _bots_at(self, table: int) -> int:
        return 2 if self._scene.company and table % 4 == 1 else 0

    async def _gather(self, table: int) -> list[Seat]:
        game = GAMES[table // 4 % 4] if self._scene.game == "mixed" else self._scene.game
        return await gather_table(lambda: self._server(table), game, SEATS, bots=self._bots_at(table), level=LEVEL)

    async def play(self, ready: Any, go: Any) -> dict[str, Any]:
        turn = asyncio.Semaphore(AT_ONCE)

        async def seat(table: int) -> list[Seat]:
            async with turn:
                return await self._gather(table)

        seats = await asyncio.gather(*(seat(table) for table in range(self._tables)))
        await asyncio.to_thread(ready.wait)
        await asyncio.to_thread(go.wait)
        tasks = [asyncio.create_task(self._keep_playing(table, found)) for table, found in enumerate(seats)]
        await asyncio.sleep(self._scene.warm_up)
        self._measures = True
        began = time.process_time()
        await asyncio.sleep(self._scene.seconds)
        self._measures = False
        processor = time.process_time() - began
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return {"times": self._times, "processor": processor, **self._counts}

    async def _keep_playing(self, table: int, seats: list[Seat]) -> None:
        """Play one game after the other at this table's address; people do not all sit down in the same second."""
        await asyncio.sleep(self._rng.uniform(0, self._scene.warm_up / 2))
        while True:
            players = [self._player(table, seat) for seat in seats]
            try:
                async with asyncio.TaskGroup() as group:
                    playing = [group.create_task(player.play()) for player in players]
                    company = [group.create_task(each) for each in self._company(table, players)]
                    await asyncio.gather(*playing)
                    for each in company:
                        each.cancel()
                self._counts["games"] += self._measures
            except ExceptionGroup as error:
                self._counts["faults"] += 1
                print(repr(error.exceptions[0]), file=sys.stderr, flush=True)
            seats = await self._gather(table)

    def _player(self, table: int, seat: Seat) -> Player:
        return Player(
            lambda: self._server(table, seat.seat),
            seat,
            Random(self._rng.random()),
            self._wait,
            answered=self._answered,
            talked=lambda seconds: self._note("chat", seconds),
            returned=lambda seconds: self._note("returns", seconds),
        )

    def _company(self, table: int, players: list[Player]) -> list[Any]:
        if not self._scene.company:
            return []
        watching = [self._watch(table, players[0].seat.table)] if table % 4 == 2 else []
        return [self._talk(players), self._cut_off(players), *watching]

    async def _talk(self, players: list[Player]) -> None:
        while True:
            await asyncio.sleep(self._scene.talk_every * self._rng.uniform(0.5, 1.5))
            await self._rng.choice(players).say("All aboard: whose turn is it? " * self._rng.randint(1, 4))

    async def _cut_off(self, players: list[Player]) -> None:
        """Cut the connection of each player from time to time, as trains in tunnels do."""
        while True:
            await asyncio.sleep(self._scene.cut_off_every / len(players) * self._rng.uniform(0.5, 1.5))
            self._rng.choice(players).cut_off()

    async def _watch(self, table: int, table_id: str) -> None:
        """Be a spectator who looks at all that comes."""
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with self._server(table, 1).dial(table_id) as socket:
                    await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table_id}))
                    async for message in socket:
                        read(message)
            await asyncio.sleep(1.0)

    def _wait(self) -> float:
        """People do not think in step: each pause lies around the pace."""
        return self._scene.pace * self._rng.uniform(0.5, 1.5)

    def _answered(self, move: Move, seconds: float) -> None:
        self._note("moves", seconds)

    def _note(self, what: str, seconds: float) -> None:
        if self._measures:
            self._times[what].append(seconds)
