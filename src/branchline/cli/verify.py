"""`branchline verify`: whether a game was dealt as it was promised before, and came out as its record says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import Exit

from branchline.cli.replay import DIFFERENT


def verify(
    file: Annotated[Path, typer.Argument(help="The record of a table, or a file with one record a line.")],
    commitment: Annotated[
        str | None, typer.Option(help="The commitment that was shown before the game, if you noted it.")
    ] = None,
    entropy: Annotated[
        list[str] | None, typer.Option(help="Entropy that your seat added; it must be in the deal. May be repeated.")
    ] = None,
) -> None:
    """Recompute everything: the promise, the seed, every card, every move and the score."""
    from branchline.notation.records.reader import read_records
    from branchline.notation.records.replay import verify as differences
    from branchline.server.room.fairness import faults

    good = bad = 0
    for number, record in enumerate(read_records(file), 1):
        wrong = [*faults(record, commitment, entropy or ()), *map(str, differences(record))]
        for fault in wrong:
            print(f"record {number}: {fault}", file=sys.stderr)
        good, bad = (good, bad + 1) if wrong else (good + 1, bad)
    if bad:
        print(f"branchline: {bad} of {good + bad} records do not prove what they say", file=sys.stderr)
        raise Exit(DIFFERENT)
    noted = "" if commitment else "; compare the commitment with the one that you saw before the game (--commitment)"
    typer.echo(f"{good} record{'s' if good != 1 else ''} verified: dealt as promised, played as written{noted}")
