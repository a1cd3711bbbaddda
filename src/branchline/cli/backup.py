"""`branchline backup`: a copy of all tables, made while people play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.errors import UsageError
from branchline.cli.serve import Db


def backup(
    target: Annotated[Path, typer.Argument(help="File to write; it must not exist yet.")],
    db: Db = None,
) -> None:
    """Copy the file of tables to another file; the server may be running. PostgreSQL has pg_dump for this."""
    from branchline.server.store.contract import StoreError
    from branchline.server.store.open import POSTGRES
    from branchline.server.store.sqlite.file import copy, default_path

    if db is not None and db.startswith(POSTGRES):
        raise UsageError("a PostgreSQL database is copied with pg_dump")
    source = Path(db).expanduser() if db else default_path()
    if not source.is_file():
        raise UsageError(f"{source} does not exist; --db names the file of tables")
    if target.exists():
        raise UsageError(f"{target} exists already; name a new file")
    try:
        copy(source, target)
    except StoreError as error:
        raise UsageError(str(error)) from None
    typer.echo(f"{target}: {target.stat().st_size / 1e6:.1f} MB")
