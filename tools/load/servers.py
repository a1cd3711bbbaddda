"""The servers that are measured: one process or several, on a file or on a PostgreSQL that is started for it."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.postgresql import private_cluster
from tools.load.core_share import core_share

# As a distribution installs it; the tests' own cluster is smaller and never cleans up.
POSTGRESQL = {"autovacuum": "on", "shared_buffers": "128MB"}


class Servers:
    """Server processes that share a store, on ports that follow each other."""

    def __init__(self, ports: list[int], processes: list[subprocess.Popen[bytes]], database: int | None) -> None:
        self.ports = ports
        self.processes = [process.pid for process in processes]
        self.database = database

    def counted(self) -> dict[str, float]:
        """What the servers have counted about their commits since they started."""
        found: dict[str, float] = {}
        for port in self.ports:
            with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
                text = answer.read().decode()
            for name, value in re.findall(r"^(branchline_commit_\w+_(?:sum|count)) (\S+)$", text, re.MULTILINE):
                found[name] = found.get(name, 0.0) + float(value)
        return found


@contextlib.contextmanager
def serving(folder: Path, port: int, count: int, store: str, share: float | None = None) -> Iterator[Servers]:
    """Start servers on an empty store: `sqlite`, `postgres`, or the address of one that is there.

    With a share, each of them has no more than that part of a core.
    """
    with contextlib.ExitStack() as stack:
        database = None
        if store == "postgres":
            cluster = stack.enter_context(private_cluster(**POSTGRESQL))
            store, database = cluster.database(), cluster.pid
        elif store == "sqlite":
            store = str(folder / "tables.db")
        ports = [port + number for number in range(count)]
        processes = []
        for each in ports:
            # Entered before the server, so that it is left after it: a group with a process in it cannot be removed.
            limit = stack.enter_context(contextlib.ExitStack())
            processes.append(stack.enter_context(server(store, each, folder / f"server-{each}.log")))
            if share is not None:
                limit.enter_context(core_share(processes[-1].pid, share))
        yield Servers(ports, processes, database)


@contextlib.contextmanager
def server(db: str, port: int, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "branchline.cli.main", "serve", "--port", str(port), "--log-level", "warning"]
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=os.environ | {"BRANCHLINE_DB": db}, stdout=out, stderr=out)
    try:
        wait_for(process, port, log)
        yield process
    finally:
        process.terminate()
        process.wait()


def wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except (URLError, OSError):
            if process.poll() is not None:
                raise SystemExit(f"The server did not start:\n{log.read_text()}") from None
            time.sleep(0.1)
