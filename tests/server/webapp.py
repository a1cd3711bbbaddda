"""The real application in this process, with a store in a folder of its own, and clients that speak its protocol."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
from starlette.testclient import TestClient, WebSocketTestSession

from branchline.core.game import AnyGame
from branchline.server.app import create_app
from branchline.server.bot_processes.messages import BotDecision
from branchline.server.bot_processes.pool import BotPool
from branchline.server.http.openapi import description
from branchline.server.settings import Settings
from branchline.server.store.sqlite.store import SqliteStore
from branchline.server.wire import PROTOCOL
from tests.server.simulation.client import some_action

ADDRESS = "http://localhost:8000"


class Simple:
    """Bots that think in this process: any legal action, at once."""

    def __init__(self) -> None:
        self._rng = Random(7)

    async def decide(self, level: str, game: AnyGame, view: Any, legal: Any, asker: Any) -> BotDecision:
        return BotDecision(legal[self._rng.randrange(len(legal))])

    async def close(self) -> None:
        pass


@contextmanager
def serving(
    folder: Path, settings: Settings | None = None, bots: Callable[[], BotPool] = Simple, **more: Any
) -> Iterator[TestClient]:
    app = create_app(lambda: SqliteStore.open(folder / "tables.db"), settings or Settings(), bots=bots)
    with TestClient(app, base_url=ADDRESS, **more) as client:
        client.event_hooks["response"].append(is_documented)
        yield client


def is_documented(response: httpx2.Response) -> None:
    """Every answer that any test gets has a status that the published description names; our own faults have none."""
    request = response.request
    if response.status_code == 500:
        return
    for path, operations in description()["paths"].items():
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), request.url.path) and request.method.lower() in operations:
            documented = operations[request.method.lower()]["responses"]
            assert str(response.status_code) in documented, f"{request.method} {path}: {response.status_code}"


def secret_cid() -> str:
    return secrets.token_urlsafe(16)


def make_table(client: TestClient, **more: Any) -> dict[str, Any]:
    body = {
        "cid": secret_cid(),
        "board": "usa",
        "seats": [{"kind": "mine", "name": "Ann"}, {"kind": "bot", "level": "random"}],
        "pace": 0,
        "start": True,
    }
    response = client.post("/api/tables", json=body | more)
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


def take_seat(client: TestClient, table: str, name: str = "Bea", **more: Any) -> dict[str, Any]:
    response = client.post(f"/api/tables/{table}/seats", json={"cid": secret_cid(), "name": name} | more)
    assert response.status_code == 201, response.text
    seated: dict[str, Any] = response.json()
    return seated


class Caller:
    """One WebSocket, with everything that came over it."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self._session = session
        self.heard: list[str] = []
        self._cids = 0

    def send(self, message: dict[str, Any]) -> None:
        self._session.send_text(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        text = self._session.receive_text()
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        return message

    def hear_until(self, kind: str) -> dict[str, Any]:
        while (message := self.hear())["type"] != kind:
            assert message["type"] != "bye", message
        return message

    def hello(self, table: str, *tokens: str, since: int | None = None) -> dict[str, Any]:
        self.send({"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": list(tokens), "since": since})
        return self.hear_until("welcome")

    def command(self, kind: str, seat: int, **more: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._cids += 1
        cid = more.pop("cid", f"c{self._cids}")
        self.send({"type": kind, "cid": cid, "seat": seat, **more})
        while True:
            message = self.hear()
            if message.get("cid") == cid:
                return message

    def play_to_the_end(self, look: dict[str, Any], rng: Random) -> dict[str, Any]:
        """Play any legal actions until the score sheet comes; gives the last update."""
        while True:
            if look["decision"] is not None:
                self._cids += 1
                action = some_action(rng, look["choices"])
                play = {"type": "play", "cid": f"c{self._cids}", "seat": look["seat"], "decision": look["decision"]}
                self.send(play | {"action": action})
            while True:
                message = self.hear()
                assert message["type"] in ("update", "ack", "presence"), message
                if message["type"] == "update" and message["outcome"] is not None:
                    return message
                if message["type"] == "update" and message["updates"][0]["view"] is not None:
                    before, look = look["decision"], message["updates"][0]
                    if look["decision"] not in (None, before):
                        break


@contextmanager
def call(client: TestClient, **more: Any) -> Iterator[Caller]:
    with client.websocket_connect("/ws", **more) as session:
        yield Caller(session)
