"""A private PostgreSQL for tests, reached through a socket in a temporary folder and gone when its user is done.

By hand: `python -m tests.postgresql` starts one, prints the address for `--db`, and stops it at Ctrl+C.
"""

import contextlib
import glob
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

START_SECONDS = 120
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
    "autovacuum": "off",
}


class Cluster:
    """A server of our own; `database()` makes room for one empty set of tables and gives its address."""

    def __init__(self, folder: Path, user: str, settings: dict[str, str]) -> None:
        self.url = f"postgresql:///postgres?host={folder}&user={user}"
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._command = [program("postgres"), "-D", str(folder / "data"), "-k", str(folder), *options]
        self._user = user
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._server = launch(self._command, self._user)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError:
                assert self._server.poll() is None, "PostgreSQL ended at its start"
                assert time.monotonic() < deadline, f"PostgreSQL did not start within {START_SECONDS} s"
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        assert self._server is not None
        return self._server.pid

    def crash(self) -> None:
        """End at once: nothing is written down, and the next start has to recover from the write-ahead log."""
        assert self._server is not None
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait()

    def database(self) -> str:
        # A schema is as good as a database here, and is made and removed a hundred times faster.
        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url}&options=-csearch_path%3D{name}"


def program(name: str) -> str:
    """Find one of PostgreSQL's programs: on the path, or where Debian hides them; the newest if there are several."""
    places = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda place: int(place.split("/")[4]))
    found = shutil.which(name) or (places and places[-1])
    if not found:
        raise FileNotFoundError(f"PostgreSQL's {name} is missing: `make system-test-deps` installs it.")
    return found


def server_user() -> str:
    """Name whom the server runs as: it refuses to run as root."""
    return "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name


@contextlib.contextmanager
def private_cluster(**more: str) -> Iterator[Cluster]:
    """Start a server of our own, with more settings if wanted; stop it and remove its files at the end."""
    user = server_user()
    folder = Path(tempfile.mkdtemp(prefix="branchline-postgresql-"))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, user)
        initialize(folder / "data", user)
        cluster = Cluster(folder, user, SETTINGS | more)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.crash()  # Nobody will read these files again.
    finally:
        shutil.rmtree(folder)


def initialize(data: Path, user: str) -> None:
    command = [program("initdb"), "-D", str(data), "-U", user, "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
    made = launch(command, user, stdout=subprocess.PIPE)
    output, _ = made.communicate()
    assert made.returncode == 0, f"initdb failed: {output.decode()}"


def launch(command: list[str], user: str, stdout: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """Start a program as this user; only root may choose."""
    as_user = {"user": user, "group": user, "extra_groups": []} if os.getuid() == 0 else {}
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]  # The keywords fit; mypy cannot see it.
        command, cwd="/", stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.STDOUT, **as_user
    )


def main() -> None:
    for polite in (signal.SIGINT, signal.SIGTERM):
        signal.signal(polite, signal.default_int_handler)
    with private_cluster() as cluster, contextlib.suppress(KeyboardInterrupt):
        print(cluster.database(), flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
