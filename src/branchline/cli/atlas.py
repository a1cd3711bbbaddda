"""`branchline atlas`: what strong games say about a board, as figures, a page and maps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.arena import watched
from branchline.cli.errors import UsageError
from branchline.cli.lane import lane_errors

ALL = "all"


def atlas(
    game: Annotated[str, typer.Argument(help="A game, a board, a board's file, or 'all' of the package.")],
    games: Annotated[int, typer.Option("--games", "-n", min=20, help="How many with two players.")] = 10_000,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Seed of the first game.")] = 1,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Edition of the game.")] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Threads.")] = 1,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for pages and maps.")] = Path("atlas"),
    data: Annotated[Path | None, typer.Option("--data", help="Folder for the figures, if another.")] = None,
) -> None:
    """Play games of compiled players, and write what they say about first tickets, routes, seats and the end."""
    from branchline.games import catalog, find_game

    names = [info.id for info in catalog()] if game == ALL else [game]
    for name in names:
        played = find_game(name, edition)
        with lane_errors():
            from branchline.atlas.gather import games_for, gather
            from branchline.atlas.write import write_atlas

            with watched(games_for(played, games)) as progress:
                done = 0

                def count(more: int) -> None:
                    nonlocal done
                    done += more
                    progress(done)  # called before the next round

                found = gather(played, games, seed, workers, count)
        chosen = "" if edition is None else f" --edition {edition}"
        command = f"branchline atlas {Path(name).name}{chosen} --games {games} --seed {seed}"
        try:
            files = write_atlas(played, found, command, out, data or out)
        except OSError as error:
            raise UsageError(f"{out}: cannot be written: {error.strerror}") from None
        for path in files:
            typer.echo(path)
