"""Where a command writes the records of the games that it plays, one a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeAlias

from branchline.cli.errors import UsageError

Note: TypeAlias = Callable[[str], object]
"""Takes the line of a record."""

BEGINNING: Final = b'{"format": "branchline record'
"""How every line of a file of records begins."""


@contextmanager
def written_to(path: Path | None, *, go_on: bool = False) -> Iterator[Note | None]:
    """A writer of lines into the file, or None where no file is wanted.

    `go_on` adds to the file of a run that was stopped. A line that was cut off then is taken away: its game was not
    kept either, and is played again.
    """
    if path is None:
        yield None
        return
    with _told(path):
        if go_on and path.exists():
            _drop_cut_line(path)
        file = path.open("a" if go_on else "w", encoding="utf-8")

    def note(line: str) -> None:
        with _told(path):
            file.write(line + "\n")
            file.flush()

    with file:
        yield note


def _drop_cut_line(path: Path) -> None:
    written = path.read_bytes()
    if not written.startswith(BEGINNING[: len(written)]):
        raise UsageError(f"{path}: this is no file of records; name another file")
    path.write_bytes(written[: written.rfind(b"\n") + 1])


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
