"""`branchline ladder`: every bot on every board against those below it, and the page that tells how it stands."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.arena import try_to_make
from branchline.cli.errors import UsageError
from branchline.cli.lookup import listed

QUICK_DEALS = 10


def ladder(
    games: Annotated[
        str | None,
        typer.Option("--only", help="Boards, files or cards with commas; all that are offered if not given."),
    ] = None,
    rungs: Annotated[
        str | None, typer.Option("--rungs", help="Bots with commas, at least two; all if not given.")
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", "-p", help="Play only with these numbers of players, with commas.")
    ] = None,
    deals: Annotated[int, typer.Option("--games", "-n", help="Deals of each match, with all seatings.")] = 1000,
    quick: Annotated[bool, typer.Option("--quick", help="A few deals of neighbors only: a look, no proof.")] = False,
    minutes: Annotated[
        float | None, typer.Option("--minutes", help="Begin no match after this time; 0 only rebuilds the page.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Seed of the first deal.")] = 1,
    ledgers: Annotated[
        Path, typer.Option("--ledgers", help="Folder that keeps every result; a stopped run goes on from it.")
    ] = Path("ladder"),
    page: Annotated[Path | None, typer.Option("--page", help="Put the table into this page.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes; all cores if not given.")] = None,
    ray: Annotated[str | None, typer.Option("--ray", help="Address of a Ray cluster, or 'local'.")] = None,
) -> None:
    """Play the ladder of every board and of the cards and print its table, or rebuild a page with it."""
    from branchline.bots.registry import RUNGS, bot_names
    from branchline.games import catalog, find_game
    from branchline.lab.arena import NotALedger
    from branchline.lab.executor import ExecutorUnavailable, open_executor
    from branchline.lab.ladder import MarksMissing, matches, play_matches, table, with_table
    from branchline.lab.ladder import quick as is_quick

    names = [name.strip() for name in games.split(",")] if games else [each.id for each in catalog() if each.offered]
    for name in names:
        find_game(name)
    among = [name.strip() for name in rungs.split(",")] if rungs else list(RUNGS)
    if len(among) < 2 or not set(among) <= set(RUNGS):
        raise UsageError(f"--rungs must be two or more of {listed(RUNGS)}")
    counts = _counts(players)
    if deals < 1:
        raise UsageError(f"--games must be at least 1, not {deals}")
    if minutes is not None and minutes < 0:
        raise UsageError(f"--minutes must not be negative, and is {minutes:g}")
    for name in names:
        for rung in among:
            if rung in bot_names(find_game(name)):
                try_to_make(rung, find_game(name))
    chosen = [match for name in names for match in matches(name, among) if not quick or is_quick(match)]
    played = [match for match in chosen if counts is None or match.players in counts]
    text = _read(page)
    try:
        with open_executor(workers, ray) as executor:
            play_matches(played, executor, ledgers, min(deals, QUICK_DEALS) if quick else deals, seed, minutes, _tell)
    except (ExecutorUnavailable, NotALedger) as why:
        raise UsageError(str(why)) from None
    except OSError as error:
        raise UsageError(f"{ledgers}: cannot be written: {error.strerror}") from None
    generated = table(chosen, ledgers, seed, _command(games, rungs, quick), date.today())
    if page is None:
        typer.echo(generated)
        return
    try:
        page.write_text(with_table(text, generated), "utf-8")
    except MarksMissing as wrong:
        raise UsageError(f"{page}: {wrong}") from None
    typer.echo(f"{page}: {listed(names)}")


def _command(games: str | None, rungs: str | None, quick: bool) -> str:
    """What was asked for, as far as it says which lines there are."""
    asked = [f"--only {games}" if games else "", f"--rungs {rungs}" if rungs else "", "--quick" if quick else ""]
    return " ".join(["branchline ladder", *filter(None, asked)])


def _counts(players: str | None) -> set[int] | None:
    """The numbers of players asked for; None for all."""
    if players is None:
        return None
    try:
        return {int(count) for count in players.split(",")}
    except ValueError:
        raise UsageError(f"--players must be numbers with commas, such as 2,3, and is {players!r}") from None


def _read(page: Path | None) -> str:
    try:
        return "" if page is None else page.read_text("utf-8")
    except OSError as error:
        raise UsageError(f"{page}: cannot be read: {error.strerror}") from None


def _tell(doing: str) -> None:
    """What is being played, for whoever waits."""
    print(doing, file=sys.stderr, flush=True)
