"""What both stores have in common: the job that one append is, and the numbers that are counted about commits."""

from collections.abc import Sequence

import msgspec

from branchline.server.metrics import METRICS
from branchline.server.store.contract import Entry, Summary

# Appends that share one commit; those that come while the disk writes wait together for the next.
BATCH = 256

COMMIT_SECONDS = METRICS.histogram("branchline_commit_seconds", "How long one commit took, with its flush of the disk.")
COMMIT_APPENDS = METRICS.histogram(
    "branchline_commit_appends", "How many appends shared one commit.", (1, 2, 4, 8, 16, 32, 64, 128, 256)
)

encode = msgspec.json.encode
decode = msgspec.json.Decoder(Summary).decode


# Tables that are removed in one commit; the others go next time.
EXPIRE_AT_ONCE = 100


class Removal(msgspec.Struct, frozen=True):
    """Open tables that go, with their logs, unless somebody has touched them since."""

    tables: tuple[str, ...]
    before: float


class Job(msgspec.Struct, frozen=True):
    """Entries that belong together, with what they make of the table's summary."""

    table: str
    entries: tuple[Entry, ...]
    summary: Summary
    is_new: bool = False
    fence: int | None = None

    @property
    def version(self) -> int:
        """Give the version that the table will have."""
        return self.entries[-1].seq


def new_table(table: str, summary: Summary, entries: Sequence[Entry]) -> Job:
    assert entries[0].seq == 1, "a table begins with entry 1"
    return checked(Job(table, tuple(entries), summary, is_new=True))


def addition(table: str, entries: Sequence[Entry], summary: Summary, fence: int | None) -> Job:
    return checked(Job(table, tuple(entries), summary, fence=fence))


def checked(job: Job) -> Job:
    """Give the job back; entries of another table, not in a row, or of one command are faults of the caller."""
    numbers = [entry.seq for entry in job.entries]
    assert numbers, "an append has at least one entry"
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "entries are not in a row"
    assert {entry.table for entry in job.entries} | {job.summary.table} == {job.table}, "something of another table"
    assert len({(entry.actor, entry.cid) for entry in job.entries}) == len(numbers), "one command twice in an append"
    return job
