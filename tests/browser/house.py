"""A server for guests: the real command with the built client, and tables made over its HTTP."""

import json
import secrets
from importlib.resources import files
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self
from urllib.request import Request, urlopen

from tests.kill.server_process import ServerProcess

BOT: Final = {"kind": "bot", "level": "random"}
OPEN: Final = {"kind": "open"}


class Seated(NamedTuple):
    """A table and the token of whoever made it."""

    table: str
    token: str

    @property
    def link(self) -> str:
        """The link that moves the seat to another browser."""
        return f"/t/{self.table}#seat={self.token}"


def mine(name: str) -> dict[str, str]:
    return {"kind": "mine", "name": name}


_strangers = count(1)


def stranger() -> dict[str, str]:
    """Give headers by which the server takes a guest for somebody of their own, whose credit nobody else has spent."""
    number = next(_strangers)
    return {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}


class House:
    def __init__(self, folder: Path) -> None:
        client = files("branchline") / "web" / "static" / "index.html"
        assert client.is_file(), "the browser table is not built: `make web` builds it"
        self.server = ServerProcess(str(folder / "tables.db"), folder / "server.log")

    def __enter__(self) -> Self:
        self.server.start()
        self.server.wait_until_ready()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.server.stop()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def restart(self) -> None:
        self.server.kill()
        self.server.start()
        self.server.wait_until_ready()

    def table(self, game: str, *seats: dict[str, str], **wishes: Any) -> Seated:
        """Make a table whose bots do not dawdle; it begins at once when no seat is open."""
        start = not any(seat["kind"] == "open" for seat in seats)
        body = {"cid": secrets.token_hex(16), "board": game, "seats": seats, "pace": 0, "start": start, **wishes}
        made = self.ask("/api/tables", body)
        return Seated(made["table"], made["token"])

    def ask(self, path: str, body: Any = None, token: str | None = None) -> Any:
        """Give the answer of the server's HTTP; with a body it is a POST."""
        headers = {"content-type": "application/json"} | stranger()
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.url}{path}", data, headers), timeout=60) as answer:
            return json.load(answer)
