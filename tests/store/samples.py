"""Entries and summaries to keep."""

from collections.abc import Sequence

from branchline.server.store.contract import Append, LogEntry, Status, Summary


def entry(seq: int, table: str = "oak", actor: str = "anna", cid: str | None = None, body: bytes = b"{}") -> LogEntry:
    return LogEntry(table, seq, at=1000.5 + seq, actor=actor, cid=cid if cid is not None else f"c{seq}", body=body)


def summary(
    table: str = "oak",
    status: Status = "playing",
    *,
    public: bool = True,
    updated: float = 1000.0,
    due: float | None = None,
) -> Summary:
    names = ("Anna", "Ștefan", "", "")
    return Summary(table, status, public, "usa", "refreshed", 4, names, created=999.0, updated=updated, due=due)


def batch(entries: Sequence[LogEntry], about: Summary, fence: int | None = None) -> Append:
    return Append(tuple(entries), about, fence)
