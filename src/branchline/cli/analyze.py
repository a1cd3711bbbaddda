"""`branchline analyze`: looking back at a game that was played, decision by decision."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from branchline.cli.errors import UsageError
from branchline.cli.lane import lane_errors
from branchline.cli.lookup import check_language

if TYPE_CHECKING:
    from branchline.analysis.findings import Analysis, Progress
    from branchline.core.game import AnyGame
    from branchline.notation.records.record import Record


def analyze(
    file: Annotated[Path, typer.Argument(help="A record, or a file with one record a line.")],
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Only the decisions of this seat; the first is 0.")
    ] = None,
    number: Annotated[int, typer.Option("--record", min=1, help="Which record of a file with several.")] = 1,
    effort: Annotated[
        int | None, typer.Option("--effort", min=32, help="Trials of a decision: more are slower and more exact.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Seed of the imagined worlds.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the analysis as JSON.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with curve and boards here.")] = None,
    board: Annotated[
        Path | None,
        typer.Option("--board", help="The board's file, for old records of games on a board of one's own."),
    ] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="Language, such as en or pl.")] = "en",
) -> None:
    """Look back at a game: what each decision was worth, the chances through the game, luck and skill."""
    from branchline.games import find_game
    from branchline.notation.records.replay import game_of_record

    check_language(language)
    record = _record(file, number)
    game = game_of_record(record) if board is None else find_game(board, record.edition)
    if seat is not None and seat >= len(record.seats):
        raise UsageError(f"there is no seat {seat}: the record has {len(record.seats)} seats, counted from 0")
    with lane_errors():
        from branchline.analysis.analyze import EFFORT
        from branchline.analysis.analyze import analyze as look_back

        seats = None if seat is None else (seat,)
        with _progress() as told:
            found = look_back(record, seats=seats, effort=effort or EFFORT, seed=seed, game=game, told=told)
    if html is not None:
        _write_page(html, record, game, found, language)
    if as_json:
        from branchline.analysis.findings import analysis_json

        typer.echo(analysis_json(found))
    elif html is None:
        _tell(game, found, language)


def _record(file: Path, number: int) -> Record:
    from branchline.notation.records.reader import read_records

    record = next(islice(read_records(file), number - 1, None), None)
    if record is None:
        raise UsageError(f"{file}: there is no record {number} in this file")
    return record


@contextmanager
def _progress() -> Iterator[Callable[[Progress], object]]:
    """A progress line, where somebody watches."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("decisions", total=None)
        yield lambda progress: bar.update(task, completed=progress.done, total=progress.total)


def _write_page(path: Path, record: Record, game: AnyGame, found: Analysis, language: str) -> None:
    from branchline.analysis.report.page import page

    try:
        path.write_text(page(record, game, found, language), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None


def _tell(game: AnyGame, found: Analysis, language: str) -> None:
    from branchline.analysis.told import Teller

    teller = Teller(game, found, language)
    typer.echo(teller.say("how"))
    for account in found.accounts:
        typer.echo(f"\n{found.names[account.seat]}")
        for line in teller.account(account):
            typer.echo(f"  {line}")
        costliest = teller.costliest(account)
        typer.echo(f"  {teller.say('costliest' if costliest else 'none')}")
        for decision in costliest:
            typer.echo(f"    {decision.cost}")
            for told in (decision.played, decision.better, decision.why, decision.gains, decision.doubt):
                if told is not None:
                    typer.echo(f"      {told}")
