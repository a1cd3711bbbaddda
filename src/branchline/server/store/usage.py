"""What takes the room in a store: tables by status and age, with the bytes of their logs."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from branchline.server.store.contract import LogEntry, Stale, Status

DAY: Final = 86_400.0
AGES: Final = (1, 30, 90, 365)
"""Ages in days at which groups end; the last group has no end."""
ROW_BYTES: Final = 64
"""About what a row takes besides its texts: numbers, times, checksum, index."""

FILES_SQL: Final = "SELECT count(*), coalesce(sum(length(content)), 0) FROM board_file"


class Usage(NamedTuple):
    """Tables of one status, public or private, last touched within `days` but not within the group before."""

    status: Status
    public: bool
    days: int | None
    tables: int
    entries: int
    bytes: int


class Shelf(Protocol):
    """A store as its host looks at it, while servers may be using it."""

    async def usage(self, now: float) -> list[Usage]:
        """Give the groups of tables."""

    async def size(self) -> int:
        """Give the bytes on disk."""

    async def board_files(self) -> tuple[int, int]:
        """Give the number of board files that are somebody's own, and their bytes."""

    async def tables(self) -> list[str]:
        """Name all tables."""

    async def read(self, table: str, after: int = 0) -> list[LogEntry]:
        """Read a log, as `Store.read` does: `Damaged` where it is not what was kept."""

    async def expire(self, stale: Stale) -> list[str]:
        """Remove some tables, as `Store.expire` does."""

    async def compact(self) -> bool:
        """Give free room back to the system; False where that would keep a server waiting."""

    async def close(self) -> None: ...


def usage_sql(now: float) -> str:
    """One question for both kinds of databases: groups by status, public or not, and number of the age."""
    ages = " ".join(f"WHEN updated >= {now - days * DAY!r} THEN {number}" for number, days in enumerate(AGES))
    return f"""
        SELECT status, public, age, count(*), sum(version), sum(bytes) FROM (
            SELECT status, public, version, CASE {ages} ELSE {len(AGES)} END AS age,
                length(summary) + {ROW_BYTES} + (
                    SELECT coalesce(sum(length(body) + length(actor) + 2 * length(cid) + {ROW_BYTES}), 0)
                    FROM entry WHERE seating = key
                ) AS bytes
            FROM seating
        ) AS tables GROUP BY status, public, age ORDER BY status, public, age
    """


def usage_in(rows: Sequence[Any]) -> list[Usage]:
    ages = (*AGES, None)
    return [
        Usage(status, bool(public), ages[age], int(tables), int(entries), int(size))
        for status, public, age, tables, entries, size in rows
    ]
