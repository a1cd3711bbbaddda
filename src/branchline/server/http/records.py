"""Records that requests are about: of a finished table, or one that somebody sends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from starlette.requests import Request

from branchline.data.faults import Faulty
from branchline.notation.records.reader import read_record
from branchline.notation.records.record import Record
from branchline.notation.records.replay import OtherRevision, check_revision
from branchline.server.http.address import address_of
from branchline.server.http.state import rooms_of, slowly
from branchline.server.limits import MAX_DECISIONS
from branchline.server.room.commands import Refuse
from branchline.server.room.table import Unplayable
from branchline.server.views.history import record_of_log

MAX_FAULTS_TOLD: Final = 20
"""Faults of a record that are told; whoever wants all of them has `branchline verify`."""


async def record_of_table(request: Request, table: str) -> Record:
    """The record of a game that is over."""
    entries = await rooms_of(request).store.read(table)
    if not entries:
        raise Refuse("unknown-table")
    own = await rooms_of(request).boards.of_log(entries)
    try:
        record = await slowly(request, lambda: record_of_log(table, entries, own))
    except Unplayable:
        raise Refuse("unknown-table") from None
    if record is None:
        raise Refuse("not-finished")
    return record


async def record_in(request: Request, text: bytes) -> Record:
    """The record that somebody sends; a board in it is sound. `told_as_refusals` must stand around it."""
    record = await slowly(request, lambda: read_record(text.decode(), "record"))
    check_revision(record)
    if len(record.actions) > MAX_DECISIONS:
        raise Refuse("too-big", f"more than {MAX_DECISIONS:,} decisions")
    if record.board_file:
        await rooms_of(request).boards.check.demand_sound(record.board_file, address_of(request.scope))
    return record


async def record_asked_for(request: Request, table: str | None, text: str | None) -> Record:
    """The record that a body names: of a table, or sent along. `told_as_refusals` must stand around it."""
    if table is not None and text is None:
        return await record_of_table(request, table)
    if text is not None and table is None:
        return await record_in(request, text.encode("utf-8", "surrogatepass"))
    raise Refuse("bad-message", "a table, or a record, not both")


@contextmanager
def told_as_refusals() -> Iterator[None]:
    """What is wrong with a record is the answer to whoever sent it."""
    try:
        yield
    except UnicodeError:  # Bytes that are none, or an escape in JSON that stands for half a character.
        raise Refuse("bad-record", "is not text in UTF-8") from None
    except OtherRevision as other:
        raise Refuse("other-revision", str(other)) from None
    except Faulty as faulty:
        raise Refuse("bad-record", "\n".join(map(str, faulty.faults[:MAX_FAULTS_TOLD]))) from None
