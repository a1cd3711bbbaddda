"""`branchline arena`: bots against each other over paired deals, with intervals and ratings."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from branchline.cli.find import check_players, find_game, listed
from branchline.cli.wrong import Wrong

if TYPE_CHECKING:
    from branchline.core.game import Game
    from branchline.lab.trial import Finding


def arena(
    game: Annotated[str, typer.Argument(help="A game, a board of the package, or a board's file.")],
    bots: Annotated[str, typer.Option("--bots", "-b", help="Names with commas; the last fills the other seats.")],
    players: Annotated[int, typer.Option("--players", "-p", help="How many play.")] = 2,
    deals: Annotated[int, typer.Option("--games", "-n", help="How many deals, each played with all seatings.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Seed of the first deal.")] = 1,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Edition of the game.")] = None,
    until_settled: Annotated[
        bool, typer.Option("--until-settled", help="Stop once every share clearly differs from a fair one.")
    ] = False,
    iterations: Annotated[int | None, typer.Option("--iterations", help="Budget of bots that search.")] = None,
    ledger: Annotated[
        Path | None, typer.Option("--ledger", help="Keep every result here; a stopped run goes on from it.")
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", help="Processes; all cores if not given.")] = None,
    ray: Annotated[str | None, typer.Option("--ray", help="Address of a Ray cluster, or 'local'.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Let bots play each other: paired deals, win shares with 95 % intervals, Bradley-Terry ratings."""
    from branchline.lab.arena import Contest, hold
    from branchline.lab.crew import NoRay, crew

    played = find_game(game, edition)
    check_players(played, players)
    lineup = checked_lineup(played, bots, players)
    if deals < 1:
        raise Wrong(f"--games must be at least 1, not {deals}")
    contest = Contest(game, edition, lineup, deals, seed, until_settled, iterations)
    try:
        with crew(workers, ray) as hands, watched(deals) as progress:
            findings = hold(contest, hands, ledger, progress)
    except NoRay as missing:
        raise Wrong(str(missing)) from None
    if as_json:
        typer.echo(json.dumps(_as_json(findings)))
    else:
        _print(findings)


def checked_lineup(game: Game[Any, Any], bots: str, players: int) -> tuple[str, ...]:
    from branchline.bots.registry import bot_names
    from branchline.data.faults import did_you_mean
    from branchline.lab.arena import lineup_of

    names = [name.strip() for name in bots.split(",") if name.strip()]
    known = bot_names(game)
    for name in names:
        if name not in known:
            raise Wrong(f"unknown bot '{name}'{did_you_mean(name, known)}; there are: {listed(known)}")
    if not 1 <= len(names) <= players:
        raise Wrong(f"--bots needs 1 to {players} names for {players} players, not {len(names)}")
    return lineup_of(names, players)


@contextmanager
def watched(total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar where somebody watches."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deals", total=total)
        yield lambda done: bar.update(task, completed=done)


def _as_json(findings: Sequence[Finding]) -> dict[str, Any]:
    from dataclasses import asdict

    from branchline.lab.ratings import ratings
    from branchline.lab.verdict import blocks_of, standings

    return {
        "deals": len(blocks_of(findings)),
        "games": len(findings),
        "standings": [asdict(line) for line in standings(findings)],
        "ratings": [asdict(line) for line in ratings(findings)] if _several(findings) else [],
    }


def _several(findings: Sequence[Finding]) -> bool:
    return len({bot for finding in findings for bot in finding.bots}) > 1


def _print(findings: Sequence[Finding]) -> None:
    from rich.console import Console
    from rich.table import Table

    from branchline.lab.ratings import ratings
    from branchline.lab.verdict import blocks_of, standings

    console = Console()
    elo = {line.bot: line for line in ratings(findings)} if _several(findings) else {}
    table = Table(title=f"{len(blocks_of(findings))} deals, {len(findings)} games")
    for head in ("bot", "seats", "win share", "score", "when winning", "tickets", "Elo", "ms a decision", "faults"):
        table.add_column(head)
    for line in standings(findings):
        rating = elo.get(line.bot)
        table.add_row(
            line.bot,
            str(line.seats),
            f"{line.share.mean:.3f} [{line.share.low:.3f}, {line.share.high:.3f}]",
            f"{line.score.mean:.1f} ± {line.score.high - line.score.mean:.1f}",
            f"{line.winning_score:.1f}",
            f"{line.tickets:.2f}",
            "" if rating is None else f"{rating.elo:+.0f} [{rating.low:+.0f}, {rating.high:+.0f}]",
            f"{line.milliseconds:.2f}",
            str(line.faults),
        )
    console.print(table)
