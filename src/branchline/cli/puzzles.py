"""`branchline puzzles`: making puzzles out of bots' games, and measuring anew those that there are."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import Exit

from branchline.cli.errors import UsageError
from branchline.cli.lane import lane_errors
from branchline.cli.replay import DIFFERENT


def puzzles(
    game: Annotated[str, typer.Argument(help="A game or a board of the package.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write them here; what is there already is added to.")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many in all.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Seed of the first game.")] = 1,
    check: Annotated[
        bool, typer.Option("--check", help="Measure those of the package anew, with other worlds.")
    ] = False,
) -> None:
    """Make puzzles: positions with one clearly best move, by a margin that the analysis can stand for."""
    if check == (out is not None):
        raise UsageError("choose one of --out FILE and --check")
    with lane_errors():
        if out is None:
            _check(game, count, seed)
        else:
            _make(game, out, count, seed)


def _make(name: str, out: Path, count: int, seed: int) -> None:
    from branchline.analysis.puzzles.collect import collect
    from branchline.analysis.puzzles.puzzle import puzzle_line, read_puzzles
    from branchline.games import load_game

    had = read_puzzles(out) if out.exists() else []
    levels = Counter(puzzle.level for puzzle in had)
    try:
        with out.open("a", encoding="utf-8") as file:
            for puzzle in collect(load_game(name), count, seed, had):
                file.write(puzzle_line(puzzle) + "\n")
                file.flush()
                levels[puzzle.level] += 1
                print(f"{puzzle.id}: level {puzzle.level}, {puzzle.best}", file=sys.stderr)
    except OSError as error:
        raise UsageError(f"{out}: cannot be written: {error.strerror}") from None
    typer.echo(f"{sum(levels.values())} puzzles; by level {dict(sorted(levels.items()))}")


def _check(name: str, count: int, seed: int) -> None:
    from branchline.analysis.puzzles.check import confirmed
    from branchline.analysis.puzzles.puzzle import puzzles_for

    known = puzzles_for(name)[:count]
    if not known:
        raise UsageError(f"there are no puzzles for '{name}'")
    doubtful = [puzzle.id for puzzle in known if not confirmed(puzzle, seed)]
    for each in doubtful:
        print(f"{each}: another move is as good in other worlds", file=sys.stderr)
    typer.echo(f"{len(known) - len(doubtful)} of {len(known)} puzzles have the same best move in other worlds")
    if doubtful:
        raise Exit(DIFFERENT)
