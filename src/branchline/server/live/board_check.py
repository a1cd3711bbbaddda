"""Whether a board file that somebody sends is sound, found out in a process that may take only so long."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from branchline.core.printed.board import file_digest
from branchline.data.faults import Fault, Faulty
from branchline.data.files import MAX_FILE_BYTES, UNNAMED, too_big
from branchline.server import wire
from branchline.server.bot_processes.fair_queue import AddressTurns
from branchline.server.child import ChildFailed, run_child
from branchline.server.room.commands import Refuse

CHECK_SECONDS: Final = 10.0
"""A sound file takes half a second; TOML can be written so that reading it takes hours."""
USUAL_SECONDS: Final = 0.5
PLACES: Final = 2
REMEMBERED: Final = 1_000
MAX_FAULTS_TOLD: Final = 20
"""Faults of a board file that are told at once; whoever wants all of them has `branchline check`."""


class BoardCheck:
    """Reads files for whoever asks: one at a time for each address, and addresses take turns."""

    def __init__(self, seconds: float = CHECK_SECONDS) -> None:
        self._seconds = seconds
        self._turns = AddressTurns(PLACES, USUAL_SECONDS)
        self._sound: OrderedDict[str, None] = OrderedDict()

    async def demand_sound(self, text: str, address: str = "") -> None:
        """Refuse a file that is not sound, with what is wrong, and one that cannot be read in time."""
        digest = file_digest(text)
        if digest in self._sound:
            self._sound.move_to_end(digest)
            return
        content = text.encode("utf-8", "surrogatepass")
        if len(content) > MAX_FILE_BYTES:
            raise bad_board(Faulty([too_big(UNNAMED.name)]))
        faults = await self._faults(content, address)
        if faults:
            raise bad_board(Faulty(faults))
        self._sound[digest] = None
        if len(self._sound) > REMEMBERED:
            self._sound.popitem(last=False)

    async def design(self, text: str, tables: Mapping[str, Any] | None, address: str = "") -> wire.Design:
        """Judge a file in the making, with the tables that it is to have."""
        if len(text.encode("utf-8", "surrogatepass")) > MAX_FILE_BYTES:
            raise bad_board(Faulty([too_big(UNNAMED.name)]))
        given = msgspec.json.encode({"text": text, "tables": tables})
        return msgspec.json.decode(await self._run("branchline.data.design", given, address), type=wire.Design)

    async def _faults(self, content: bytes, address: str) -> list[Fault]:
        written = await self._run("branchline.data", content, address)
        return [Fault(place, message) for place, message in json.loads(written)]

    async def _run(self, module: str, content: bytes, address: str) -> bytes:
        try:
            async with self._turns.turn(address):
                return await run_child(module, content, self._seconds)
        except ChildFailed as failed:
            raise Refuse("bad-board", f"{UNNAMED.name}: cannot be read: {failed}") from None


def bad_board(faulty: Faulty) -> Refuse:
    """The answer to whoever sent a file that is not sound, with its first faults."""
    return Refuse("bad-board", "\n".join(map(str, faulty.faults[:MAX_FAULTS_TOLD])))
