"""Analyze in a process of its own: `python -m branchline.analysis` reads what is wanted from standard input, as JSON.

It writes lines: how far it is, from 0 to 1, and last the analysis; for a moment of the game, how games go on from it.
"""

from __future__ import annotations

import contextlib
import os
import sys

import msgspec

from branchline.analysis.analyze import analyze
from branchline.analysis.findings import Progress, analysis_json
from branchline.analysis.what_if import what_if
from branchline.notation.records.reader import read_record


class Wanted(msgspec.Struct, frozen=True):
    """The text of a record, and the trials of a decision; or with `move`, how games go on after so many decisions."""

    record: str
    effort: int
    move: int | None = None


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(10)  # People at the tables come first.
    wanted = msgspec.json.decode(sys.stdin.buffer.read(), type=Wanted)
    record = read_record(wanted.record, "record")
    if wanted.move is None:
        found = analysis_json(analyze(record, effort=wanted.effort, told=_tell))
    else:
        found = analysis_json(what_if(record, wanted.move))
    print(found.decode())


def _tell(progress: Progress) -> None:
    print(round(progress.done / max(1, progress.total), 4), flush=True)


if __name__ == "__main__":
    main()
