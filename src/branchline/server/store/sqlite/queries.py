"""The log of all tables in SQLite, as plain calls: what is written in one transaction, and what is asked."""

import contextlib
from collections.abc import Collection, Iterable, Iterator

import apsw

from branchline.server.store.commits import HealthRow, Removal, decode, encode
from branchline.server.store.contract import Append, Conflict, LogEntry, Status, Summary
from branchline.server.store.health import FILLING_BYTES


def write_all(connection: apsw.Connection, changes: Iterable[Append | Removal | HealthRow]) -> list[Conflict | None]:
    """Begin a transaction and write the changes; those that conflict are left out and told why. Nothing is kept yet."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        return [write(connection, change) for change in changes]
    except BaseException:
        roll_back(connection)
        raise


def commit(connection: apsw.Connection) -> None:
    """Return when what was written will survive a power cut."""
    try:
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise


def roll_back(connection: apsw.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def write(connection: apsw.Connection, change: Append | Removal | HealthRow) -> Conflict | None:
    """Write one change, or leave everything as it was and say what it conflicts with."""
    if isinstance(change, Removal):
        remove(connection, change)
        return None
    if isinstance(change, HealthRow):
        write_health(connection)
        return None
    try:
        with undone_alone(connection):
            key = begin(connection, change) if change.is_new else advance(connection, change)
            connection.executemany(
                "INSERT INTO entry (seating, seq, at, actor, cid, body) VALUES (?, ?, ?, ?, ?, ?)",
                ((key, entry.seq, entry.at, entry.actor, entry.cid, entry.body) for entry in change.entries),
            )
    except Conflict as conflict:
        return conflict
    except apsw.ConstraintError as error:
        return Conflict(f"{change.table} has this table, entry or command already: {error}")
    return None


def write_health(connection: apsw.Connection) -> None:
    """Write a new row before the old one goes, so that it needs space of its own."""
    connection.execute("INSERT INTO health (filling) VALUES (zeroblob(?))", (FILLING_BYTES,))
    connection.execute("DELETE FROM health WHERE number < ?", (connection.last_insert_rowid(),))


@contextlib.contextmanager
def undone_alone(connection: apsw.Connection) -> Iterator[None]:
    """Undo one change that conflicts. After any other fault, such as a full disk, SQLite may have undone them all."""
    connection.execute("SAVEPOINT change")
    try:
        yield
    except (Conflict, apsw.ConstraintError):
        connection.execute("ROLLBACK TO change")
        connection.execute("RELEASE change")
        raise
    connection.execute("RELEASE change")


def begin(connection: apsw.Connection, append: Append) -> int:
    connection.execute(
        "INSERT INTO seating (id, version, status, public, updated, due, summary) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (append.table, *row(append)),
    )
    return connection.last_insert_rowid()


def advance(connection: apsw.Connection, append: Append) -> int:
    """Move a table on to the version of the append's last entry, if the first one is next."""
    found = connection.execute("SELECT key, version FROM seating WHERE id = ?", (append.table,)).fetchone()
    if not found:
        raise Conflict(f"there is no table {append.table}")
    key, version = found
    if append.entries[0].seq != version + 1:
        raise Conflict(f"entry {version + 1} is next at {append.table}, not {append.entries[0].seq}")
    connection.execute(
        "UPDATE seating SET version = ?, status = ?, public = ?, updated = ?, due = ?, summary = ? WHERE key = ?",
        (*row(append), key),
    )
    return int(key)


def row(append: Append) -> tuple[int, str, bool, float, float | None, bytes]:
    summary = append.summary
    return (append.version, summary.status, summary.public, summary.updated, summary.due, encode(summary))


def remove(connection: apsw.Connection, removal: Removal) -> None:
    for table in removal.tables:
        gone = connection.execute(
            "SELECT key FROM seating WHERE id = ? AND status = 'open' AND updated < ?", (table, removal.before)
        ).fetchone()
        if gone:
            connection.execute("DELETE FROM entry WHERE seating = ?", gone)
            connection.execute("DELETE FROM seating WHERE key = ?", gone)


def forgotten(connection: apsw.Connection, before: float, limit: int) -> list[str]:
    """Open tables that nobody has touched since then, those touched first first."""
    rows = connection.execute(
        "SELECT id FROM seating WHERE status = 'open' AND updated < ? ORDER BY updated LIMIT ?", (before, limit)
    )
    return [table for (table,) in rows]


def read(connection: apsw.Connection, table: str, after: int) -> list[LogEntry]:
    rows = connection.execute(
        "SELECT seq, at, actor, cid, body FROM entry "
        "WHERE seating = (SELECT key FROM seating WHERE id = ?) AND seq > ? ORDER BY seq",
        (table, after),
    )
    return [LogEntry(table, *columns) for columns in rows]


def find(connection: apsw.Connection, table: str, actor: str, cid: str) -> int | None:
    found = connection.execute(
        "SELECT seq FROM entry WHERE seating = (SELECT key FROM seating WHERE id = ?) AND actor = ? AND cid = ?",
        (table, actor, cid),
    ).fetchone()
    return found[0] if found else None


def summary_of(connection: apsw.Connection, table: str) -> Summary | None:
    found = connection.execute("SELECT summary FROM seating WHERE id = ?", (table,)).fetchone()
    return decode(found[0]) if found else None


def summaries(
    connection: apsw.Connection,
    status: Collection[Status],
    public: bool | None,
    due_before: float | None,
    limit: int | None,
) -> list[Summary]:
    where = [f"status IN ({', '.join('?' * len(status))})"]
    values: list[str | float | None] = [*sorted(status)]
    if public is not None:
        where.append("public = ?")
        values.append(public)
    if due_before is not None:
        where.append("due <= ?")
        values.append(due_before)
    order = "updated DESC" if due_before is None else "due"
    values.append(-1 if limit is None else limit)
    rows = connection.execute(
        f"SELECT summary FROM seating WHERE {' AND '.join(where)} ORDER BY {order}, id LIMIT ?", values
    )
    return [decode(summary) for (summary,) in rows]
