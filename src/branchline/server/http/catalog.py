"""What can be played here, and everything printed on a board and its cards: clients hold no boards of their own."""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from collections import OrderedDict
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core.board import Board
from branchline.core.game import Game
from branchline.data.faults import Fault, Faulty
from branchline.data.files import tables_of_text
from branchline.data.load import Box, board_of, check_tables, edition_of, load_box
from branchline.data.load_cards import load_card_box
from branchline.draw.drawing import key_of, packaged, relettered
from branchline.draw.drawing_json import Drawing
from branchline.games import game_names, game_of_board, load_game
from branchline.notation.json.box import printed_json
from branchline.notation.printed import Printed
from branchline.server import wire
from branchline.server.bot_processes.levels import levels
from branchline.server.http.responses import address_of, answer, bytes_of
from branchline.server.limits import LARGEST_RECORD, Credits
from branchline.server.room.commands import Refuse

FILE: Final = Path("board.toml")
"""What a board is called that came without a name."""
MOST_CITIES: Final = 80
MOST_ROUTES: Final = 200
MOST_TOLD: Final = 20
DRAW_SECONDS: Final = 120.0
DRAW_COST: Final = 5.0
"""Drawing a board costs as much as so many replays."""
REMEMBERED: Final = 16


@cache
def offers() -> wire.Offers:
    return wire.Offers(
        protocol=wire.PROTOCOL, games=[_game_offered(name) for name in game_names()], levels=list(levels())
    )


def _game_offered(name: str) -> wire.GameOffered:
    game = load_game(name)
    box = _box(name)
    return wire.GameOffered(
        game=name,
        name=box.name,
        names=dict(box.names),
        editions=[
            wire.EditionOffered(
                id=each.id, name=each.name, names=dict(each.names), note=each.note, notes=dict(each.notes)
            )
            for each in box.editions
        ],
        seat_counts=list(game.seat_counts),
        open_stacks=not isinstance(game.printed, Board),
        color_names={color: dict(names) for color, names in box.color_names.items()},
    )


def _box(name: str) -> Box:
    return load_box(name) if isinstance(load_game(name).printed, Board) else load_card_box()


@cache
def printed_of(name: str, edition: str) -> wire.Printed:
    """Everything printed; `KeyError` or `Faulty` for what there is not."""
    game = load_game(name, edition)
    printed: Printed = game.printed
    return _written(game, packaged(printed.id) if isinstance(printed, Board) else None)


def _written(game: Game[Any, Any], drawing: Drawing | None) -> wire.Printed:
    return msgspec.convert({**printed_json(game), "drawing": drawing}, wire.Printed)


def board_in(text: str) -> Board:
    """The board in a file that somebody sends; `Faulty` with all that is wrong with it."""
    draft = check_tables(FILE, tables_of_text(FILE.name, text))
    if len(draft.cities) > MOST_CITIES or len(draft.routes) > MOST_ROUTES:
        most = f"{MOST_CITIES} cities or {MOST_ROUTES} routes"
        raise Faulty([Fault(FILE.name, f"has more than {most}, too many to draw here")])
    return board_of(draft, edition_of(draft, None))


class Drawer:
    """Draws boards that nobody has drawn yet, one at a time, each in a process that ends with it."""

    def __init__(self, seconds: float = DRAW_SECONDS) -> None:
        self._seconds = seconds
        self._place = asyncio.Semaphore(1)
        self._drawn: OrderedDict[str, Drawing] = OrderedDict()

    async def draw(self, board: Board) -> Drawing:
        """The drawing of a board; laying out fifty cities takes half a minute, so the event loop does not do it."""
        if found := self._ready(packaged(board.id), board):
            return found
        async with self._place:
            key = key_of(board)
            found = self._ready(self._drawn.get(key), board)
            if found is None:
                found = self._drawn[key] = await self._lay_out(board)
                while len(self._drawn) > REMEMBERED:
                    self._drawn.popitem(last=False)
            return found

    @staticmethod
    def _ready(drawing: Drawing | None, board: Board) -> Drawing | None:
        """A drawing that exists, with the names of this board, if it was made from this board and they fit."""
        return None if drawing is None else relettered(drawing, board)

    async def _lay_out(self, board: Board) -> Drawing:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "branchline.draw", stdin=pipe, stdout=pipe)
        try:
            async with asyncio.timeout(self._seconds):
                written, _ = await process.communicate(pickle.dumps(board))
        except TimeoutError:
            raise Refuse("too-big", f"the board could not be drawn in {self._seconds:.0f} seconds") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            raise Refuse("unavailable", "the board could not be drawn")
        drawing: Drawing = json.loads(written)
        return drawing


async def of_board(request: Request) -> Response:
    """A board file that somebody sends, as text in JSON: all that is printed there, and how it is drawn."""
    replaying: Credits = request.app.state.replaying
    if not replaying.spend(address_of(request.scope), request.app.state.hub.now(), DRAW_COST):
        raise Refuse("too-fast")
    try:
        text = msgspec.json.decode(await bytes_of(request, LARGEST_RECORD), type=str)
    except msgspec.DecodeError:
        raise Refuse("bad-message", "the text of a board file is needed, as a string in JSON") from None
    try:
        board = await run_in_threadpool(board_in, text)
    except Faulty as faulty:
        raise Refuse("bad-board", "\n".join(map(str, faulty.faults[:MOST_TOLD]))) from None
    return answer(_written(game_of_board(board), await DRAWER.draw(board)))


DRAWER: Final = Drawer()
ROUTES: Final = [Route("/api/boards", of_board, methods=["POST"])]
