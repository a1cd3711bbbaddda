"""`branchline games`: which games and boards there are, and all that is printed on one of them."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from branchline.cli.errors import Wrong
from branchline.cli.lookup import find_game, listed


def games(
    board: Annotated[
        str | None, typer.Argument(help="A game, a board of the package, or a board's file; all are listed without.")
    ] = None,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Edition of the board.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON instead of a table; of a board, all that is printed on it.")
    ] = False,
) -> None:
    """List the games, their editions and their boards; or print what is printed on one board."""
    if board is not None:
        _print_board(board, edition, as_json=as_json)
    elif edition is not None:
        raise Wrong("--edition is that of a board: name the board, as in 'branchline games usa --edition classic'")
    else:
        _print_list(as_json=as_json)


def _print_board(name: str, edition: str | None, *, as_json: bool) -> None:
    from branchline.core.revision import RULES_REVISION
    from branchline.notation.json.box import printed_json

    game = find_game(name, edition)
    data = {"revision": RULES_REVISION, **printed_json(game)}
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    cards = sum(kind["copies"] for kind in data["kinds"])
    cities = sum(not city["junction"] for city in data["cities"])
    routes = f"{len(data['routes'])} routes, " if data["routes"] else ""
    typer.echo(f"{data['name']} ({data['id']}), edition {data['edition']}: plays {data['game']}")
    typer.echo(f"for {listed(map(str, data['seat_counts']), 'or')} players")
    typer.echo(f"{cities} cities, {routes}{len(data['tickets'])} tickets, {cards} cards; --json prints all of them")
    typer.echo(f"digest {data['digest']}, revision {data['revision']} of the rules")


def _print_list(*, as_json: bool) -> None:
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
