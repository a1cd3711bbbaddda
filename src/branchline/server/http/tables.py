"""HTTP before and after a game: tables, seats, steps and records."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core.ids import Seat
from branchline.messages import DEFAULT, LANGUAGES
from branchline.notation.records.record import SUFFIX, record_text
from branchline.server import wire
from branchline.server.http.address import address_of
from branchline.server.http.jobs import demand_today
from branchline.server.http.records import record_of_table
from branchline.server.http.responses import answer, body_of
from branchline.server.http.state import rooms_of, slowly, state_of, take
from branchline.server.limits import MAX_TABLE_BYTES
from branchline.server.room.commands import Refuse
from branchline.server.room.tokens import holder_of
from branchline.server.store.contract import UNFINISHED, Status, Summary
from branchline.server.views.history import steps_after
from branchline.server.views.table_view import TableViews

MAX_LISTED: Final = 200
LISTED_SECONDS: Final = 86_400.0
"""A public table that nobody has touched for so long is no longer listed; its link still works."""
OWN_BOARD_COST: Final = 3.0
"""A table with a board that somebody sends costs as much as so many others."""
REPLAY_COST: Final = 5.0
"""Playing a whole log again costs as much as so many other requests."""
_TABLE = re.compile(r"[a-z2-7]{16}")
_TOKEN = re.compile(r"Bearer ([a-z2-7]{32})", re.IGNORECASE)


def table_in(request: Request) -> str:
    """What cannot be the id of a table is answered like one that does not exist."""
    table: str = request.path_params["table"]
    if not _TABLE.fullmatch(table):
        raise Refuse("unknown-table")
    return table


def _token(request: Request) -> str | None:
    found = _TOKEN.fullmatch(request.headers.get("authorization", ""))
    return found[1].lower() if found else None


async def all_tables(request: Request) -> Response:
    return await (new_table(request) if request.method == "POST" else tables(request))


async def tables(request: Request) -> Response:
    """The public tables that are not finished, those touched last first."""
    asked = request.query_params.get("status")
    status: tuple[Status, ...] = tuple(each for each in UNFINISHED if asked in (None, each))
    game = request.query_params.get("game")
    found = await rooms_of(request).store.summaries(status=status, public=True, limit=MAX_LISTED) if status else []
    since = rooms_of(request).now() - LISTED_SECONDS
    listed = [listed_table(each) for each in found if game in (None, each.game) and each.updated >= since]
    return answer(wire.Tables(tables=listed))


def listed_table(summary: Summary) -> wire.Listed:
    return wire.Listed(
        table=summary.table,
        status=summary.status,
        board=summary.board or summary.game,
        file=str(summary.extra.get("file") or ""),
        name=str(summary.extra.get("name") or ""),
        game=summary.game,
        edition=summary.edition,
        names=list(summary.names),
        open_seats=int(summary.extra.get("open") or 0),
        created=summary.created,
        updated=summary.updated,
    )


async def new_table(request: Request) -> Response:
    new = await body_of(request, wire.NewTable, MAX_TABLE_BYTES)
    if new.daily is not None:
        demand_today(new.daily, rooms_of(request).now())
    take(request, state_of(request.app).new_tables, 1.0 if new.file is None else OWN_BOARD_COST)
    return answer(await rooms_of(request).create_table(new, address_of(request.scope)), 201)


async def new_seat(request: Request) -> Response:
    new = await body_of(request, wire.NewSeat)
    take(request, state_of(request.app).new_tables)
    return answer(await rooms_of(request).sit(table_in(request), new, _token(request)), 201)


async def table(request: Request) -> Response:
    task = await rooms_of(request).get(table_in(request))
    if task is None:
        raise Refuse("unknown-table")
    return answer(await task.call(lambda room: TableViews(room).standing()))


async def steps(request: Request) -> Response:
    """All that happened, as the asker may know it. A token that holds nothing here makes a spectator of its bearer."""
    rooms, name = rooms_of(request), table_in(request)
    take(request, state_of(request.app).requests, REPLAY_COST)
    task = await rooms.get(name)
    if task is None:
        raise Refuse("unknown-table")
    after = number_in(request.query_params.get("after", "0"))
    seat = await task.call(lambda room: _seat(request, room.table.seats_of(_holders(request))))
    entries = await rooms.store.read(name)
    asked = request.query_params.get("language", DEFAULT)
    language = asked if asked in LANGUAGES else DEFAULT
    own = await rooms.boards.of_log(entries)
    found = await slowly(request, lambda: steps_after(name, entries, after, seat, language, own))
    return answer(wire.Steps(version=entries[-1].seq, seat=seat, steps=found))


def _holders(request: Request) -> frozenset[str]:
    token = _token(request)
    return frozenset({holder_of(token)}) if token else frozenset()


def _seat(request: Request, held: tuple[Seat, ...]) -> Seat | None:
    """The seat that is asked for, if the token holds it; without a question, the first that it holds."""
    asked = request.query_params.get("seat")
    if asked is None:
        return held[0] if held else None
    seat = Seat(number_in(asked))
    if seat not in held:
        raise Refuse("not-your-seat")
    return seat


def number_in(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Refuse("bad-message", "a number is needed")
    return int(text)


async def record(request: Request) -> Response:
    """The whole game with its proof, once it is over. Before that there is nothing that could be given to anybody."""
    name = table_in(request)
    take(request, state_of(request.app).requests, REPLAY_COST)
    found = await record_of_table(request, name)
    headers = {"content-disposition": f'attachment; filename="{name}{SUFFIX}"'}
    return Response(record_text(found), headers=headers, media_type="application/json")


ROUTES: Final = [
    Route("/api/tables", all_tables, methods=["GET", "POST"]),
    Route("/api/tables/{table}", table),
    Route("/api/tables/{table}/seats", new_seat, methods=["POST"]),
    Route("/api/tables/{table}/steps", steps),
    Route("/api/tables/{table}/record", record),
]
