"""What both stores have in common: the size of a commit, the numbers counted about it, and the form of a summary."""

import msgspec

from branchline.server.metrics import METRICS
from branchline.server.store.contract import Summary

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


class HealthRow(msgspec.Struct, frozen=True):
    """A row that says nothing; that it can be kept is what somebody wants to know."""
