"""A board file in the making, in a process of its own: `python -m branchline.data.design` reads JSON, writes JSON.

It takes the text of the file, and the tables that it is to have if somebody has changed them. It gives the text with
these tables, all that is wrong with it, each with its path, and whether so much is right that it can be drawn.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from typing import Any

from branchline.core.printed.board import Board
from branchline.data.edit import edited
from branchline.data.faults import Fault, Faulty
from branchline.data.files import UNNAMED, tables_of_text
from branchline.data.load import board_of, check_tables, checked_tables, edition_of

NEEDED_TO_DRAW = frozenset({"palette", "rules", "city", "route"})


def design(text: str, tables: Mapping[str, Any] | None) -> dict[str, Any]:
    """Judge a file as it is, or as it would be with these tables."""
    try:
        if tables is not None:
            text = edited(text, tables)
        values = tables_of_text(UNNAMED.name, text)
    except Faulty as faulty:
        return _told(text, None, faulty.faults, is_drawable=False)
    except (TypeError, ValueError, RecursionError) as error:
        fault = Fault(UNNAMED.name, f"these tables cannot be written: {error}")
        return _told(text, None, (fault,), is_drawable=False)
    try:
        check_tables(UNNAMED, values)
    except Faulty as faulty:
        return _told(text, values, faulty.faults, is_drawable=drawable(values) is not None)
    return _told(text, values, (), is_drawable=True)


def drawable_in(text: str) -> Board | None:
    """The board in a file, if its map is sound; tickets and cards may still be missing."""
    return drawable(tables_of_text(UNNAMED.name, text))


def drawable(values: Mapping[str, Any]) -> Board | None:
    draft, faults = checked_tables(UNNAMED, values)
    on_the_map = any(fault.path and fault.path[0] in ("city", "route") for fault in faults)
    if on_the_map or not draft.sound >= NEEDED_TO_DRAW or not draft.routes:
        return None
    try:
        return board_of(draft, edition_of(draft, None))
    except Faulty:
        return None


def _told(text: str, values: object, faults: tuple[Fault, ...], *, is_drawable: bool) -> dict[str, Any]:
    return {
        "text": text,
        "tables": _plain(values),
        "faults": [
            {
                "path": fault.path,
                "place": fault.place.partition(": ")[2],
                "message": fault.message,
                "rule": fault.rule,
                "mend": [{"path": change.path, "value": change.value} for change in fault.mend],
            }
            for fault in faults
        ],
        "drawable": is_drawable,
    }


def _plain(value: object) -> object:
    """The same as JSON can hold it; times, dates and infinite numbers, which no board has, as text."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if value is None or isinstance(value, bool | int | str) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return str(value)


if __name__ == "__main__":
    given = json.load(sys.stdin.buffer)
    json.dump(design(given["text"], given["tables"]), sys.stdout)
