"""Records as plain data, to be changed as somebody might who writes them by hand."""

import json
from typing import Any

from branchline.notation.records.record import Record, record_line


def unsealed(record: Record) -> dict[str, Any]:
    """Give a record without the two keys that tell of a change: its checksum, and whether it has its end."""
    return unsealed_line(record_line(record))


def unsealed_line(line: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(line)
    del data["checksum"], data["finished"]
    return data
