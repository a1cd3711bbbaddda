"""Hints for people: what a bot would do in their place, thought of by bots from what their seat knows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from branchline.core.ids import Seat
from branchline.messages import DEFAULT, LANGUAGES
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.bot_processes import policy
from branchline.server.bot_processes.fair_queue import Asker
from branchline.server.bot_processes.messages import BotDecision
from branchline.server.live.bot_driver import BotDriver, Decision, RoomCalls
from branchline.server.live.connection import Connection
from branchline.server.live.shared import Shared
from branchline.server.room.chairs import label
from branchline.server.views.history import sentence_of

log = logging.getLogger(__name__)


class HintGiver:
    """Thinks once about each decision that somebody asks about, and tells nobody but the connection that asked."""

    def __init__(self, shared: Shared, calls: RoomCalls, driver: BotDriver) -> None:
        self._shared = shared
        self._calls = calls
        self._driver = driver
        self._ideas: dict[Decision, asyncio.Task[BotDecision | None]] = {}
        self._telling: set[asyncio.Task[None]] = set()

    def give(self, connection: Connection, command: wire.AskHint) -> None:
        """Answer a command that was carried out; the hint follows when a bot has had its turn."""
        key = (Seat(command.seat), command.decision)
        self._forget_what_has_passed()
        if key not in self._ideas:
            asker = Asker(connection.address, self._calls.room().table.id)
            self._ideas[key] = _task(self._think(*key, asker))
        telling = _task(self._tell(connection, command, self._ideas[key]))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    def stop(self) -> None:
        for task in (*self._ideas.values(), *self._telling):
            task.cancel()
        self._ideas.clear()

    def _forget_what_has_passed(self) -> None:
        asked = self._calls.room().table.asked
        self._ideas = {key: idea for key, idea in self._ideas.items() if asked.get(key[0]) == key[1]}

    async def _think(self, seat: Seat, decision: int, asker: Asker) -> BotDecision | None:
        asked = await self._driver.question(seat, decision)
        if asked is None:
            return None
        for level in policy.attempts(policy.HINT):
            try:
                return await self._shared.bots.decide(level, asked.game, asked.view, asked.legal, asker)
            except Exception:
                log.exception("no hint", extra={"table": self._calls.room().table.id, "bot": level})
        self._ideas.pop((seat, decision), None)  # Whoever asks again may have more luck.
        return None

    async def _tell(
        self, connection: Connection, command: wire.AskHint, idea: asyncio.Task[BotDecision | None]
    ) -> None:
        found = await asyncio.shield(idea)
        table = self._calls.room().table
        hint = wire.Hint(cid=command.cid, seat=command.seat, decision=command.decision, action=None)
        if found is not None and table.asked.get(Seat(command.seat)) == command.decision:
            hint.action = to_json(table.game.printed, found.action)
            language = command.language if command.language in LANGUAGES else DEFAULT
            names = [label(chair) for chair in table.chairs]
            hint.why = None if found.why is None else sentence_of(found.why, table.game.printed, language, names)
        if not connection.is_gone:
            connection.send(hint)


def _task(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    return asyncio.get_running_loop().create_task(work)
