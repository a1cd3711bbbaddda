"""Brings a game to its end without a page: the person leaves, and a stand-in plays on against bots that do not wait."""

import json
import time
from typing import Any

from websockets.sync.client import connect

from branchline.server.wire import PROTOCOL
from tests.browser.house import BOT, House, Seated, mine

PATIENCE = 120


def finished_table(house: House, game: str, *names: str, **wishes: Any) -> Seated:
    """Give a table whose game is over; everybody who is named sat there, or else Ola."""
    people = [mine(name) for name in names or ("Ola",)]
    seated = house.table(game, *people, *([BOT] if len(people) < 2 else []), **wishes)
    play_without_a_page(house, seated, len(people))
    return seated


def play_without_a_page(house: House, seated: Seated, people: int = 1) -> None:
    """Let the first seats leave a table, and watch until stand-ins and bots have played to the end.

    Where nobody watches, a game that everybody has left rests.
    """
    with connect(house.url.replace("http", "ws") + "/ws", max_size=None) as socket:
        send(socket, {"type": "hello", "protocol": PROTOCOL, "table": seated.table, "tokens": [seated.token]})
        for seat in range(people):
            send(socket, {"type": "leave", "cid": f"leave{seat}", "seat": seat})
        deadline = time.monotonic() + PATIENCE
        while not json.loads(socket.recv(timeout=PATIENCE)).get("outcome"):
            assert time.monotonic() < deadline, f"the game at {seated.table} does not end"


def send(socket: Any, message: dict[str, Any]) -> None:
    socket.send(json.dumps(message))
