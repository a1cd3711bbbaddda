"""A server that is asked to end tells its people to come back, and the next one goes on where it ended."""

import asyncio
import contextlib
import json
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from tests.kill.audit import audit
from tests.kill.server_process import ServerProcess
from tests.kill.test_kill import PATIENCE
from tools.player import PROTOCOL, Player, Seat, Server, gather_table


async def last_words(server: Server, seat: Seat, arrived: asyncio.Event) -> tuple[dict[str, str], int | None]:
    """Look on until the server hangs up; give its last message and the code with which it closed."""
    async with server.dial() as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": seat.table, "tokens": []}))
        last: dict[str, str] = json.loads(await socket.recv())
        arrived.set()
        with contextlib.suppress(ConnectionClosed):
            while True:
                last = json.loads(await socket.recv())
        return last, socket.close_code


@pytest.mark.timeout(900)
def test_everybody_is_told_to_come_back_and_finds_the_game_as_it_was(db: str, seed: int, tmp_path: Path) -> None:
    async def play() -> None:
        process = ServerProcess(db, tmp_path / "server.log")
        process.start()
        try:
            await asyncio.to_thread(process.wait_until_ready)
            server = Server(process.port)
            seats = await gather_table(lambda: server, "usa", 2)
            players = [Player(lambda: server, seat, Random(seed + seat.seat)) for seat in seats]
            games = [asyncio.create_task(player.play()) for player in players]
            arrived = asyncio.Event()
            words = asyncio.create_task(last_words(server, seats[0], arrived))
            await arrived.wait()
            while sum(len(player.acknowledged) for player in players) < 20:
                await asyncio.sleep(0.01)
            assert await asyncio.to_thread(process.stop) == 0
            assert await words == ({"type": "bye", "code": "restart"}, 1012)
            process.start()
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*games)
        finally:
            process.kill()
        assert await audit(db, players) > 40
        assert all(player.connections >= 2 for player in players)

    asyncio.run(play())
