"""`branchline arena`: bots against each other over paired deals, with intervals and ratings."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_players, listed
from branchline.cli.record_out import written_to

if TYPE_CHECKING:
    from branchline.core.game import AnyGame
    from branchline.lab.game_spec import GameResult
    from branchline.lab.ratings import Rating
    from branchline.lab.standings import Interval, Standing

HEADS = ("wins %", "score", "won with", "tickets", "Elo", "ms", "faults")


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
    iterations: Annotated[int | None, typer.Option("--iterations", min=1, help="Budget of bots that search.")] = None,
    ledger: Annotated[
        Path | None, typer.Option("--ledger", help="Keep every result here; a stopped run goes on from it.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="Write every game to this file, one record a line.")
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes; all cores if not given.")] = None,
    ray: Annotated[str | None, typer.Option("--ray", help="Address of a Ray cluster, or 'local'.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Let bots play each other: paired deals, win shares with 95 % intervals, Bradley-Terry ratings."""
    from branchline.games import find_game
    from branchline.lab.arena import Contest, NotALedger, play_contest
    from branchline.lab.executor import ExecutorUnavailable, open_executor

    played = find_game(game, edition)
    check_players(played, players)
    lineup = checked_lineup(played, bots, players)
    if deals < 1:
        raise UsageError(f"--games must be at least 1, not {deals}")
    if records is not None and ledger is not None and records.resolve() == ledger.resolve():
        raise UsageError("--records and --ledger need a file each")
    contest = Contest(game, edition, lineup, deals, seed, until_settled, iterations)
    try:
        with (
            written_to(records, go_on=ledger is not None) as note,
            open_executor(workers, ray) as executor,
            watched(deals) as progress,
        ):
            results = play_contest(contest, executor, ledger, progress, note)
    except (ExecutorUnavailable, NotALedger) as why:
        raise UsageError(str(why)) from None
    except OSError as error:
        raise UsageError(f"{ledger}: cannot be kept there: {error.strerror}") from None
    if as_json:
        typer.echo(json.dumps(_as_json(results)))
    else:
        _print(results)


def checked_lineup(game: AnyGame, bots: str, players: int) -> tuple[str, ...]:
    from branchline.bots.registry import bot_names
    from branchline.data.faults import did_you_mean
    from branchline.lab.arena import lineup_of

    names = [name.strip() for name in bots.split(",") if name.strip()]
    known = bot_names(game)
    for name in names:
        if name not in known:
            raise UsageError(f"unknown bot '{name}'{did_you_mean(name, known)}; there are: {listed(known)}")
    if not 1 <= len(names) <= players:
        raise UsageError(f"--bots needs 1 to {players} names for {players} players, not {len(names)}")
    for name in names:
        try_to_make(name, game)
    return lineup_of(names, players)


def try_to_make(name: str, game: AnyGame) -> None:
    """A bot of another package may fail already when it is made: better told now than by every process."""
    from branchline.bots.guard import error_text
    from branchline.bots.registry import make_bot

    try:
        make_bot(name, game)
    except Exception as error:
        raise UsageError(f"the bot '{name}' cannot be made: {error_text(error)}") from None


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


def _as_json(results: Sequence[GameResult]) -> dict[str, Any]:
    from dataclasses import asdict

    from branchline.lab.ratings import ratings
    from branchline.lab.standings import blocks_of, standings

    return {
        "deals": len(blocks_of(results)),
        "games": len(results),
        "standings": [_finite(asdict(line)) for line in standings(results)],
        "ratings": [_finite(asdict(line)) for line in ratings(results)] if _several(results) else [],
    }


def _finite(value: Any) -> Any:
    """JSON has no infinity: where an interval has no bound, it has null."""
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    return None if isinstance(value, float) and not isfinite(value) else value


def _several(results: Sequence[GameResult]) -> bool:
    return len({bot for result in results for bot in result.bots}) > 1


def _print(results: Sequence[GameResult]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from branchline.lab.ratings import ratings
    from branchline.lab.standings import blocks_of, standings

    console = Console(highlight=False)
    lines = standings(results)
    elo = {rating.bot: rating for rating in ratings(results)} if _several(results) else {}
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("bot", no_wrap=True)
    for head in HEADS:
        table.add_column(head, justify="right", no_wrap=True)
    for line in lines:
        table.add_row(line.bot, *_cells(line, elo.get(line.bot)))
    console.print(f"{len(blocks_of(results))} deals, {len(results)} games")
    console.print(table)
    for line in lines:
        if line.first_fault is not None:
            console.print(f"{line.bot}: {line.faults} faults, the first in {line.first_fault}", markup=False)


def _cells(line: Standing, rating: Rating | None) -> Iterator[str]:
    """Narrow enough for a terminal of eighty columns; `--json` has every figure as it is."""
    yield _spread(line.share, 100)
    yield _spread(line.score)
    yield "" if line.winning_score is None else f"{line.winning_score:.0f}"
    yield f"{line.tickets:.1f}"
    yield "" if rating is None else f"{rating.elo:+.0f} ± {(rating.high - rating.low) / 2:.0f}"
    yield f"{line.milliseconds:.2f}"
    yield str(line.faults)


def _spread(value: Interval, times: int = 1) -> str:
    """A mean with the reach of its interval; one deal has none."""
    mean, reach = times * value.mean, times * value.reach
    return f"{mean:.1f} ± {reach:.1f}" if isfinite(reach) else f"{mean:.1f}"
