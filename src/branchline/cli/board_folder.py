"""The folder of board files that a host offers at the tables of a server (`--boards`)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.errors import UsageError

BoardFolder = Annotated[
    Path | None,
    typer.Option(
        "--boards",
        envvar="BRANCHLINE_BOARDS",
        help="A folder with board files (*.toml) of your own, to be played here beside the others.",
    ),
]


def texts_in(folder: Path | None) -> tuple[str, ...]:
    """The texts of all board files of a folder; every fault of any of them is told, and nothing is served then."""
    from branchline.data.faults import Fault, Faulty
    from branchline.data.files import read_text
    from branchline.data.load import board_info
    from branchline.games import catalog

    if folder is None:
        return ()
    if not folder.is_dir():
        raise UsageError(f"--boards is a folder with board files (*.toml), and {folder} is none")
    texts: list[str] = []
    faults: list[Fault] = []
    taken = {info.id: "a board of the package" for info in catalog()}
    for path in sorted(folder.glob("*.toml")):
        try:
            info = board_info(path)
            texts.append(read_text(path))
        except Faulty as faulty:
            faults += faulty.faults
            continue
        if info.id in taken:
            faults.append(Fault(path.name, f"the id '{info.id}' is that of {taken[info.id]}; give it another"))
        taken.setdefault(info.id, path.name)
    if faults:
        raise Faulty(faults)
    return tuple(texts)
