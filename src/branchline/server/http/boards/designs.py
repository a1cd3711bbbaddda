"""Boards in the making: what a new one begins with, what is wrong with one, and how it will look."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core.printed.board import Board
from branchline.data.design import drawable_in
from branchline.data.templates import templates
from branchline.games import game_of_board
from branchline.server import wire
from branchline.server.http.address import address_of
from branchline.server.http.boards.catalog import RENDERER, board_text, printed_board
from branchline.server.http.responses import answer, body_of
from branchline.server.http.state import rooms_of, state_of, take
from branchline.server.limits import MAX_RECORD_BYTES
from branchline.server.room.commands import Refuse


async def designs(request: Request) -> Response:
    if request.method == "POST":
        return await judged(request)
    return answer(await run_in_threadpool(_templates), headers={"cache-control": "no-cache"})


@cache
def _templates() -> wire.DesignTemplates:
    return wire.DesignTemplates(
        templates=[
            wire.DesignTemplate(game=each.game, size=each.size, text=each.text, tables=each.tables)
            for each in templates()
        ]
    )


async def judged(request: Request) -> Response:
    """A file as somebody changes it, with all that is wrong."""
    take(request, state_of(request.app).designs)
    new = await body_of(request, wire.NewDesign, MAX_RECORD_BYTES)
    return answer(await rooms_of(request).boards.check.design(new.text, new.tables, address_of(request.scope)))


async def drawn(request: Request) -> Response:
    """How a board will look whose map is sound; it need not be complete."""
    take(request, state_of(request.app).designs)
    text, address = await board_text(request), address_of(request.scope)
    design = await rooms_of(request).boards.check.design(text, None, address)
    board = await run_in_threadpool(drawable_in, text) if design.drawable else None
    if board is None:
        raise Refuse("bad-board", "\n".join(f"{fault.place}: {fault.message}" for fault in design.faults[:20]))
    drawing = RENDERER.ready(board)
    if drawing is None:
        take(request, state_of(request.app).drawings)
        drawing = await RENDERER.draw(board, address)
    return answer(msgspec.structs.replace(await run_in_threadpool(_printed, board), drawing=drawing))


def _printed(board: Board) -> wire.PrintedBoard:
    return printed_board(game_of_board(board), None)


ROUTES: Final = [
    Route("/api/designs", designs, methods=["GET", "POST"]),
    Route("/api/designs/drawing", drawn, methods=["POST"]),
]
