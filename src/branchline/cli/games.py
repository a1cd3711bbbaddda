"""`branchline games`: which games there are, for how many, in which editions and on which boards."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer


def games(as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False) -> None:
    """List the games, their editions and their boards."""
    rows = [_row(name) for name in _names()]
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "name", "players", "editions", "boards")
    for row in rows:
        players = f"{row['players'][0]}–{row['players'][-1]}"
        table.add_row(row["game"], row["name"], players, ", ".join(row["editions"]), ", ".join(row["boards"]))
    Console().print(table)


def _names() -> tuple[str, ...]:
    from branchline.games import game_names

    return game_names()


def _row(name: str) -> dict[str, Any]:
    from branchline.data.load import board_names, load_box
    from branchline.games import load_game
    from branchline.messages import DEFAULT, say

    game = load_game(name)
    boxes = [load_box(board) for board in board_names()]
    return {
        "game": name,
        "name": say(DEFAULT, f"game.{name}"),
        "players": list(game.seat_counts),
        "editions": _editions(name, game.edition),
        "boards": [box.id for box in boxes if box.game == name],
    }


def _editions(name: str, default: str) -> list[str]:
    """The editions of a game's own board, the default first; a game without a board has the one it is loaded in."""
    from branchline.data.load import board_names, load_box

    return [edition.id for edition in load_box(name).editions] if name in board_names() else [default]
