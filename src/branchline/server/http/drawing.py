"""Drawing boards while the server runs: those that come without a drawing, and those that people send."""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from collections import OrderedDict
from typing import Final

from branchline.core.printed.board import Board
from branchline.draw.drawing import key_of, packaged, relettered
from branchline.draw.drawing_json import Drawing
from branchline.server.room.commands import Refuse

DRAW_SECONDS: Final = 120.0
REMEMBERED: Final = 16


class BoardRenderer:
    """Draws boards that nobody has drawn yet, one at a time, each in a process that ends with it."""

    def __init__(self, seconds: float = DRAW_SECONDS) -> None:
        self._seconds = seconds
        self._place = asyncio.Semaphore(1)
        self._drawn: OrderedDict[str, Drawing] = OrderedDict()

    def ready(self, board: Board) -> Drawing | None:
        """A drawing that exists, with the names of this board, if it was made from this board and they fit."""
        for found in (packaged(board.id), self._drawn.get(key_of(board))):
            if found is not None and (lettered := relettered(found, board)) is not None:
                return lettered
        return None

    async def draw(self, board: Board) -> Drawing:
        """The drawing of a board; laying out fifty cities takes half a minute, so the event loop does not do it."""
        if (found := self.ready(board)) is not None:
            return found
        async with self._place:
            if (found := self.ready(board)) is not None:
                return found
            drawn = self._drawn[key_of(board)] = await self._lay_out(board)
            while len(self._drawn) > REMEMBERED:
                self._drawn.popitem(last=False)
            return drawn

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
