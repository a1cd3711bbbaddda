"""The command `branchline`: puts the verbs together, and turns whatever goes wrong into a clear line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import Exit, TyperException

from branchline.cli import (
    analyze,
    arena,
    atlas,
    backup,
    balance,
    bench,
    check,
    games,
    lab,
    ladder,
    lane,
    play,
    puzzles,
    replay,
    score,
    serve,
    simulate,
    storage,
    terminal,
    train,
    verify,
)
from branchline.data.faults import Faulty

BAD_INPUT = 2
INTERRUPTED = 130

app = typer.Typer(
    name="branchline",
    help="The open table for railway games of the Ticket to Ride family.",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (
    play.play,
    serve.serve,
    backup.backup,
    storage.storage,
    terminal.terminal,
    games.games,
    simulate.simulate,
    replay.replay,
    analyze.analyze,
    puzzles.puzzles,
    verify.verify,
    score.score,
    check.check,
    bench.bench,
    arena.arena,
    lab.lab,
    balance.balance,
    atlas.atlas,
    ladder.ladder,
    train.train,
):
    app.command()(verb)
app.add_typer(lane.app, name="lane")


@app.callback(invoke_without_command=True)
def branchline(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.", is_eager=True)] = False,
) -> None:
    if version:
        from branchline import __version__

        typer.echo(__version__)
        raise Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code; what is wrong with the input is told in a line each on stderr."""
    try:
        code = app(args=list(arguments), prog_name="branchline", standalone_mode=False)
    except Faulty as faulty:
        print(faulty, file=sys.stderr)
        return BAD_INPUT
    except TyperException as wrong:
        print("branchline:", *wrong.format_message().split(), file=sys.stderr)
        return BAD_INPUT
    if code == INTERRUPTED:
        print("\nbranchline: stopped", file=sys.stderr)
    return code or 0


def main() -> None:
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
