"""Servers are killed at random moments while people play; nothing that was acknowledged may be lost or doubled."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tests.kill.audit import audit
from tests.kill.server_process import ServerProcess
from tests.postgresql import Cluster
from tools.player import Player, Server, gather_table

# A hundred and sixty in all: on a file, on PostgreSQL, and of one of two processes.
KILLS = 60
KILLS_OF_TWO = 40
CRASHES_OF_THE_DATABASE = 6
# Four games side by side, with two to four people each, one table after the other.
TABLES = [("usa", 2), ("europe", 3), ("world", 2), ("cards", 4), ("usa", 4), ("cards", 2)]
# A server is killed when so many more moves were acknowledged, at most; some are killed while they start.
MAX_LIFE = 40
PATIENCE = 300  # Seconds: a deadline against hangs, not a measure.


class Crowd:
    """People at several tables who play as fast as they are answered, and at a new table when a game is over."""

    def __init__(self, ports: Sequence[int], rng: Random) -> None:
        self._ports = ports
        self._rng = rng
        self._addresses = (f"127.1.{number // 250}.{number % 250 + 1}" for number in count())
        self._tasks: list[asyncio.Task[None]] = []
        self.players: list[Player] = []

    def _server(self) -> Callable[[], Server]:
        """Any of the servers, each time anew, from one address: limits are for each, and people do not share one."""
        address = next(self._addresses)
        return lambda: Server(self._rng.choice(self._ports), source=address)

    def gather(self) -> None:
        self._tasks = [asyncio.create_task(self._keep_playing(game, number)) for game, number in TABLES]

    async def _keep_playing(self, game: str, number: int) -> None:
        while True:
            seats = await gather_table(self._server(), game, number)
            players = [Player(self._server(), seat, Random(self._rng.random())) for seat in seats]
            self.players += players
            async with asyncio.TaskGroup() as group:
                for player in players:
                    group.create_task(player.play())

    def check(self) -> None:
        """Fail at once if somebody was told what cannot be."""
        for task in self._tasks:
            if task.done():
                task.result()

    @property
    def acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    async def make_moves(self, number: int) -> None:
        """Wait until so many more moves were acknowledged."""
        target = self.acknowledged + number
        async with asyncio.timeout(PATIENCE):
            while self.acknowledged < target:
                self.check()
                await asyncio.sleep(0.005)

    async def all_go_on(self) -> None:
        """Wait until every game that is under way has moved on, by anybody's move."""
        stuck = {player.seat.table: 0 for player in self.players if not player.is_finished}
        for player in self.players:
            if player.seat.table in stuck:
                stuck[player.seat.table] += len(player.acknowledged)
        async with asyncio.timeout(PATIENCE):
            while stuck:
                self.check()
                await asyncio.sleep(0.05)
                for table, before in list(stuck.items()):
                    group = [player for player in self.players if player.seat.table == table]
                    if sum(len(player.acknowledged) for player in group) > before or group[0].is_finished:
                        del stuck[table]

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        outcomes = await asyncio.gather(*self._tasks, return_exceptions=True)
        for outcome in outcomes:
            if not isinstance(outcome, asyncio.CancelledError):
                raise AssertionError("a player failed") from outcome


async def kill_again_and_again(servers: Sequence[ServerProcess], crowd: Crowd, rng: Random, kills: int) -> None:
    """Kill one server at a time, mostly while it serves, sometimes while it starts, and start it again."""
    for number in range(kills):
        victim = rng.choice(servers)
        if rng.random() < 0.9:
            await asyncio.to_thread(victim.wait_until_ready)
            await crowd.make_moves(rng.randint(1, MAX_LIFE))
        await asyncio.sleep(rng.uniform(0, 0.02))
        await asyncio.to_thread(victim.kill)
        victim.start()
        if number % 20 == 19:
            await crowd.all_go_on()


async def play_under_kills(db: str, servers: list[ServerProcess], seed: int, kills: int) -> None:
    rng = Random(seed)
    for server in servers:
        server.start()
    try:
        for server in servers:
            await asyncio.to_thread(server.wait_until_ready)
        crowd = Crowd([server.port for server in servers], rng)
        crowd.gather()
        await kill_again_and_again(servers, crowd, rng, kills)
        await crowd.leave()
    finally:
        for server in servers:
            server.kill()
    acknowledged = await audit(db, crowd.players)
    came_back = sum(player.connections - 1 for player in crowd.players)
    print(f"{kills} kills, {acknowledged} moves acknowledged, {came_back} returns, {len(crowd.players)} players")
    assert acknowledged == crowd.acknowledged > 10 * kills, "there was no load to speak of"
    assert came_back > kills, "the kills hit nobody"


@pytest.mark.timeout(3600)  # Many starts on a machine that may be very busy; alone it takes a minute.
def test_no_acknowledged_move_is_lost_and_none_counts_twice(db: str, seed: int, tmp_path: Path) -> None:
    asyncio.run(play_under_kills(db, [ServerProcess(db, tmp_path / "server.log")], seed, KILLS))


@pytest.mark.timeout(3600)  # Many starts on a machine that may be very busy; alone it takes a minute.
def test_two_processes_hand_tables_over_when_one_is_killed(postgres: str, seed: int, tmp_path: Path) -> None:
    """Any process takes any socket: those who lost theirs go on at once with the other one."""
    servers = [ServerProcess(postgres, tmp_path / f"server-{number}.log") for number in range(2)]
    asyncio.run(play_under_kills(postgres, servers, seed, KILLS_OF_TWO))


@pytest.mark.timeout(3600)
def test_a_database_that_crashes_interrupts_the_games_and_loses_nothing(
    cluster: Cluster, seed: int, tmp_path: Path
) -> None:
    """The server lives on, says that it is not well, and serves again as soon as the database does."""
    db = cluster.database()
    server = ServerProcess(db, tmp_path / "server.log")

    async def play() -> None:
        rng = Random(seed)
        crowd = Crowd([server.port], rng)
        server.start()
        try:
            await asyncio.to_thread(server.wait_until_ready)
            crowd.gather()
            for _ in range(CRASHES_OF_THE_DATABASE):
                await crowd.make_moves(rng.randint(1, MAX_LIFE))
                await asyncio.to_thread(cluster.crash)
                await asyncio.sleep(rng.uniform(0, 0.3))
                assert not await asyncio.to_thread(server.answers)
                await asyncio.to_thread(cluster.start)
                await crowd.all_go_on()
            await crowd.leave()
        finally:
            server.kill()
        assert await audit(db, crowd.players) == crowd.acknowledged

    asyncio.run(play())
