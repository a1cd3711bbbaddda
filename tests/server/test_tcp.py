"""Connections that say nothing: an address has its share of them, and none stays for ever."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import uvicorn
from websockets.asyncio.client import connect

from branchline.server.app import UVICORN, create_app
from branchline.server.http import tcp
from branchline.server.http.state import state_of
from branchline.server.http.tcp import TcpConnections
from branchline.server.process import allow_many_files
from branchline.server.settings import Settings
from branchline.server.store.sqlite.store import SqliteStore
from tests.kill.server_process import free_port
from tests.server.webapp import Simple

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
WAIT = 30.0


def dial(port: int, address: str = "127.0.0.1") -> socket.socket:
    """Connect from one of the addresses that a machine has for itself, and say nothing."""
    return socket.create_connection(("127.0.0.1", port), WAIT, source_address=(address, 0))


def ask(port: int, address: str) -> bytes:
    """Ask whether the server is well, and give the first line of its answer."""
    with dial(port, address) as caller:
        caller.sendall(GET)
        return caller.recv(1000).partition(b"\r\n")[0]


def is_closed(caller: socket.socket, seconds: float = 0.2) -> bool:
    """Whether the server has closed the connection."""
    caller.settimeout(seconds)
    try:
        return caller.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def read_all(caller: socket.socket) -> None:
    """Read until the server has closed the connection; raises `TimeoutError` if it does not."""
    with contextlib.suppress(ConnectionError):
        while caller.recv(10_000):
            pass


@contextlib.contextmanager
def real_server(folder: Path, files: int) -> Iterator[int]:
    """A server of its own, by the real command, that may open so many files."""
    port = free_port()
    serve = f"{sys.executable} -m branchline.cli.main serve --port {port} --db {folder}/tables.db"
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(["sh", "-c", f"ulimit -n {files}; exec {serve}"], stdout=log, stderr=log)
    try:
        for _ in range(1500):
            with contextlib.suppress(OSError), urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                break
            assert process.poll() is None, (folder / "log").read_text()
            time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait(60)


def test_silent_connections_from_one_address_lock_nobody_out(tmp_path: Path) -> None:
    allow_many_files()
    with real_server(tmp_path, files=1500) as port, contextlib.ExitStack() as callers:
        for _ in range(1600):
            with contextlib.suppress(OSError):
                callers.enter_context(dial(port, "127.0.0.2"))
        assert ask(port, "127.0.0.3") == b"HTTP/1.1 200 OK"
        with dial(port, "127.0.0.2") as one_more:
            assert is_closed(one_more, 5.0), "the address has its share already"


@contextlib.asynccontextmanager
async def served(
    folder: Path, settings: Settings | None = None, **limits: Any
) -> AsyncIterator[tuple[int, TcpConnections]]:
    """The application behind a real socket, in this event loop."""
    app = create_app(lambda: SqliteStore.open(folder / "tables.db"), settings or Settings(), bots=Simple)
    state_of(app).tcp = connections = TcpConnections(by_address=True, **limits)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="on", **UVICORN))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        running = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield listening.getsockname()[1], connections
        finally:
            server.should_exit = True
            await running


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEADER_SECONDS", "BODY_SECONDS", "ANSWER_SECONDS", "IDLE_SECONDS", "CLOSING_SECONDS"):
        monkeypatch.setattr(tcp, name, 0.3)
    monkeypatch.setattr(tcp, "SWEEP_SECONDS", 0.05)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /healthz HT",
        b"\r\n" * 3,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        GET,
        GET + b"\r\n",
        GET + b"GET /health",
    ],
)
def test_whoever_says_nothing_more_is_closed(tmp_path: Path, said: bytes) -> None:
    """Silence before, in and after a request; also bytes that belong to no request do not keep a connection open."""

    async def scene() -> None:
        async with served(tmp_path) as (port, connections):
            caller = dial(port)
            caller.sendall(said)
            await asyncio.sleep(0.1)
            assert len(connections) == 1
            async with asyncio.timeout(WAIT):
                while len(connections):
                    await asyncio.sleep(0.02)
            await asyncio.to_thread(read_all, caller)
            caller.close()

    asyncio.run(scene())


@pytest.mark.usefixtures("hurried")
def test_a_table_is_not_closed_however_quiet_it_is_and_gives_its_place_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path) as (port, connections):
            async with connect(f"ws://127.0.0.1:{port}/ws") as table:
                await asyncio.sleep(0.8)
                await table.send(json.dumps({"type": "hello", "protocol": 0, "table": "a" * 16}))
                assert json.loads(await table.recv())["code"] == "reload", "it still answers"
            async with asyncio.timeout(WAIT):
                while len(connections):
                    await asyncio.sleep(0.02)

    asyncio.run(scene())


@pytest.mark.usefixtures("hurried")
def test_somebody_who_does_not_read_keeps_no_place(tmp_path: Path) -> None:
    """An answer that fills all buffers on the way would otherwise wait for ever."""

    async def scene() -> None:
        async with served(tmp_path) as (port, connections):
            caller = dial(port)
            caller.setblocking(False)
            with contextlib.suppress(BlockingIOError, ConnectionError):
                for _ in range(20_000):
                    caller.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    await asyncio.sleep(0)
            async with asyncio.timeout(WAIT):
                while len(connections):
                    await asyncio.sleep(0.02)
            caller.close()

    asyncio.run(scene())


def test_endless_headers_are_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\n")
            with contextlib.suppress(ConnectionError):
                for _ in range(100):
                    writer.write(b"x-more: " + b"a" * 2000 + b"\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.001)
            async with asyncio.timeout(WAIT):
                with contextlib.suppress(ConnectionError):
                    assert (await reader.read(100)).startswith(b"HTTP/1.1 400")
            writer.close()

    asyncio.run(scene())


def test_when_all_places_are_taken_a_newcomer_gets_that_of_whoever_was_silent_longest(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path, most=8) as (port, connections):
            talking = await asyncio.to_thread(dial, port, "127.0.0.1")
            talking.sendall(GET)
            assert (await asyncio.to_thread(talking.recv, 1000)).startswith(b"HTTP/1.1 200")
            silent = [await asyncio.to_thread(dial, port, f"127.0.0.{2 + number // 2}") for number in range(7)]
            await asyncio.sleep(0.1)
            assert len(connections) == 8
            assert (await asyncio.to_thread(ask, port, "127.0.0.9")).endswith(b"200 OK")
            assert await asyncio.to_thread(is_closed, silent[0])
            assert not await asyncio.to_thread(is_closed, silent[1])
            assert not await asyncio.to_thread(is_closed, talking)
            for caller in (talking, *silent):
                caller.close()

    asyncio.run(scene())


def test_behind_a_proxy_everybody_comes_from_one_address() -> None:
    class Line:
        def abort(self) -> None:
            raise AssertionError

    behind, direct = TcpConnections(by_address=False, most=100), TcpConnections(by_address=True, most=100)
    lines: list[Any] = [Line() for _ in range(100)]
    let_in = [sum(each.arrive(line, "10.0.0.1", 0.0) is not None for line in lines) for each in (behind, direct)]
    assert let_in == [100, 25]
