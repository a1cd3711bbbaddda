"""What can be played here, and everything printed on a board and its cards: clients hold no boards of their own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.data.faults import Fault, Faulty
from branchline.data.files import tables_of_text
from branchline.data.load import BoardInfo, board_of, check_tables, edition_of
from branchline.draw.drawing_json import Drawing
from branchline.games import catalog, game_of_board, load_game
from branchline.notation.json.box import printed_json
from branchline.server import wire
from branchline.server.http.drawing import BoardRenderer
from branchline.server.http.responses import answer, bytes_of
from branchline.server.http.state import state_of, take
from branchline.server.limits import MAX_RECORD_BYTES
from branchline.server.room.commands import Refuse
from branchline.server.room.levels import levels

FILE: Final = Path("board.toml")
"""What a board is called that came without a name."""
MAX_CITIES: Final = 80
MAX_ROUTES: Final = 200
MAX_FAULTS_TOLD: Final = 20
DRAW_COST: Final = 5.0
"""Drawing a board costs as much as so many replays."""
_ASK_AGAIN: Final = {"cache-control": "no-cache"}
RENDERER: Final = BoardRenderer()


@cache
def offers(keep_unfinished: int, keep_finished: int) -> wire.Offers:
    return wire.Offers(
        protocol=wire.PROTOCOL,
        boards=[_board_offered(info) for info in catalog() if info.offered],
        levels=list(levels()),
        keep_unfinished=keep_unfinished,
        keep_finished=keep_finished,
    )


def _board_offered(info: BoardInfo) -> wire.BoardOffered:
    game = load_game(info.id)
    return wire.BoardOffered(
        board=info.id,
        game=info.game,
        name=info.name,
        names=dict(info.names),
        editions=[
            wire.EditionOffered(
                id=each.id,
                name=each.name,
                names=dict(each.names),
                note=each.note,
                notes=dict(each.notes),
                source=each.source,
                sources=dict(each.sources),
            )
            for each in info.editions
        ],
        seat_counts=list(game.seat_counts),
        open_stacks=isinstance(game.printed, CardSet),
        color_names={color: dict(names) for color, names in info.color_names.items()},
    )


@cache
def _packaged_board(board: str, edition: str) -> wire.PrintedBoard:
    """A board of the package, without its drawing; `Faulty` for what there is not."""
    return printed_board(load_game(board, edition), None)


def printed_board(game: AnyGame, drawing: Drawing | None) -> wire.PrintedBoard:
    """Everything that is printed for a game, and how its board is drawn."""
    return msgspec.convert({**printed_json(game), "drawing": drawing}, wire.PrintedBoard)


def board_in(text: str) -> Board:
    """The board in a file that somebody sends; `Faulty` with all that is wrong with it."""
    draft = check_tables(FILE, tables_of_text(FILE.name, text))
    if len(draft.cities) > MAX_CITIES or len(draft.routes) > MAX_ROUTES:
        most = f"{MAX_CITIES} cities or {MAX_ROUTES} routes"
        raise Faulty([Fault(FILE.name, f"has more than {most}, too many to draw here")])
    return board_of(draft, edition_of(draft, None))


async def all_boards(request: Request) -> Response:
    if request.method == "POST":
        return await own_board(request)
    settings = state_of(request.app).settings
    return answer(offers(settings.keep_unfinished, settings.keep_finished), headers=_ASK_AGAIN)


async def board(request: Request) -> Response:
    """A board of the package, also one that is not offered: a record may have been played on it."""
    name, edition = request.path_params["board"], request.path_params["edition"]
    try:
        printed = _packaged_board(name, edition)
    except Faulty:
        raise Refuse("unknown-board") from None
    drawing = await _drawing(request, load_game(name, edition))
    tag = f'"{printed.digest}-{drawing["key"] if drawing else ""}-{wire.PROTOCOL}"'
    headers = _ASK_AGAIN | {"etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return answer(msgspec.structs.replace(printed, drawing=drawing), headers=headers)


async def _drawing(request: Request, game: AnyGame) -> Drawing | None:
    """The drawing of a game's board; who makes the server draw one pays for it."""
    if not isinstance(game.printed, Board):
        return None
    if (ready := RENDERER.ready(game.printed)) is not None:
        return ready
    take(request, state_of(request.app).replays, DRAW_COST)
    return await RENDERER.draw(game.printed)


async def own_board(request: Request) -> Response:
    """A board file that somebody sends, as text in JSON: all that is printed there, and how it is drawn."""
    take(request, state_of(request.app).replays, DRAW_COST)
    try:
        text = msgspec.json.decode(await bytes_of(request, MAX_RECORD_BYTES), type=str)
    except msgspec.DecodeError:
        raise Refuse("bad-message", "the text of a board file is needed, as a string in JSON") from None
    try:
        board = await run_in_threadpool(board_in, text)
    except Faulty as faulty:
        raise Refuse("bad-board", "\n".join(map(str, faulty.faults[:MAX_FAULTS_TOLD]))) from None
    return answer(printed_board(game_of_board(board), await RENDERER.draw(board)))


ROUTES: Final = [
    Route("/api/boards", all_boards, methods=["GET", "POST"]),
    Route("/api/boards/{board}/{edition}", board),
]
