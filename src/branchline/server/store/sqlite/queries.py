"""The log of all tables in SQLite, as plain calls: what is written in one transaction, and what is asked."""

import contextlib
from collections.abc import Collection, Iterable, Iterator
from typing import Any, TypeAlias

import apsw

from branchline.server.store import chain
from branchline.server.store.chain import Found, found_in
from branchline.server.store.commits import HealthRow, Removal, encode, readable_summaries, summary_in
from branchline.server.store.contract import (
    MAX_RESULTS,
    Append,
    Conflict,
    Damaged,
    KeptResult,
    LogEntry,
    Stale,
    Status,
    StoreError,
    Summary,
    checked_file,
    checked_result,
)
from branchline.server.store.health import FILLING_BYTES

Change: TypeAlias = Append | Removal | HealthRow | KeptResult


def write_all(connection: apsw.Connection, changes: Iterable[Change]) -> list[StoreError | None]:
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


def write(connection: apsw.Connection, change: Change) -> StoreError | None:
    """Write one change, or leave everything as it was and say what it conflicts with."""
    if isinstance(change, Removal):
        remove(connection, change)
        return None
    if isinstance(change, HealthRow):
        write_health(connection)
        return None
    if isinstance(change, KeptResult):
        write_result(connection, change)
        return None
    try:
        with undone_alone(connection):
            before = chain.first(change.table) if change.is_new else head_of(connection, change)
            digests = chain.links(before, change.entries)
            key = (begin if change.is_new else advance)(connection, change, digests[-1])
            connection.executemany(
                "INSERT INTO entry (seating, seq, at, actor, cid, body, digest) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    (key, entry.seq, entry.at, entry.actor, entry.cid, entry.body, digest)
                    for entry, digest in zip(change.entries, digests, strict=True)
                ),
            )
    except (Conflict, Damaged) as refused:
        return refused
    except apsw.ConstraintError as error:
        return Conflict(f"{change.table} has this table, entry or command already: {error}")
    return None


def write_health(connection: apsw.Connection) -> None:
    """Write a new row before the old one goes, so that it needs space of its own."""
    connection.execute("INSERT INTO health (filling) VALUES (zeroblob(?))", (FILLING_BYTES,))
    connection.execute("DELETE FROM health WHERE number < ?", (connection.last_insert_rowid(),))


def write_result(connection: apsw.Connection, result: KeptResult) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO result (key, at, digest, content) VALUES (?, ?, ?, ?)",
        (result.key, result.at, result.digest, result.content),
    )
    connection.execute(
        "DELETE FROM result WHERE key IN (SELECT key FROM result ORDER BY at DESC LIMIT -1 OFFSET ?)", (MAX_RESULTS,)
    )


@contextlib.contextmanager
def undone_alone(connection: apsw.Connection) -> Iterator[None]:
    """Undo one change that conflicts. After any other fault, such as a full disk, SQLite may have undone them all."""
    connection.execute("SAVEPOINT change")
    try:
        yield
    except (Conflict, Damaged, apsw.ConstraintError):
        connection.execute("ROLLBACK TO change")
        connection.execute("RELEASE change")
        raise
    connection.execute("RELEASE change")


def begin(connection: apsw.Connection, append: Append, head: bytes) -> int:
    file = append.board_file
    if file is not None:
        connection.execute(
            "INSERT INTO board_file (digest, content) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
            (file.digest, file.content),
        )
    connection.execute(
        "INSERT INTO seating (id, version, status, public, updated, due, summary, digest, board_file) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (append.table, *row(append), head, None if file is None else file.digest),
    )
    return connection.last_insert_rowid()


def head_of(connection: apsw.Connection, append: Append) -> bytes:
    """The checksum of the entry that an append follows, if the append's first entry is next."""
    found = connection.execute("SELECT version, digest FROM seating WHERE id = ?", (append.table,)).fetchone()
    if not found:
        raise Conflict(f"there is no table {append.table}")
    version, head = found
    if append.entries[0].seq != version + 1:
        raise Conflict(f"entry {version + 1} is next at {append.table}, not {append.entries[0].seq}")
    return head if head is not None else chain.last(append.table, read(connection, append.table, 0))


