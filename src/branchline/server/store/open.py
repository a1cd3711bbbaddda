"""Which store a server keeps its tables in: a file, or a PostgreSQL database that several servers share."""

from pathlib import Path
from typing import Protocol

from branchline.server.store.contract import Store, StoreError
from branchline.server.store.sqlite.file import default_path
from branchline.server.store.sqlite.shelf import SqliteShelf
from branchline.server.store.sqlite.store import SqliteStore
from branchline.server.store.usage import Shelf

POSTGRES = ("postgresql://", "postgres://")


class SharedStore(Store, Shelf, Protocol):
    """A database: whoever looks at it is one more process that shares it."""


async def open_store(db: str | None = None) -> Store:
    """Open the store at a path or a `postgresql://` address; without either, in the user's data folder."""
    if db is not None and db.startswith(POSTGRES):
        return await open_postgres(db)
    if db is not None and "://" in db:
        raise StoreError(
            f"{db.partition('://')[0]}:// is no store: give the path of a file or a postgresql:// address."
        )
    return await SqliteStore.open(Path(db).expanduser() if db else default_path())


async def open_shelf(db: str | None = None) -> Shelf:
    """Open the store as its host looks at it, beside the servers that use it."""
    if db is not None and db.startswith(POSTGRES):
        return await open_postgres(db)
    file = Path(db).expanduser() if db else default_path()
    if not file.is_file():
        raise StoreError(f"{file} does not exist; --db names the file of tables")
    return SqliteShelf(file)


async def open_postgres(url: str) -> SharedStore:
    """Open a shared store; what it needs is installed only where it is wanted."""
    try:
        from branchline.server.store.postgres.store import PostgresStore
    except ImportError:
        raise StoreError("PostgreSQL needs one more package: pip install 'branchline[postgres]'.") from None
    return await PostgresStore.open(url)
