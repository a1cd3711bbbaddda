"""Long computations over HTTP: what starts one answers with its job, which is then looked at, or given up."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.data.faults import Faulty
from branchline.games import game_in
from branchline.server import wire
from branchline.server.http.address import address_of
from branchline.server.http.responses import answer, body_of
from branchline.server.http.state import jobs_of, rooms_of, slowly, state_of, take
from branchline.server.limits import MAX_RECORD_BYTES, is_today_somewhere
from branchline.server.live.board_check import bad_board
from branchline.server.live.jobs import JobKind
from branchline.server.room.commands import Refuse
from branchline.server.room.new_table import offered_game

DAILY: Final = JobKind("daily", "branchline.bots.daily", version=1, seconds=300.0, memory=1 << 30)
BALANCE: Final = JobKind("balance", "branchline.balance.job", version=2, seconds=300.0, memory=4 << 30)
START_COST: Final = 5.0
"""Starting a job costs as much as so many replays."""


async def start_job(request: Request, kind: JobKind, given: bytes) -> Response:
    """The job of a request that asks for a long computation; 200 where the result is there already."""
    take(request, state_of(request.app).replays, START_COST)
    job = await jobs_of(request).start(kind, given, address_of(request.scope))
    return answer(job, 200 if job.status == "done" else 202)


async def job(request: Request) -> Response:
    """How far a job is, and its result; or give it up."""
    name: str = request.path_params["job"]
    if request.method == "DELETE":
        jobs_of(request).cancel(name)
        return Response(status_code=204)
    return answer(jobs_of(request).look(name), headers={"cache-control": "no-store"})


async def daily(request: Request) -> Response:
    """Play a day's deal with every level in the first seat."""
    asked = await body_of(request, wire.DailyAsked)
    demand_today(asked.day, rooms_of(request).now())
    game = offered_game(asked.board, None)
    of = {"board": game.board_id, "edition": game.edition, "digest": game.digest, "day": asked.day}
    return await start_job(request, DAILY, json.dumps(of).encode())


async def balance(request: Request) -> Response:
    """Play on a board, and tell what stands out."""
    asked = await body_of(request, wire.BalanceAsked, MAX_RECORD_BYTES)
    demand_fast_lane()
    await rooms_of(request).boards.check.demand_sound(asked.file, address_of(request.scope))
    try:
        await slowly(request, lambda: game_in(asked.file, asked.edition))
    except Faulty as faulty:  # There is no such edition.
        raise bad_board(faulty) from None
    return await start_job(request, BALANCE, msgspec.json.encode(asked))


def demand_fast_lane() -> None:
    if find_spec("numba") is None:
        raise Refuse("no-fast-lane", "whoever runs this server can install it: pip install 'branchline[fast]'")


def demand_today(day: str, now: float) -> None:
    """Refuse a daily deal of another day: there is no end of them."""
    if not is_today_somewhere(day, now):
        raise Refuse("wrong-day")


ROUTES: Final = [
    Route("/api/balance", balance, methods=["POST"]),
    Route("/api/daily", daily, methods=["POST"]),
    Route("/api/jobs/{job}", job, methods=["GET", "DELETE"]),
]
