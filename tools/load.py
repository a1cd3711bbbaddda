"""Measure the server under load: `make load`, or `python -m tools.load --help` for its choices.

Starts a server in a process of its own, seats real clients at real tables, lets them make random legal moves, and
reports moves a second, the time from a move to its durable acknowledgement, and the server's memory and processor
time. The clients run on the same machine, in other processes; each table comes from an address of its own, as tables
do in real life.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import uvloop

from branchline.server.process import allow_many_files
from tools.player import Move, Player, Seat, Server, gather_table

MODES = {
    # tables, seconds a move, seconds to measure
    "paced": (1000, 2.0, 60.0),
    "saturation": (100, 0.0, 30.0),
}
# People do not all sit down in the same second.
ARRIVE = 10.0
WARM_UP = ARRIVE + 10.0
AT_ONCE = 20


def main() -> None:
    arguments = parsed()
    with tempfile.TemporaryDirectory(prefix="branchline-load-") as folder:
        db = arguments.db or os.path.join(folder, "tables.db")
        server = start_server(db, arguments.port, Path(folder, "server.log"))
        try:
            for mode in arguments.modes:
                report(mode, measure(arguments, mode, server), as_json=arguments.json)
        finally:
            server.terminate()
            server.wait()


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.load", description="Measure the server under load.")
    parser.add_argument("modes", nargs="*", choices=[*MODES, []], help="paced, saturation; both if none is named")
    parser.add_argument("--tables", type=int, help="tables of four players")
    parser.add_argument("--pace", type=float, help="seconds from a table's move to its next")
    parser.add_argument("--seconds", type=float, help="how long to measure")
    parser.add_argument("--game", default="usa", help="usa, europe, world, cards or mixed")
    parser.add_argument("--db", help="a file or a postgresql:// address; a temporary file if not given")
    parser.add_argument("--port", type=int, default=8799)
    parser.add_argument("--clients", type=int, default=1, help="processes that the clients run in")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    arguments.modes = arguments.modes or list(MODES)
    return arguments


def start_server(db: str, port: int, log: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "branchline.cli.main", "serve", "--port", str(port), "--log-level", "warning"]
    with log.open("wb") as out:
        server = subprocess.Popen(command, env=os.environ | {"BRANCHLINE_DB": db}, stdout=out, stderr=out)
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return server
        except (URLError, OSError):
            if server.poll() is not None:
                raise SystemExit(f"The server did not start:\n{log.read_text()}") from None
            time.sleep(0.1)


def measure(arguments: argparse.Namespace, mode: str, server: subprocess.Popen[bytes]) -> dict[str, Any]:
    tables, pace, seconds = MODES[mode]
    tables = arguments.tables or tables
    pace = pace if arguments.pace is None else arguments.pace
    seconds = arguments.seconds or seconds
    shares = [
        tables // arguments.clients + (number < tables % arguments.clients) for number in range(arguments.clients)
    ]
    context = multiprocessing.get_context("spawn")
    ready, go = context.Barrier(arguments.clients + 1), context.Barrier(arguments.clients + 1)
    results: multiprocessing.Queue[dict[str, Any]] = context.Queue()
    clients = [
        context.Process(
            target=be_client,
            args=(number, share, pace, seconds, arguments.game, arguments.port, arguments.seed, ready, go, results),
        )
        for number, share in enumerate(shares)
    ]
    for client in clients:
        client.start()
    ready.wait()
    go.wait()
    time.sleep(WARM_UP)
    before = processor_seconds(server.pid)
    time.sleep(seconds)
    used = processor_seconds(server.pid) - before
    memory = resident_megabytes(server.pid)
    found = [results.get() for _ in clients]
    for client in clients:
        client.join()
    times = sorted(each for result in found for each in result["times"])
    return {
        "tables": tables,
        "sockets": 4 * tables,
        "pace": pace,
        "seconds": seconds,
        "moves_a_second": round(len(times) / seconds, 1),
        **{name: round(at(times, part) * 1000, 2) for name, part in PARTS.items()},
        "server_megabytes": round(memory, 1),
        "server_processor": round(used / seconds, 2),
        "client_processor": round(sum(result["processor"] for result in found) / seconds, 2),
        "faults": sum(result["faults"] for result in found),
    }


PARTS = {"p50_ms": 0.5, "p90_ms": 0.9, "p99_ms": 0.99, "p999_ms": 0.999, "max_ms": 1.0}


def at(times: list[float], part: float) -> float:
    return times[min(len(times) - 1, int(len(times) * part))] if times else float("nan")


def be_client(
    number: int,
    tables: int,
    pace: float,
    seconds: float,
    game: str,
    port: int,
    seed: int,
    ready: Any,
    go: Any,
    results: Any,
) -> None:
    """Be one process of clients: sit down, wait for the others, play, and say what was measured."""
    gc.disable()  # What measures should not stop to clean up.
    allow_many_files()
    crowd = Crowd(number, tables, pace, game, port, Random(seed * 1000 + number))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        results.put(runner.run(crowd.play(seconds, ready, go)))


class Crowd:
    """The players of one client process."""

    def __init__(self, number: int, tables: int, pace: float, game: str, port: int, rng: Random) -> None:
        self._number = number
        self._tables = tables
        self._pace = pace
        self._game = game
        self._port = port
        self._rng = rng
        self._times: list[float] = []
        self._measures = False
        self._faults = 0

    def _server(self, table: int) -> Server:
        """Let each table come from an address of its own; all of 127.0.0.0/8 is this machine."""
        return Server(self._port, source=f"127.{self._number + 1}.{table // 250 + 1}.{table % 250 + 1}")

    def _game_of(self, table: int) -> str:
        return ("usa", "europe", "world", "cards")[table % 4] if self._game == "mixed" else self._game

    async def play(self, seconds: float, ready: Any, go: Any) -> dict[str, Any]:
        turn = asyncio.Semaphore(AT_ONCE)

        async def seat(table: int) -> list[Seat]:
            async with turn:
                return await gather_table(lambda: self._server(table), self._game_of(table), 4)

        seats = await asyncio.gather(*(seat(table) for table in range(self._tables)))
        await asyncio.to_thread(ready.wait)
        await asyncio.to_thread(go.wait)
        tasks = [asyncio.create_task(self._keep_playing(table, found)) for table, found in enumerate(seats)]
        await asyncio.sleep(WARM_UP)
        self._measures = True
        began = time.process_time()
        await asyncio.sleep(seconds)
        self._measures = False
        processor = time.process_time() - began
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return {"times": self._times, "processor": processor, "faults": self._faults}

    async def _keep_playing(self, table: int, seats: list[Seat]) -> None:
        """Play one game after the other at this table's address."""
        await asyncio.sleep(self._rng.uniform(0, ARRIVE))
        while True:
            players = [
                Player(
                    lambda: self._server(table), seat, Random(self._rng.random()), self._wait, answered=self._answered
                )
                for seat in seats
            ]
            try:
                async with asyncio.TaskGroup() as group:
                    for player in players:
                        group.create_task(player.play())
            except ExceptionGroup as error:
                self._faults += 1
                print(repr(error.exceptions[0]), file=sys.stderr)
            seats = await gather_table(lambda: self._server(table), self._game_of(table), 4)

    def _wait(self) -> float:
        """People do not think in step: each pause lies around the pace."""
        return self._pace * self._rng.uniform(0.5, 1.5)

    def _answered(self, move: Move, seconds: float) -> None:
        if self._measures:
            self._times.append(seconds)


def processor_seconds(process: int) -> float:
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def resident_megabytes(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def report(mode: str, found: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"mode": mode, **found}), flush=True)
        return
    print(
        f"{mode}: {found['tables']} tables, {found['sockets']} sockets, {found['pace']:g} s a move, "
        f"measured for {found['seconds']:g} s\n"
        f"  moves a second   {found['moves_a_second']}\n"
        f"  acknowledged in  p50 {found['p50_ms']} ms, p90 {found['p90_ms']} ms, p99 {found['p99_ms']} ms, "
        f"p99.9 {found['p999_ms']} ms, longest {found['max_ms']} ms\n"
        f"  server           {found['server_megabytes']} MB, {found['server_processor']} of a core\n"
        f"  clients          {found['client_processor']} of a core, {found['faults']} faults",
        flush=True,
    )


if __name__ == "__main__":
    main()
