"""`branchline games`: which games and boards there are, and all that is printed on one of them."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from branchline.cli.errors import UsageError
from branchline.cli.lookup import listed


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
        raise UsageError("--edition is that of a board: name the board, as in 'branchline games usa --edition classic'")
    else:
        _print_list(as_json=as_json)


def _print_board(name: str, edition: str | None, *, as_json: bool) -> None:
    from branchline.core.revision import RULES_REVISION
    from branchline.games import find_game
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
    """A game with the editions of its own board, the default first, and all boards that play by its rules."""
    from branchline.games import catalog, load_game
    from branchline.messages import DEFAULT, say

    boards = [info for info in catalog() if info.game == name]
    return {
        "game": name,
        "name": say(DEFAULT, f"game.{name}"),
        "players": list(load_game(name).seat_counts),
        "editions": [edition.id for edition in boards[0].editions],
        "boards": [info.id for info in boards],
    }
