"""Checksums of a log: each entry's covers the entry and the one before, and the table knows the last of them.

So a bit that a disk has turned, an entry that is missing, in another place or of another table, and an end that was
cut off are all found when the log is read. Entries of versions before this have none of their own; the first that is
added after them covers them all. Whoever can write to the database can make checksums too: these are against accidents.
"""

import struct
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from branchline.server.store.contract import Damaged, LogEntry, StoreError

DIGEST_BYTES: Final = 16


class KeptEntry(NamedTuple):
    """An entry as it was found, and its checksum; none where an earlier version wrote it."""

    entry: LogEntry
    digest: bytes | None


class Found(NamedTuple):
    """What the table says about its log, and the rows that were found: from that of number `after` on, if asked so."""

    version: int
    head: bytes | None
    rows: Sequence[KeptEntry]


def found_in(table: str, rows: Sequence[Any]) -> Found | None:
    """What was found by a question for version, head, number, time, actor, cid, body and checksum, a row an entry."""
    if not rows:
        return None
    entries = [
        KeptEntry(LogEntry(table, seq, at, actor, cid, bytes(body)), digest and bytes(digest))
        for _, _, seq, at, actor, cid, body, digest in rows
        if seq is not None
    ]
    version, head = rows[0][:2]
    return Found(version, head and bytes(head), entries)


def first(table: str) -> bytes:
    """What the checksum of entry 1 covers besides it."""
    return sha256(b"branchline log\n" + table.encode()).digest()[:DIGEST_BYTES]


def link(before: bytes, entry: LogEntry) -> bytes:
    """The checksum of an entry that follows another."""
    texts = [entry.actor.encode(), entry.cid.encode(), entry.body]
    head = struct.pack(">QdIII", entry.seq, entry.at, *map(len, texts))
    return sha256(b"".join([before, head, *texts])).digest()[:DIGEST_BYTES]


def links(before: bytes, entries: Iterable[LogEntry]) -> list[bytes]:
    """The checksums of entries that follow each other."""
    made = []
    for entry in entries:
        before = link(before, entry)
        made.append(before)
    return made


def last(table: str, entries: Sequence[LogEntry]) -> bytes:
    """The checksum of the last entry of a whole log, whether or not its entries have their own."""
    return [first(table), *links(first(table), entries)][-1]


def needs_all(found: Found, after: int) -> bool:
    """Whether the rows after a number can only be checked together with all before: that one has no checksum."""
    return bool(after and found.rows and found.rows[0].digest is None)


def checked(table: str, found: Found, after: int = 0) -> list[LogEntry]:
    """Give the entries above `after`, or raise `Damaged`. The rows begin with entry 1, or with `after`."""
    try:
        _check(table, found, after)
    except (AttributeError, TypeError, ValueError, struct.error):
        raise Damaged(table, "it holds values of the wrong kind") from None
    return [row.entry for row in found.rows if row.entry.seq > after]


def _check(table: str, found: Found, after: int) -> None:
    rows = found.rows
    begins = rows[0].entry.seq if rows else 1
    if [row.entry.seq for row in rows] != list(range(begins, begins + len(rows))):
        raise Damaged(table, "entries are missing")
    if after < found.version and (not rows or begins > max(1, after)):
        raise Damaged(table, f"entry {max(1, after)} is missing")
    if rows and rows[-1].entry.seq != found.version:
        raise Damaged(table, f"it ends with entry {rows[-1].entry.seq}, not {found.version}")
    before = first(table) if begins == 1 else None
    was_checked = False
    for entry, digest in rows:
        expected = digest if before is None else link(before, entry)
        if (digest is None and was_checked) or (digest is not None and digest != expected):
            raise Damaged(table, f"entry {entry.seq} is not what was kept")
        was_checked = digest is not None
        before = expected
    if found.head is not None and rows and before != found.head:
        raise Damaged(table, "its last entry is not the one that was kept")


class DamagedTables:
    """The tables whose logs were found damaged, until they are found whole."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def note(self, table: str, why: StoreError) -> None:
        self._known[table] = str(why)

    def whole(self, table: str) -> None:
        if self._known:
            self._known.pop(table, None)

    def fault(self) -> str | None:
        if not self._known:
            return None
        one = next(iter(self._known.values()))
        return f"tables damaged: {len(self._known)} ({one}); restore a backup. `branchline storage --check` names all"
