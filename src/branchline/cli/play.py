"""`branchline play`: the quickest way to a game: a server for this machine, and a browser that opens on it."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Sequence
from typing import Annotated
from urllib.error import URLError
from urllib.request import urlopen

import typer

from branchline.cli.board_folder import BoardFolder
from branchline.cli.serve import Db, Host, Port, address, start


def play(
    port: Port = 8000,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    network: Annotated[bool, typer.Option("--network", help="Let others in your network join at once.")] = False,
    host: Host = "127.0.0.1",
    db: Db = None,
    boards: BoardFolder = None,
) -> None:
    """Play now: open a table in the browser. The page, or --network, lets others in your network join."""
    url = address(host, port)
    if is_branchline(url):
        typer.echo(f"Branchline is running already: {url}")
        if network:
            typer.echo("Invite, in the page, lets others in your network join.")
        if not no_open:
            webbrowser.open(url)
        return

    def ready(url: str, for_others: Sequence[str]) -> None:
        typer.echo(f"Branchline is ready: {url}")
        if for_others:
            typer.echo(f"For others in your network: {' or '.join(for_others)}")
        elif network:
            typer.echo("This machine is in no network that others could join from; the table is open here.")
        typer.echo("Ctrl+C ends it; the tables are kept.")
        if not no_open:
            # A browser may take its time to start; people who have one open already need not wait for it.
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    start(host, port, db, None, "warning", ready, network="at once" if network else "asked", boards=boards)


def is_branchline(url: str) -> bool:
    """Say whether a Branchline server answers there."""
    if url.endswith(":0"):
        return False
    try:
        with urlopen(f"{url}/api/boards", timeout=2) as answer:
            return b'"protocol"' in answer.read(200)
    except (URLError, OSError):
        return False
