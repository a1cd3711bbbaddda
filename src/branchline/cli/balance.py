"""`branchline balance`: whether a board is any good, from games between compiled players."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.arena import watched
from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_language
from branchline.messages import say

if TYPE_CHECKING:
    from branchline.balance.finding import Balance


def balance(
    game: Annotated[str, typer.Argument(help="A board of the package, or a board's file.")],
    games: Annotated[int, typer.Option("--games", "-n", help="How many games at each number of players.")] = 400,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Seed of the first game.")] = 1,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Edition of the board.")] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="en, pl or ro.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print every number as JSON.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write the report to this file as a page.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Threads; all cores if not given.")] = None,
) -> None:
    """Tell what stands out on a board, compared with the printed ones, and what to do about it."""
    from branchline.core.printed.board import Board
    from branchline.games import find_game
    from branchline.rules.board.game import BoardGame

    check_language(language)
    if games < 1:
        raise UsageError(f"--games must be at least 1, not {games}")
    played = find_game(game, edition)
    if not isinstance(played, BoardGame) or not isinstance(played.printed, Board):
        raise UsageError(say(language, "balance.no-board"))
    try:
        from branchline.balance.finding import judge
        from branchline.balance.measure import games_for, play_sample
        from branchline.balance.norms import norms
        from branchline.balance.play import SamplePlayer
    except ImportError:
        raise UsageError("the fast lane needs numba and numpy: pip install 'branchline[fast]'") from None
    from branchline.lane.layout import NoLane

    done = 0
    with watched(sum(games_for(seats, games) for seats in played.seat_counts)) as progress:

        def count(more: int) -> None:
            nonlocal done
            done += more
            progress(done)

        try:
            sample = play_sample(SamplePlayer(played, workers or os.cpu_count() or 1, count), games, seed)
        except NoLane as too_large:
            raise UsageError(str(too_large)) from None
    found = judge(sample, norms())
    if html is not None:
        _write(html, found, language)
    if as_json:
        from branchline.balance.report import as_json as told

        typer.echo(json.dumps(told(found, seed), ensure_ascii=False))
    else:
        _print(found, language)


def _write(path: Path, found: Balance, language: str) -> None:
    from branchline.balance.page import html_report

    try:
        path.write_text(html_report(found, language), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None


def _print(found: Balance, language: str) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from branchline.balance.report import games_played, games_table, lines, title

    typer.echo(title(found, language))
    typer.echo(say(language, "balance.played", count=games_played(found)))
    typer.echo()
    heads, rows = games_table(found, language, brief=True)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number == 0 else "right")
    for row in rows:
        table.add_row(*row)
    Console(highlight=False).print(table)
    typer.echo()
    for line in lines(found, language):
        typer.echo(line)
