"""`branchline check`: everything that is wrong with a board file, or what the board is like."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def check(
    file: Annotated[str, typer.Argument(help="A board file (TOML), or the name of a board of the package.")],
) -> None:
    """Check a board file: all its faults, each with its place, or a summary."""
    from branchline.data.load import board_info, board_names, load_board, warnings_of
    from branchline.games import game_of_board

    source = file if file in board_names() else Path(file)
    info = board_info(source)
    typer.echo(f"{info.name} ({info.id}): a board for {info.game}. No faults found.")
    for edition in info.editions:
        game = game_of_board(load_board(source, edition.id))
        board = game.printed
        spaces = sum(route.length for route in board.routes)
        typer.echo(
            f"  edition {edition.id}: {sum(not city.junction for city in board.cities)} cities, "
            f"{len(board.routes)} routes with {spaces} spaces, {len(board.tickets)} tickets, "
            f"{sum(kind.copies for kind in board.kinds)} cards, digest {board.digest}"
        )
    for warning in warnings_of(source):
        typer.echo(f"  warning: {warning}")
