"""The contract between rooms and what keeps them: an append-only log for every table, and who drives it.

A table is its entries, numbered from 1 without gaps; a room is nothing but the fold of them. `append` is
compare-and-swap: it names the numbers that its entries will have, and it fails with `Conflict` when somebody else
was first. So two processes may both hold a room of the same table and both take commands for it: the loser of a
race throws its room away, loads it again with `read` and handles the command anew. The lease is not what keeps the
log right; it says which one process drives a table, that is, runs its clocks and its bots.

How to use it: load a room with `read(table)`; handle a command; `append` its entries; only then answer and send.
On a `Notice` with a version above the room's, fold `read(table, after=version)` into it and send what is new.
A process that has a room claims its table, and again every few seconds while another process drives it.
"""

from collections.abc import Callable, Collection
from hashlib import sha256
from typing import Literal, Protocol

import msgspec

Status = Literal["open", "playing", "finished"]
MAX_RESULTS = 1_000
"""Results that are kept, some tens of kilobytes each."""
UNFINISHED: tuple[Status, ...] = ("open", "playing")


class LogEntry(msgspec.Struct, frozen=True):
    """One line of a table's log; no two of a table share `(actor, cid)`, so a command sent twice counts once."""

    table: str
    seq: int
    at: float  # Seconds since 1970, as the room was told.
    actor: str
    cid: str
    body: bytes


class Summary(msgspec.Struct, frozen=True):
    """What lists say about a table without loading it; anybody may see it, so nothing secret belongs in here."""

    table: str
    status: Status
    public: bool
    game: str
    edition: str
    seats: int
    names: tuple[str, ...]  # One for each seat; empty where nobody sits.
    created: float
    updated: float
    due: float | None = None  # When the table must be woken though no command comes: a clock, a bot's move, a stand-in.
    board: str = ""  # Empty in what earlier versions wrote: the game's own.
    extra: dict[str, str | int | bool | None] = {}  # What only the lobby reads (clock, language); the store does not.


class BoardFile(msgspec.Struct, frozen=True):
    """The file of a board that is somebody's own: it is named by what is in it, so it never changes."""

    content: bytes

    @property
    def digest(self) -> str:
        return sha256(self.content).hexdigest()


class KeptResult(msgspec.Struct, frozen=True):
    """What was computed for somebody and took long, under a key that says what was asked for."""

    key: str
    content: bytes
    at: float

    @property
    def digest(self) -> str:
        return sha256(self.content).hexdigest()


class Append(msgspec.Struct, frozen=True):
    """Entries of one table that are kept together or not at all, with what they make of its summary.

    Entries from number 1 begin the table, and bring the file of its board where the store may not have it. With
    `fence` (from `claim`), only while that lease is the newest.
    """

    entries: tuple[LogEntry, ...]
    summary: Summary
    fence: int | None = None
    board_file: BoardFile | None = None

    def __post_init__(self) -> None:
        """Entries of another table, not in a row, or of one command twice are faults of the caller."""
        numbers = [entry.seq for entry in self.entries]
        assert numbers, "an append has at least one entry"
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "entries are not in a row"
        assert {entry.table for entry in self.entries} == {self.table}, "something of another table"
        assert len({(entry.actor, entry.cid) for entry in self.entries}) == len(numbers), "one command twice"
        assert self.is_new or self.board_file is None, "a table keeps the board that it was made with"

    @property
    def table(self) -> str:
        return self.summary.table

    @property
    def is_new(self) -> bool:
        return self.entries[0].seq == 1

    @property
    def version(self) -> int:
        """The version that the table will have."""
        return self.entries[-1].seq


class Stale(msgspec.Struct, frozen=True):
    """Tables that nobody has touched since `before`: of one status, and public or private if it says so.

    One whose clock still runs is not among them, and no game of a version that promised to keep it for ever, until
    it has lain there for as long as any other. At most `limit` are removed in one step.
    """

    status: Status
    before: float
    public: bool | None = None
    limit: int = 100


