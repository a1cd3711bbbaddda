"""`branchline lab`: many games into tables (Parquet) and a report with plots."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from branchline.cli.arena import checked_lineup, watched
from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_players
from branchline.cli.record_out import written_to
from branchline.messages import say


def lab(
    game: Annotated[str, typer.Argument(help="A game, a board of the package, or a board's file.")],
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="Names with commas; the last fills the other seats.")
    ] = "greedy",
    players: Annotated[int, typer.Option("--players", "-p", help="How many play.")] = 2,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 200,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Seed of the first game.")] = 1,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Edition of the game.")] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the tables and the report.")] = Path("lab"),
    records: Annotated[
        Path | None, typer.Option("--records", help="Write every game to this file, one record a line.")
    ] = None,
    observations: Annotated[
        bool, typer.Option("--observations", help="Write what was seen and chosen at every decision, for imitation.")
    ] = False,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Processes; all cores if not given.")] = None,
    ray: Annotated[str | None, typer.Option("--ray", help="Address of a Ray cluster, or 'local'.")] = None,
) -> None:
    """Play many games and write what happened: Parquet tables and a self-contained HTML report."""
    from branchline.games import find_game

    played = find_game(game, edition)
    check_players(played, players)
    lineup = checked_lineup(played, bots, players)
    if games < 1:
        raise UsageError(f"--games must be at least 1, not {games}")
    try:
        from branchline.lab.run import LabGames, gather, write
    except ImportError:
        raise UsageError("the lab needs polars and altair: pip install 'branchline[lab]'") from None
    if observations:
        _check_numpy()
    from branchline.lab.executor import ExecutorUnavailable, open_executor

    title = f"{played.printed.name}: {say('en', 'count.games', count=games)} of {', '.join(lineup)}"
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        progress(done)

    try:
        out.mkdir(parents=True, exist_ok=True)
        with (
            TemporaryDirectory(prefix=".parts-", dir=out) as room,
            written_to(records) as note,
            open_executor(workers, ray) as executor,
            watched(games) as progress,
        ):
            specs = LabGames(game, edition, lineup, games, seed)
            frames = gather(specs, executor, Path(room), count, note, observed=observations)
            files = write(out, game, edition, frames, title)
    except ExecutorUnavailable as why:
        raise UsageError(str(why)) from None
    except OSError as error:
        raise UsageError(f"{out}: cannot be written: {error.strerror}") from None
    for path in files:
        typer.echo(path)


def _check_numpy() -> None:
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise UsageError("observations need numpy: pip install 'branchline[envs]' or 'branchline[fast]'") from None
