"""`branchline replay`: a record told move by move, checked, or taken apart into its events."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import Exit

from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_language

if TYPE_CHECKING:
    from rich.console import Console

    from branchline.core.game import AnyGame
    from branchline.notation.records.record import Record
    from branchline.notation.records.replay import ReplayedGame

DIFFERENT = 1


def replay(
    file: Annotated[Path, typer.Argument(help="A record, or a file with one record a line.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only check that every record replays to what it says.")
    ] = False,
    events: Annotated[
        bool, typer.Option("--events", help="Print every event, complete, one JSON object a line.")
    ] = False,
    board: Annotated[
        Path | None,
        typer.Option("--board", help="The board's file, for old records of games on a board of one's own."),
    ] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="Language of the story, such as en or pl.")] = "en",
) -> None:
    """Play a record again and tell it, check it, or print all its events."""
    from branchline.notation.records.reader import read_records

    check_language(language)
    if verify and events:
        raise UsageError("choose one of --verify and --events")
    records = read_records(file)
    if verify:
        _verify(records, board)
    elif events:
        _events(records, board)
    else:
        _tell(records, board, language)


def _own_board(record: Record, board: Path | None) -> AnyGame | None:
    """The game on a board of one's own; None for the board that the record names or carries."""
    from branchline.games import find_game

    return None if board is None else find_game(board, record.edition)


def _verify(records: Iterator[Record], board: Path | None) -> None:
    """Check every record, also after a bad one, and count."""
    from branchline.notation.records.replay import verify

    good = bad = 0
    for number, record in enumerate(records, 1):
        differences = verify(record, _own_board(record, board))
        for difference in differences:
            print(f"record {number}: {difference}", file=sys.stderr)
        good, bad = (good, bad + 1) if differences else (good + 1, bad)
    if bad:
        print(f"branchline: {bad} of {good + bad} records differ from what they say", file=sys.stderr)
        raise Exit(DIFFERENT)
    typer.echo(f"{good} record{'s' if good != 1 else ''} verified: all replay to exactly what they say")


def _played(number: int, record: Record, board: Path | None) -> ReplayedGame:
    """Play a record again; what is wrong with it is told with its number in the file."""
    from branchline.data.faults import Fault, Faulty
    from branchline.notation.records.replay import replay as play_again

    try:
        return play_again(record, _own_board(record, board))
    except Faulty as faulty:
        raise Faulty(Fault(f"record {number}: {fault.place}", fault.message) for fault in faulty.faults) from None


def _events(records: Iterator[Record], board: Path | None) -> None:
    from branchline.notation.records.stream import event_lines

    for number, record in enumerate(records, 1):
        lines = event_lines(record, _played(number, record, board), number)
        typer.echo(b"\n".join(lines))


def _tell(records: Iterator[Record], board: Path | None, language: str) -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False, soft_wrap=True)
    for number, record in enumerate(records, 1):
        _tell_one(console, record, _played(number, record, board), language)


def _tell_one(console: Console, record: Record, played: ReplayedGame, language: str) -> None:
    from branchline.cli.score_tables import print_outcome
    from branchline.notation.prose import Narrator
    from branchline.notation.records.seed_text import seed_text
    from branchline.notation.typed.text import action_text

    game = played.game
    narrator = Narrator(game.printed, language, record.seats)
    console.print(f"{record.board} ({record.edition}), seed {seed_text(record.seed)}: {', '.join(record.seats)}")
    for number, step in enumerate(played.steps):
        if number:
            seat, action = record.actions[number - 1].seat, played.actions[number - 1]
            console.print(f"{number:4}  {record.seats[seat]}: {action_text(game, action)}")
        for event in step.events:
            console.print(f"      {narrator.event(event)}")
    if game.is_over(played.state):
        print_outcome(console, narrator, game.outcome(played.state))