class Notice(msgspec.Struct, frozen=True):
    """Another process wrote to a table or said something about it.

    Without a table: notices may have been lost, so every room that is followed must pull what it lacks.
    """

    table: str | None
    version: int = 0  # The number of the last entry; 0 when only `note` is news.
    note: bytes = b""


class StoreError(Exception):
    """The store could not do what it was asked; after `append` nobody knows whether the entries are kept.

    Whoever appended throws its room away, loads it again and looks for its `cid` there.
    """


class Conflict(StoreError):
    """The entries are not kept: their numbers or a `cid` are taken, the table is unknown, or the lease was lost."""


class Damaged(StoreError):
    """The log of a table is not what was kept: nobody knows what happened there."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__(f"the log of {table} is damaged: {why}")
        self.table = table


def checked_file(digest: str, content: bytes | None) -> bytes | None:
    """A file as it was kept; `Damaged` when it has another digest than its name says."""
    if content is not None and BoardFile(content).digest != digest:
        raise Damaged(f"the board file {digest}", "its content is another")
    return content


def checked_result(digest: str, content: bytes) -> bytes | None:
    return content if sha256(content).hexdigest() == digest else None


class Store(Protocol):
    """What a server keeps its tables in. All methods belong to one event loop; none of them blocks it."""

    async def append(self, append: Append) -> None:
        """Return when the entries will survive a power cut; `Conflict` when they do not follow the last one kept."""

    async def read(self, table: str, after: int = 0) -> list[LogEntry]:
        """Give the entries numbered above `after`, in order; an unknown table has none.

        `Damaged` when they are not those that were kept; `fault` tells of it from then on.
        """

    async def board_file(self, digest: str) -> bytes | None:
        """Give the file of this digest, if a table is played on that board.

        `Damaged` when it is not what was kept.
        """

    async def result(self, key: str) -> bytes | None:
        """Give what was computed under this key; None also for one that is damaged, since it can be computed again."""

    async def keep_result(self, result: KeptResult) -> None:
        """Keep what was computed; of many, the last `MAX_RESULTS` are kept."""

    async def find(self, table: str, actor: str, cid: str) -> int | None:
        """Give the number of the entry that carried out this command, if any did."""

    async def summary(self, table: str) -> Summary | None:
        """Give what the last `append` said about the table."""

    async def summaries(
        self,
        *,
        status: Collection[Status] = UNFINISHED,
        public: bool | None = None,
        due_before: float | None = None,
        limit: int | None = None,
    ) -> list[Summary]:
        """List tables, those written last first.

        Who asks for what is due means to drive it: those due first come first, those that others drive are left out.
        """

    async def expire(self, stale: Stale, *, but: Collection[str] = ()) -> list[str]:
        """Remove some tables that are stale, with all their entries, and name them; none when none is left.

        Files of boards on which no table is played any more go with them.

        Tables that another living process drives stay, and those named by `but`: somebody may be waiting there.
        """

    async def claim(self, table: str) -> int | None:
        """Take or keep the lease; give its fencing number, or None while another living process holds it.

        A lease lasts while its process lives: the store renews all of them together. A new holder gets a higher number.
        """

    async def release(self, table: str) -> None:
        """Give the lease up, if this process holds it."""

    async def owner(self, table: str) -> str | None:
        """Name the living process that holds the lease; `process` is this one's name."""

    @property
    def process(self) -> str: ...

    def subscribe(self, callback: Callable[[Notice], None]) -> Callable[[], None]:
        """Call back on the event loop for what other processes write or tell; the result ends the subscription."""

    async def tell(self, table: str, note: bytes) -> None:
        """Say something to the other processes that nobody needs to keep (who is connected); at most 4,000 bytes."""

    async def time(self) -> float:
        """Give the seconds since 1970 by a clock that all processes share which share the store."""

    async def healthy(self) -> bool:
        """Say whether the store answers; after a disk has failed, a store never becomes healthy again by itself."""

    async def fault(self) -> str | None:
        """Say what keeps the store from keeping moves, or None; a real write every few seconds tells.

        A store that answers may have a fault: its disk is full, its file was taken away, or a log in it is damaged.
        """

    async def close(self) -> None:
        """Finish the commits under way, give up all leases and let go."""
