"""Malformed frames, and what is no frame at all, over real sockets to a server that was started as people start it."""

from __future__ import annotations

import json
import os
import socket
import struct
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import ClientConnection, connect

from branchline.server.limits import MAX_FAULTS
from tests.fuzz.frames import Damage
from tests.fuzz.house import documented_codes, hello
from tests.fuzz.tables import messages_with_action, messages_without_actions
from tests.kill.server_process import ServerProcess
from tests.server.simulation.client import some_action

CONVERSATIONS: Final = 28
FRAMES: Final = 180
"""In one conversation: fewer than a client may send at once."""
PING: Final = '{"type":"ping"}'
REFUSALS: Final = documented_codes("Refusals")
MAX_GROWTH: Final = 32_000_000
PATIENCE: Final = 300.0
"""Seconds: a deadline against hangs, not a measure."""


class House:
    """A server process with one table, all of whose seats one token holds."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        seats = [{"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bea"}]
        new = {"cid": os.urandom(20).hex(), "board": "europe", "seats": seats, "start": True}
        made = self.http("/api/tables", json.dumps(new).encode())
        self.table: str = made["table"]
        self.token: str = made["token"]

    @property
    def port(self) -> int:
        return self._server.port

    def http(self, path: str, body: bytes | None = None) -> Any:
        request = Request(f"http://127.0.0.1:{self.port}{path}", body, {"content-type": "application/json"})
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def connect(self) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{self.port}/ws", compression=None, open_timeout=PATIENCE)

    def history(self) -> Any:
        """All that was ever kept of the table, as anybody may see it."""
        return self.http(f"/api/tables/{self.table}/steps")

    def resident(self) -> int:
        statm = Path(f"/proc/{self._server.pid}/statm")
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0

    def complaints(self) -> list[str]:
        """What the log tells as a failure. Uvicorn does so of text that is no UTF-8, and refuses it as it should."""
        traces = [line for line in self._server.said().splitlines() if '"exception"' in line or "Traceback" in line]
        return [line for line in traces if '"message": "Invalid UTF-8 sequence received from client."' not in line]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    server = ServerProcess(str(tmp_path / "tables.db"), tmp_path / "log")
    server.start()
    try:
        server.wait_until_ready()
        yield House(server)
    finally:
        server.stop()


def messages_of(house: House, rng: Random) -> list[dict[str, Any]]:
    """What an honest client could send now, by what the server has told it."""
    with house.connect() as line:
        line.send(hello(house.table, house.token))
        looks = json.loads(line.recv(timeout=PATIENCE))["updates"]
    messages = messages_without_actions(house.table, house.token)
    for look in looks:
        for _ in range(10):
            messages += messages_with_action(look["seat"], look["decision"], some_action(rng, look["choices"]))
    return messages


def test_a_running_server_refuses_malformed_frames(house: House, seed: int) -> None:
    rng = Random(seed)
    damage = Damage(rng, messages_of(house, rng))
    before, size = house.history(), house.resident()
    codes: Counter[str] = Counter()
    for _ in range(CONVERSATIONS):
        with house.connect() as line:
            line.send(hello(house.table, house.token))
            for number, frame in enumerate(damage.frames(FRAMES), 1):
                line.send(frame)
                if number % (MAX_FAULTS - 1) == 0:
                    line.send(PING)
            refused = 0
            while refused < FRAMES:
                answer = json.loads(line.recv(timeout=PATIENCE))
                assert answer["type"] in ("welcome", "presence", "pong", "refused"), answer
                if answer["type"] == "refused":
                    refused += 1
                    codes[answer["code"]] += 1
    assert codes.keys() <= REFUSALS
    assert codes.total() == CONVERSATIONS * FRAMES
    assert house.history() == before
    assert house.resident() - size < MAX_GROWTH
    assert not house.complaints()


def masked(opcode: int, payload: bytes, *, length: int | None = None, mask: bool = True) -> bytes:
    """One frame of WebSocket (RFC 6455), which may lie about its length."""
    size = len(payload) if length is None else length
    bit = 0x80 if mask else 0
    if size < 126:
        head = struct.pack("!BB", opcode, bit | size)
    elif size < 65_536:
        head = struct.pack("!BBH", opcode, bit | 126, size)
    else:
        head = struct.pack("!BBQ", opcode, bit | 127, size)
    return head + (bytes(4) if mask else b"") + payload


FIN: Final = 0x80
TEXT, BINARY, CLOSE, PING_FRAME = 1, 2, 8, 9
OFFENCES: Final = {
    "text that is no UTF-8": masked(FIN | TEXT, b'{"type":"\xff"}'),
    "a reserved kind of frame": masked(FIN | 3, b"x"),
    "a reserved bit": masked(FIN | 0x40 | TEXT, b"{}"),
    "a frame without a mask": masked(FIN | TEXT, b"{}", mask=False),
    "a frame too long for anything": masked(FIN | BINARY, b"", length=2**62),
    "a negative length": masked(FIN | BINARY, b"", length=2**64 - 1),
    "a frame that is too long": masked(FIN | BINARY, b"x" * 100_000),
    "fragments without end": masked(BINARY, b"x" * 30_000) + masked(0, b"x" * 30_000) * 4,
    "the rest of nothing": masked(FIN, b"x"),
    "a ping that is too long": masked(FIN | PING_FRAME, b"x" * 200),
    "a ping in pieces": masked(PING_FRAME, b"x"),
    "a close_code that makes no sense": masked(FIN | CLOSE, b"\x00"),
    "half a frame": masked(FIN | TEXT, b'{"type":', length=100),
}


def test_a_running_server_survives_what_is_no_websocket(house: House, seed: int) -> None:
    """Whatever comes after the handshake, the connection ends and everybody else plays on."""
    rng = Random(seed)
    before, size = house.history(), house.resident()
    offences = [*OFFENCES.values(), *(rng.randbytes(rng.randrange(1, 3_000)) for _ in range(15))]
    with house.connect() as honest:
        honest.send(hello(house.table, house.token))
        for offence in offences:
            with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as line:
                shake_hands(line)
                with suppress(ConnectionResetError, BrokenPipeError):  # A server need not read on to the end.
                    line.sendall(masked(FIN | TEXT, hello(house.table, house.token).encode()))
                    line.sendall(offence)
                    line.shutdown(socket.SHUT_WR)
                    while line.recv(65_536):
                        pass
        honest.send(PING)
        while json.loads(honest.recv(timeout=PATIENCE))["type"] != "pong":
            pass
    assert house.history() == before
    assert house.resident() - size < MAX_GROWTH
    assert not house.complaints()


BROKEN_OFF: Final = {
    "a table, in the middle of its body": b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n" + b'{"cid":"' + b"x" * 1000,
    "a record, in the middle of a chunk": b"POST /api/replays HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nff0\r\n{",
    "a request, in the middle of its headers": b"GET /api/boards HTTP/1.1\r\nHost: 127.0",
    "an answer that nobody reads": b"GET /api/boards/world/standard HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "a handshake that nobody waits for": b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
}


def test_what_is_broken_off_is_no_failure_of_the_server(house: House) -> None:
    """Trains go through tunnels; a request that never ends must not fill the log with tracebacks."""
    before = house.history()
    for said in BROKEN_OFF.values():
        for resets in (True, False):
            for _ in range(5):
                with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as line:
                    if resets:
                        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    line.sendall(said)
    assert house.history() == before
    assert not house.complaints()


def shake_hands(line: socket.socket) -> None:
    key = b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += line.recv(4_096)
    assert answer.startswith(b"HTTP/1.1 101"), answer
