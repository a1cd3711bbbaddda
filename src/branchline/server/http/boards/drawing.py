"""Drawing boards while the server runs: those that come without a drawing, and those that people send."""

from __future__ import annotations

import json
import pickle
from collections import OrderedDict
from typing import Final

from branchline.core.printed.board import Board
from branchline.draw.drawing import key_of, packaged, relettered
from branchline.draw.drawing_json import Drawing
from branchline.server.bot_processes.fair_queue import AddressTurns
from branchline.server.child import ChildFailed, run_child
from branchline.server.room.commands import Refuse

DRAW_SECONDS: Final = 120.0
USUAL_SECONDS: Final = 20.0
PLACES: Final = 2
"""Drawings at once. No address has more than one of them, so that the slow boards of one keep nobody else waiting."""
REMEMBERED: Final = 64


class BoardRenderer:
    """Draws boards that nobody has drawn yet, each in a process that ends with it; addresses take turns."""

    def __init__(self, seconds: float = DRAW_SECONDS) -> None:
        self._seconds = seconds
        self._turns = AddressTurns(PLACES, USUAL_SECONDS)
        self._drawn: OrderedDict[str, Drawing] = OrderedDict()

    def ready(self, board: Board) -> Drawing | None:
        """A drawing that exists, with the names of this board, if it was made from this board and they fit."""
        for found in (packaged(board.id), self._drawn.get(key_of(board))):
            if found is not None and (lettered := relettered(found, board)) is not None:
                return lettered
        return None

    async def draw(self, board: Board, address: str = "") -> Drawing:
        """The drawing of a board; laying out fifty cities takes half a minute, so the event loop does not do it."""
        if (found := self.ready(board)) is not None:
            return found
        async with self._turns.turn(address):
            if (found := self.ready(board)) is not None:
                return found
            return await self._lay_out(board)

    async def _lay_out(self, board: Board) -> Drawing:
        try:
            written = await run_child("branchline.draw", pickle.dumps(board), self._seconds)
        except ChildFailed:
            raise Refuse("too-big", f"the board could not be drawn in {self._seconds:.0f} seconds") from None
        drawn: Drawing = json.loads(written)
        self._drawn[key_of(board)] = drawn
        while len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)
        return drawn
