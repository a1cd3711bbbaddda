"""`branchline verify`: whether a game was dealt as it was promised before, and came out as its record says."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import Exit

from branchline.cli.replay import DIFFERENT

if TYPE_CHECKING:
    from branchline.notation.records.record import Record


def verify(
    file: Annotated[Path, typer.Argument(help="The record of a table, or a file with one record a line.")],
    commitment: Annotated[
        str | None, typer.Option(help="The commitment that was shown before the game, if you noted it.")
    ] = None,
    entropy: Annotated[
        list[str] | None, typer.Option(help="Entropy that your seat added; it must be in the deal. May be repeated.")
    ] = None,
    unfinished: Annotated[
        bool,
        typer.Option("--unfinished", help="Accept games without an end, of which only the legal actions are proved."),
    ] = False,
) -> None:
    """Recompute everything: the promise, the seed, every card, every move, the score and the checksum."""
    from branchline.notation.records.reader import read_records
    from branchline.notation.records.replay import verify as differences
    from branchline.server.room.fairness import faults

    good = bad = 0
    for number, record in enumerate(read_records(file), 1):
        wrong = [*faults(record, commitment, entropy or ()), *map(str, differences(record)), *unproved(record)]
        if record.outcome is None:
            ended = f"unfinished: proves only that {count_of(len(record.actions), 'action is', 'actions are')} legal"
            if unfinished and not wrong:
                typer.echo(f"record {number}: {ended}")
            else:
                wrong.append(ended)
        for fault in wrong:
            print(f"record {number}: {fault}", file=sys.stderr)
        good, bad = (good, bad + 1) if wrong else (good + 1, bad)
    if bad:
        print(f"branchline: {bad} of {good + bad} records do not prove what they say", file=sys.stderr)
        raise Exit(DIFFERENT)
    noted = "" if commitment else "; compare the commitment with the one that you saw before the game (--commitment)"
    proved = "dealt as promised, every action legal, " + (
        "" if unfinished else "played to the end and scored as written, "
    )
    names = "names and notes as their checksum says, which is no signature"
    typer.echo(f"{count_of(good, 'record', 'records')} verified: {proved}{names}{noted}")


def unproved(record: Record) -> Iterator[str]:
    """What nothing in the record bears out."""
    if record.checksum is None:
        yield "has no checksum: the names of the seats and the notes may have been changed"


def count_of(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
