"""What both stores have in common: the size of a commit, the numbers counted about it, and the form of a summary."""

import logging
from collections.abc import Iterable
from typing import Any

import msgspec

from branchline.server.metrics import METRICS
from branchline.server.store.contract import Damaged, Stale, Summary

log = logging.getLogger(__name__)

# Appends that share one commit; those that come while the disk writes wait together for the next.
BATCH = 256

COMMIT_SECONDS = METRICS.histogram("branchline_commit_seconds", "How long one commit took, with its flush of the disk.")
COMMIT_APPENDS = METRICS.histogram(
    "branchline_commit_appends", "How many appends shared one commit.", (1, 2, 4, 8, 16, 32, 64, 128, 256)
)

encode = msgspec.json.encode
_decode = msgspec.json.Decoder(Summary).decode


def summary_in(table: str, kept: bytes) -> Summary:
    """The summary of a table; `Damaged` when it is not what was kept."""
    try:
        return _decode(kept)
    except msgspec.MsgspecError:
        raise Damaged(table, "its summary cannot be read") from None


def readable_summaries(rows: Iterable[Any]) -> list[Summary]:
    """The summaries in rows of id and summary. One that is damaged must not hide all others."""
    found = []
    for table, kept in rows:
        try:
            found.append(summary_in(table, kept))
        except Damaged as damaged:
            log.error("table damaged", extra={"table": table, "reason": str(damaged)})
    return found


class Removal(msgspec.Struct, frozen=True):
    """Tables that go, with their logs, unless somebody has touched them since they were found stale."""

    tables: tuple[str, ...]
    stale: Stale


class HealthRow(msgspec.Struct, frozen=True):
    """A row that says nothing; that it can be kept is what somebody wants to know."""
