"""Looking back at finished games over HTTP: analyses, and how games go on from a moment, both as jobs."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.notation.records.record import Record, record_text
from branchline.server import wire
from branchline.server.http.jobs import demand_fast_lane, start_job
from branchline.server.http.records import record_asked_for, told_as_refusals
from branchline.server.http.responses import body_of
from branchline.server.limits import MAX_TABLE_BYTES
from branchline.server.live.jobs import JobKind
from branchline.server.room.commands import Refuse

# The fast lane maps much memory that it does not use, and the first time it has to be compiled, which takes minutes.
ANALYSIS: Final = JobKind("analysis", "branchline.analysis", version=2, seconds=900.0, memory=8 << 30)
WHAT_IF: Final = JobKind("what-if", "branchline.analysis", version=2, seconds=600.0, memory=8 << 30)


async def new_analysis(request: Request) -> Response:
    """The job that analyzes a game, or plays on from a moment of it; 200 where that was done already."""
    asked = await body_of(request, wire.NewAnalysis, MAX_TABLE_BYTES)
    demand_fast_lane()
    with told_as_refusals():
        record = await record_asked_for(request, asked.table, asked.record)
    if asked.move is not None and asked.move >= len(record.actions):
        raise Refuse("game-over", f"nothing is left to decide after {asked.move} decisions")
    return await start_job(request, ANALYSIS if asked.move is None else WHAT_IF, _given(record, asked))


def _given(record: Record, asked: wire.NewAnalysis) -> bytes:
    """What the process is told; the same for the same game, wherever its record comes from."""
    return msgspec.json.encode({"record": record_text(record), "effort": asked.effort, "move": asked.move})


ROUTES: Final = [Route("/api/analyses", new_analysis, methods=["POST"])]
