"""Opening an SQLite file: only ours, only by one server at a time, only with a sound library, brought up to date."""

import os
import sys
from pathlib import Path
from typing import IO

import apsw
import platformdirs

from branchline.server.store.contract import StoreError
from branchline.server.store.migrations import TooNew, pending

# What tells our files from those of other programs: "Brln".
APPLICATION_ID = 0x42726C6E
# Memory for pages of the file.
MEMORY_KIB = 32 * 1024


def default_path() -> Path:
    """Say where the tables are kept when nobody says otherwise: in the user's own data folder."""
    return platformdirs.user_data_path("branchline", appauthor=False) / "tables.db"


def is_sound(version: tuple[int, int, int]) -> bool:
    """Say whether this SQLite is free of the bug that lost pages when a write met a checkpoint.

    It was mended in 3.53.0 and in 3.51.3, but not in 3.52.
    """
    return version >= (3, 53, 0) or (3, 51, 3) <= version < (3, 52, 0)


def refuse_unsound_library() -> None:
    major, minor, patch = (int(part) for part in apsw.sqlite_lib_version().split(".")[:3])
    if not is_sound((major, minor, patch)):
        raise StoreError(
            f"This SQLite ({apsw.sqlite_lib_version()}) can damage its file (the WAL-reset bug, mended in 3.51.3 "
            "and 3.53.0): install a newer apsw, whose wheels bring their own SQLite."
        )


class Lock:
    """Keeps other servers from the same file for as long as this process lives; no kill leaves it behind."""

    def __init__(self, database: Path) -> None:
        self._file: IO[bytes] = open(f"{database}.lock", "ab")  # noqa: SIM115 (it stays open)
        try:
            take(self._file)
        except OSError:
            self._file.close()
            raise StoreError(
                f"{database} is in use by another Branchline server: stop that one, or name another file with --db."
            ) from None

    def release(self) -> None:
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def take(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_writer(path: Path, vfs: str | None = None) -> apsw.Connection:
    """Open the one connection that writes, make the file if there is none, and bring its schema up to date."""
    refuse_unsound_library()
    try:
        connection = apsw.Connection(os.fspath(path), vfs=vfs)
    except apsw.CantOpenError as error:
        raise StoreError(f"{path} cannot be opened: {error}.") from error
    try:
        prepare(connection, path)
    except apsw.NotADBError:
        connection.close()
        raise StoreError(f"{path} is no SQLite database: name another file with --db.") from None
    except (apsw.Error, StoreError, TooNew) as error:
        connection.close()
        if isinstance(error, StoreError):
            raise
        raise StoreError(str(error)) from error
    return connection


def prepare(connection: apsw.Connection, path: Path) -> None:
    connection.set_busy_timeout(5000)
    refuse_foreign(connection, path)
    mode = connection.pragma("journal_mode", "wal")
    if mode != "wal":
        raise StoreError(f"{path} cannot have a write-ahead log (its mode stays {mode}): put it on a local disk.")
    connection.pragma("synchronous", "FULL")
    connection.pragma("fullfsync", True)  # What makes a Mac's disk write; elsewhere it means nothing.
    connection.pragma("foreign_keys", True)
    connection.pragma("cache_size", -MEMORY_KIB)
    migrate(connection, path)


def refuse_foreign(connection: apsw.Connection, path: Path) -> None:
    """Refuse a database that another program made."""
    owner = connection.pragma("application_id")
    if owner == APPLICATION_ID:
        return
    if connection.execute("SELECT count(*) FROM sqlite_schema").get:
        raise StoreError(f"{path} is a database of another program: name another file with --db.")


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Run the steps that the file lacks, all of them or none."""
    with connection:
        connection.pragma("application_id", APPLICATION_ID)
        connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT")
        version = connection.execute("SELECT max(version) FROM schema_version").get or 0
        todo = pending("sqlite", version, str(path))
        for step in todo:
            connection.execute(step.sql)
        if todo:
            connection.execute("DELETE FROM schema_version")
            connection.execute("INSERT INTO schema_version VALUES (?)", (todo[-1].number,))


def same_file(path: Path, inode: int) -> bool:
    """Say whether the file is still where it was opened; a renamed or removed one can be written to unnoticed."""
    try:
        return path.stat().st_ino == inode
    except OSError:
        return False


def open_reader(path: Path, vfs: str | None = None) -> apsw.Connection:
    """Open a connection that cannot write; the writer has made the file before."""
    connection = apsw.Connection(os.fspath(path), flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs)
    connection.set_busy_timeout(5000)
    connection.pragma("query_only", True)
    return connection


def copy(source: Path, target: Path) -> None:
    """Write all that is kept at this moment to a new file, which only its owner may read; nobody has to wait for it."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        reader = apsw.Connection(os.fspath(source), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            if reader.pragma("application_id") != APPLICATION_ID:
                raise StoreError(f"{source} is no file of tables.")
            reader.execute("VACUUM INTO ?", (os.fspath(target),))
        finally:
            reader.close()
    except (apsw.Error, OSError, StoreError) as error:
        target.unlink(missing_ok=True)
        raise StoreError(f"{source} was not copied: {error}") from None
