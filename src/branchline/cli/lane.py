"""`branchline lane`: whether the fast lane plays exactly as the core does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from typer.exceptions import Exit

from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_players
from branchline.cli.replay import DIFFERENT

app = typer.Typer(help="The fast lane: the rules compiled, for games by the thousand.")


@app.callback()
def lane() -> None:
    """Keep `verify` a command of its own, though it is the only one."""


@contextmanager
def lane_errors() -> Iterator[None]:
    """Tell in a line that the lane is not installed, or does not play a game."""
    try:
        import branchline.lane.compile  # noqa: F401  # says what is missing
        from branchline.lane.layout import NoLane
    except ImportError as missing:
        raise UsageError(str(missing)) from missing
    try:
        yield
    except NoLane as refused:
        raise UsageError(str(refused)) from refused


@app.command()
def verify(
    game: Annotated[str, typer.Argument(help="A game, a board, or a board's file.")],
    edition: Annotated[str | None, typer.Option("--edition", help="Which edition; otherwise the usual one.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games for each number of players.")] = 10,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Only this number of players.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the first game; the others follow it.")] = 1,
) -> None:
    """Play random games in core and lane side by side; compare actions, states and scores at every decision."""
    from branchline.games import find_game

    found = find_game(game, edition)
    if players is not None:
        check_players(found, players)
    with lane_errors():
        from branchline.lane.verify import by_verb, compare_game, uniform

        compared = decisions = 0
        for seats in found.seat_counts if players is None else (players,):
            for number in range(seed, seed + games):
                taken, difference = compare_game(found, seats, number, by_verb if number % 2 else uniform)
                if difference is not None:
                    print(difference, file=sys.stderr)
                    raise Exit(DIFFERENT)
                compared, decisions = compared + 1, decisions + taken
        typer.echo(f"{compared} games of {found.board_id}, {decisions} decisions: core and lane are the same")
