"""Two server processes at one PostgreSQL serve the same tables: any of them takes any socket."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import psycopg
import pytest

from tests.kill.audit import audit
from tests.kill.server_process import ServerProcess
from tests.kill.test_kill import PATIENCE
from tools.player import PROTOCOL, Player, Seat, Server, gather_table, insist


@asynccontextmanager
async def two_servers(db: str, folder: Path) -> AsyncIterator[list[ServerProcess]]:
    servers = [ServerProcess(db, folder / f"server-{number}.log") for number in range(2)]
    for server in servers:
        server.start()
    try:
        for server in servers:
            await asyncio.to_thread(server.wait_until_ready)
        yield servers
    finally:
        for server in servers:
            server.kill()


def always(server: Server) -> Callable[[], Server]:
    return lambda: server


async def told_to_spectator(server: Server, table: str) -> list[dict[str, object]]:
    """Look on from the first step to the last; give all steps."""
    steps: list[dict[str, object]] = []
    while True:
        async with server.dial() as socket:
            hello = {"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": [], "since": len(steps)}
            await socket.send(json.dumps(hello))
            async for message in socket:
                told = json.loads(message)
                if told["type"] in ("welcome", "update"):
                    steps += told["updates"][0]["steps"]
                    if told.get("outcome"):
                        return steps


@pytest.mark.timeout(900)
def test_people_at_one_table_may_be_at_different_processes(postgres: str, seed: int, tmp_path: Path) -> None:
    async def play() -> None:
        async with two_servers(postgres, tmp_path) as processes:
            servers = [Server(process.port) for process in processes]
            seats = await gather_table(lambda: servers[0], "europe", 3)
            players = [Player(always(servers[seat.seat % 2]), seat, Random(seed + seat.seat)) for seat in seats]
            watching = [asyncio.create_task(told_to_spectator(server, seats[0].table)) for server in servers]
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(player.play() for player in players))
                here, there = await asyncio.gather(*watching)
            assert here == there
            assert [step["version"] for step in here] == list(range(1, len(here) + 1))
        await audit(postgres, players)

    asyncio.run(play())


def driver(db: str, table: str) -> int | None:
    """Give the number of the operating system's process that drives a table, if one does."""
    query = (
        "SELECT process.name FROM lease JOIN seating ON seating.key = lease.seating "
        "JOIN process ON process.name = lease.process WHERE seating.id = %s AND process.expires > clock_timestamp()"
    )
    with psycopg.connect(db) as connection:
        row = connection.execute(query, (table,)).fetchone()
    return int(row[0].split(":")[1]) if row else None


async def until_driven_by(process: ServerProcess, db: str, table: str) -> None:
    while await asyncio.to_thread(driver, db, table) != process.pid:
        await asyncio.sleep(0.05)


@pytest.mark.timeout(900)
def test_bots_play_on_when_the_process_that_drives_them_is_killed(postgres: str, seed: int, tmp_path: Path) -> None:
    """The person is at the other process, and the game goes on there."""

    async def play() -> None:
        async with two_servers(postgres, tmp_path) as processes:
            seats = [{"kind": "mine", "name": "Ann"}, *({"kind": "bot", "level": "random"} for _ in range(2))]
            new = {"cid": secrets.token_urlsafe(24), "board": "usa", "seats": seats, "pace": 0, "start": True}
            first = Server(processes[0].port)
            made = await insist(lambda: first.post("/api/tables", new))
            async with asyncio.timeout(PATIENCE):
                await until_driven_by(processes[0], postgres, made["table"])
            person = Player(lambda: Server(processes[1].port), Seat(made["table"], made["token"], 0), Random(seed))
            game = asyncio.create_task(person.play())
            async with asyncio.timeout(PATIENCE):
                while len(person.acknowledged) < 10:
                    await asyncio.sleep(0.01)
                await asyncio.to_thread(processes[0].kill)
                await until_driven_by(processes[1], postgres, made["table"])
                await game
        await audit(postgres, [person])

    asyncio.run(play())
