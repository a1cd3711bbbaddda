"""`branchline play`: the quickest way to a game."""

from __future__ import annotations

from typing import Annotated

import typer

from branchline.cli.terminal import terminal


def play(
    port: Annotated[int, typer.Option("--port", help="Port of the browser table, once it is built in.")] = 8000,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """Play now. Until the browser table is built in, this is a game in the terminal against random players."""
    terminal()
