"""A real server in a process of its own, started by the real command, that can be killed at any moment."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

# Deadlines against hangs, far beyond what a busy machine needs; nothing here measures time.
READY_SECONDS = 300
END_SECONDS = 120


def free_port() -> int:
    """Find a port below those that outgoing connections take: a client must not sit on it while the server is dead."""
    ports = list(range(20_000, 32_000))
    random.shuffle(ports)
    for port in ports:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class ServerProcess:
    """`branchline serve` on a port that stays the same over all its lives."""

    def __init__(self, db: str, log: Path) -> None:
        self.port = free_port()
        self._db = db
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        assert not self.is_running
        # The address goes by the environment, as a password in it would have to.
        command = [sys.executable, "-m", "branchline.cli.main", "serve", "--port", str(self.port), "--proxies", "1"]
        environment = os.environ | {"BRANCHLINE_DB": self._db}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not self.answers():
            assert self.is_running, f"the server ended by itself:\n{self.said()}"
            assert time.monotonic() < deadline, f"the server is not ready after {READY_SECONDS} s:\n{self.said()}"
            time.sleep(0.02)

    def answers(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """End it as a power cut would end the process: no handler runs, nothing is finished."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end, and give its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(how)
        return self._process.wait(timeout=END_SECONDS)

    def said(self) -> str:
        """Give the last of what it wrote to its log."""
        return self._log.read_text("utf-8", "replace")[-4000:]
