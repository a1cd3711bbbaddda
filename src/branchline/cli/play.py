"""`branchline play`: the quickest way to a game: a server for this machine, and a browser that opens on it."""

from __future__ import annotations

import socket
import threading
import webbrowser
from typing import Annotated
from urllib.error import URLError
from urllib.request import urlopen

import typer

from branchline.cli.serve import Db, Host, Port, address, start

# An address that needs no answer: asking for the way to it tells which of ours leads outside. It is kept for examples.
ELSEWHERE = ("192.0.2.1", 9)


def play(
    port: Port = 8000,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    host: Host = "127.0.0.1",
    db: Db = None,
) -> None:
    """Play now: open a table in the browser. With --host 0.0.0.0, others in your network can join."""
    url = address(host, port)
    if is_branchline(url):
        typer.echo(f"Branchline is running already: {url}")
        if not no_open:
            webbrowser.open(url)
        return

    def ready(url: str) -> None:
        typer.echo(f"Branchline is ready: {url}")
        if host in ("0.0.0.0", "::") and (own := own_address()):
            typer.echo(f"For others in your network: http://{own}:{url.rpartition(':')[2]}")
        typer.echo("Ctrl+C ends it; the tables are kept.")
        if not no_open:
            # A browser may take its time to start; people who have one open already need not wait for it.
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    start(host, port, db, None, "warning", ready)


def is_branchline(url: str) -> bool:
    """Say whether a Branchline server answers there."""
    if url.endswith(":0"):
        return False
    try:
        with urlopen(f"{url}/api/boards", timeout=2) as answer:
            return b'"protocol"' in answer.read(200)
    except (URLError, OSError):
        return False


def own_address() -> str | None:
    """Give the address of this machine that others in its network see; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
        return found