def advance(connection: apsw.Connection, append: Append, head: bytes) -> int:
    """Move a table on to the version of the append's last entry."""
    return int(
        connection.execute(
            "UPDATE seating SET version = ?, status = ?, public = ?, updated = ?, due = ?, summary = ?, digest = ? "
            "WHERE id = ? RETURNING key",
            (*row(append), head, append.table),
        ).get
    )


def row(append: Append) -> tuple[int, str, bool, float, float | None, bytes]:
    summary = append.summary
    return (append.version, summary.status, summary.public, summary.updated, summary.due, encode(summary))


STALE = """
    status = ? AND updated < ? AND (due IS NULL OR due < ?) AND (? IS NULL OR public = ?)
    AND (status = 'open' OR (SELECT since FROM retention) < ?)
"""


FORGET_FILES = """
    DELETE FROM board_file WHERE digest NOT IN (SELECT board_file FROM seating WHERE board_file IS NOT NULL)
"""


def stale_values(stale: Stale) -> tuple[str | float | bool | None, ...]:
    return (stale.status, stale.before, stale.before, stale.public, stale.public, stale.before)


def remove(connection: apsw.Connection, removal: Removal) -> None:
    for table in removal.tables:
        gone = connection.execute(
            f"SELECT key FROM seating WHERE id = ? AND {STALE}", (table, *stale_values(removal.stale))
        ).fetchone()
        if gone:
            connection.execute("DELETE FROM entry WHERE seating = ?", gone)
            connection.execute("DELETE FROM seating WHERE key = ?", gone)
    connection.execute(FORGET_FILES)


def forgotten(connection: apsw.Connection, stale: Stale, but: Collection[str] = ()) -> list[str]:
    """Tables that are stale, those touched first first, as many as go in one step."""
    rows = connection.execute(
        f"SELECT id FROM seating WHERE {STALE} ORDER BY updated LIMIT ?",
        (*stale_values(stale), stale.limit + len(but)),
    )
    return [table for (table,) in rows if table not in but][: stale.limit]


def read(connection: apsw.Connection, table: str, after: int) -> list[LogEntry]:
    found = rows_from(connection, table, after)
    if found is not None and chain.needs_all(found, after):
        found = rows_from(connection, table, 0)
    return chain.checked(table, found, after) if found else []


def rows_from(connection: apsw.Connection, table: str, after: int) -> Found | None:
    """What is kept of a table from entry `after` on; one question, so that nothing is written between its parts."""
    rows: list[Any] = connection.execute(
        "SELECT version, seating.digest, seq, at, actor, cid, body, entry.digest FROM seating "
        "LEFT JOIN entry ON entry.seating = seating.key AND seq >= ? WHERE id = ? ORDER BY seq",
        (after, table),
    ).fetchall()
    return found_in(table, rows)


def board_file(connection: apsw.Connection, digest: str) -> bytes | None:
    found = connection.execute("SELECT content FROM board_file WHERE digest = ?", (digest,)).fetchone()
    return checked_file(digest, found[0] if found else None)


def result(connection: apsw.Connection, key: str) -> bytes | None:
    found = connection.execute("SELECT digest, content FROM result WHERE key = ?", (key,)).fetchone()
    return checked_result(*found) if found else None


def find(connection: apsw.Connection, table: str, actor: str, cid: str) -> int | None:
    found = connection.execute(
        "SELECT seq FROM entry WHERE seating = (SELECT key FROM seating WHERE id = ?) AND actor = ? AND cid = ?",
        (table, actor, cid),
    ).fetchone()
    return found[0] if found else None


def summary_of(connection: apsw.Connection, table: str) -> Summary | None:
    found = connection.execute("SELECT summary FROM seating WHERE id = ?", (table,)).fetchone()
    return summary_in(table, found[0]) if found else None


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
        f"SELECT id, summary FROM seating WHERE {' AND '.join(where)} ORDER BY {order}, id LIMIT ?", values
    )
    return readable_summaries(rows)
