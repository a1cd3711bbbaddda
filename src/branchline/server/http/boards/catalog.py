"""What can be played here, and everything printed on a board and its cards: clients hold no boards of their own."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.data.faults import Faulty
from branchline.data.guides import guides
from branchline.data.load import BoardInfo, info_in
from branchline.draw.drawing_json import Drawing
from branchline.games import catalog, game_in, load_game
from branchline.notation.json.box import printed_json
from branchline.server import wire
from branchline.server.http.address import address_of
from branchline.server.http.boards.drawing import BoardRenderer
from branchline.server.http.boards.gallery import facts_of
from branchline.server.http.responses import answer, bytes_of
from branchline.server.http.state import rooms_of, slowly, state_of, take
from branchline.server.limits import MAX_RECORD_BYTES
from branchline.server.live.board_check import bad_board
from branchline.server.room.commands import Refuse
from branchline.server.room.levels import levels
from branchline.server.room.table import file_of
from branchline.server.settings import Settings

DRAW_COST: Final = 5.0
"""Drawing a board costs as much as so many replays."""
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_FOR_EVER: Final = {"cache-control": "private, max-age=31536000, immutable"}
_ASK_AGAIN: Final = {"cache-control": "no-cache"}
RENDERER: Final = BoardRenderer()


@lru_cache(maxsize=8)
def offers(settings: Settings) -> wire.Offers:
    """What can be played: the boards of the package, and behind them the server's own."""
    packaged = [_board_offered(info, load_game(info.id)) for info in catalog() if info.offered]
    own = [_board_offered(info_in(text), game_in(text)) for text in settings.boards]
    return wire.Offers(
        protocol=wire.PROTOCOL,
        boards=[*packaged, *own],
        levels=list(levels()),
        keep_unfinished=settings.keep_unfinished,
        keep_finished=settings.keep_finished,
    )


def _board_offered(info: BoardInfo, game: AnyGame) -> wire.BoardOffered:
    return wire.BoardOffered(
        board=info.id,
        file=file_of(game),
        game=info.game,
        name=info.name,
        names=dict(info.names),
        editions=_editions(info),
        seat_counts=list(game.seat_counts),
        open_stacks=isinstance(game.printed, CardSet),
        color_names={color: dict(names) for color, names in info.color_names.items()},
        facts=facts_of(game),
        guide=not file_of(game) and info.id in guides(),
    )


def _editions(info: BoardInfo) -> list[wire.EditionOffered]:
    return [
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
    ]


@cache
def _packaged_board(board: str, edition: str) -> wire.PrintedBoard:
    """A board of the package, without its drawing; `Faulty` for what there is not."""
    return printed_board(load_game(board, edition), None)


def printed_board(game: AnyGame, drawing: Drawing | None) -> wire.PrintedBoard:
    """Everything that is printed for a game, and how its board is drawn."""
    return msgspec.convert({**printed_json(game), "file": file_of(game), "drawing": drawing}, wire.PrintedBoard)


def _own_board(text: str, edition: str | None = None) -> tuple[AnyGame, wire.PrintedBoard]:
    """A board of somebody's own, with what people choose from, and without its drawing; `Faulty` if it is not sound."""
    game = game_in(text, edition)
    return game, msgspec.structs.replace(
        printed_board(game, None), offered=_board_offered(info_in(text), game_in(text))
    )


async def all_boards(request: Request) -> Response:
    if request.method == "POST":
        return await own_board(request)
    return answer(offers(state_of(request.app).settings), headers=_ASK_AGAIN)


async def board(request: Request) -> Response:
    """A board of the package, also one that is not offered: a record may have been played on it."""
    name, edition = request.path_params["board"], request.path_params["edition"]
    try:
        printed = _packaged_board(name, edition)
    except Faulty:
        raise Refuse("unknown-board") from None
    return await _drawn(request, load_game(name, edition), printed)


async def _drawn(request: Request, game: AnyGame, printed: wire.PrintedBoard) -> Response:
    """A board with its drawing, unless the asker has it already."""
    drawing = await _drawing(request, game)
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
    return await RENDERER.draw(game.printed, address_of(request.scope))


async def own_board(request: Request) -> Response:
    """A board file that somebody sends, as text in JSON: all that is printed there, and how it is drawn."""
    take(request, state_of(request.app).replays, DRAW_COST)
    text = await board_text(request)
    address = address_of(request.scope)
    await rooms_of(request).boards.check.demand_sound(text, address)
    edition = request.query_params.get("edition")
    try:
        game, printed = await slowly(request, lambda: _own_board(text, edition))
    except Faulty as faulty:
        raise bad_board(faulty) from None
    assert isinstance(game.printed, Board)
    return answer(msgspec.structs.replace(printed, drawing=await RENDERER.draw(game.printed, address)))


async def board_text(request: Request) -> str:
    """The text of a board file, as a string in JSON."""
    try:
        return msgspec.json.decode(await bytes_of(request, MAX_RECORD_BYTES), type=str)
    except msgspec.DecodeError:
        raise Refuse("bad-message", "the text of a board file is needed, as a string in JSON") from None


async def board_file(request: Request) -> Response:
    """The file of a board of somebody's own on which a table is played here, as it was sent."""
    return PlainTextResponse(await _text_of(request), headers=_FOR_EVER)


async def kept_board(request: Request) -> Response:
    """All that is printed on such a board."""
    text, edition = await _text_of(request), request.path_params["edition"]
    try:
        game, printed = await slowly(request, lambda: _own_board(text, edition))
    except Faulty:
        raise Refuse("unknown-board") from None
    return await _drawn(request, game, printed)


async def _text_of(request: Request) -> str:
    """Who knows the digest may read the file; the server's own boards are known also before anybody plays on them."""
    file: str = request.path_params["file"]
    if not _DIGEST.fullmatch(file):
        raise Refuse("unknown-board")
    boards = rooms_of(request).boards
    text = boards.own_file(file) or await boards.text(file)
    if text is None:
        raise Refuse("unknown-board")
    return text


ROUTES: Final = [
    Route("/api/boards", all_boards, methods=["GET", "POST"]),
    Route("/api/boards/{board}/{edition}", board),
    Route("/api/board-files/{file}", board_file),
    Route("/api/board-files/{file}/{edition}", kept_board),
]
