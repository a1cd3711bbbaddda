"""The boards that tables are played on: those of the package, the server's own, and those that people bring."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from branchline.core.game import AnyGame
from branchline.core.printed.board import file_digest
from branchline.data.faults import Faulty
from branchline.games import game_in
from branchline.server import wire
from branchline.server.live.board_check import BoardCheck, bad_board
from branchline.server.room import facts
from branchline.server.room.commands import Refuse
from branchline.server.room.new_table import offered_game
from branchline.server.store.contract import LogEntry, Store

log = logging.getLogger(__name__)


class Boards:
    """Finds the game for a new table, and for a log that is read again.

    `own` are the texts of the server's own boards. Reading a board takes a tenth of a second, so the event loop
    does not do it.
    """

    def __init__(self, store: Store, own: Sequence[str] = ()) -> None:
        self._store = store
        self.check = BoardCheck()
        self._own = {game_in(text).board_id: text for text in own}
        self._own_files = {file_digest(text): text for text in own}

    def own_file(self, file: str) -> str | None:
        """The text of a board of the server's own, by its digest."""
        return self._own_files.get(file)

    async def for_table(self, new: wire.NewTable, address: str = "") -> AnyGame:
        """The game that somebody asks for; a board of their own must be sound, and have the id that they say."""
        if new.file is not None:
            await self.check.demand_sound(new.file, address)
            try:
                game = await asyncio.to_thread(game_in, new.file, new.edition)
            except Faulty as faulty:  # There is no such edition.
                raise bad_board(faulty) from None
            if game.board_id != new.board:
                raise Refuse("bad-board", f"the id in the file is {game.board_id}, not {new.board}")
            return game
        if (text := self._own.get(new.board)) is None:
            return offered_game(new.board, new.edition)
        try:
            return await asyncio.to_thread(game_in, text, new.edition)
        except Faulty:
            raise Refuse("unknown-board") from None

    async def of_log(self, entries: list[LogEntry]) -> AnyGame | None:
        """The game on the board of somebody's own that a log names; None for a board of the package, or one lost."""
        created = facts.read(entries[0].body)
        if not isinstance(created, facts.Created) or not created.file:
            return None
        text = await self.text(created.file)
        try:
            return None if text is None else await asyncio.to_thread(game_in, text, created.edition)
        except Faulty as faulty:  # A later version of Branchline may be stricter.
            log.warning("board not sound any more", extra={"file": created.file, "reason": str(faulty.faults[0])})
            return None

    async def text(self, file: str) -> str | None:
        """The text of a board file on which a table is played."""
        content = await self._store.board_file(file)
        return None if content is None else content.decode()
