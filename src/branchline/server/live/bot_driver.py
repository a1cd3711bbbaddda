"""Moves the bots and stand-ins of a room on, at a pace that people can follow; thinking happens elsewhere."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.bot_processes.levels import FALLBACK_LEVEL
from branchline.server.bot_processes.messages import Decided
from branchline.server.metrics import METRICS
from branchline.server.room.commands import BotPlay

if TYPE_CHECKING:
    from branchline.server.live.room_task import Keeper

log = logging.getLogger(__name__)

PAUSE_AFTER_FAILURE: Final = 1.0
FAILURES = METRICS.counter("branchline_bot_failures_total", "Decisions that a bot did not make, or not legally.")

Decision = tuple[Seat, int]


class Driver:
    """At most one task for each decision that waits for a bot."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._thinking: dict[Decision, asyncio.Task[None]] = {}
        self._failed: set[Decision] = set()

    def drive(self) -> None:
        for seat, decision, level in self._keeper.room.bots_to_move():
            if (seat, decision) not in self._thinking:
                task = asyncio.get_running_loop().create_task(self._think(seat, decision, level))
                self._thinking[seat, decision] = task

    def stop(self) -> None:
        for task in self._thinking.values():
            task.cancel()
        self._thinking.clear()

    def settled(self, command: BotPlay, reply: wire.Ack | wire.Refused) -> None:
        """A decision was carried out, or has passed, or must be made once more: by the simplest of all bots."""
        key = (command.seat, command.decision)
        if isinstance(reply, wire.Ack) or reply.code == "stale":
            self._thinking.pop(key, None)
            self._failed.discard(key)
        elif reply.code in ("unavailable", "too-fast"):
            asyncio.get_running_loop().call_later(PAUSE_AFTER_FAILURE, self._again, key)
        else:
            log.warning("a bot played illegally", extra={"table": self._keeper.room.table.id, "code": reply.code})
            FAILURES.inc()
            self._thinking.pop(key, None)
            self._failed.add(key)

    def _again(self, key: Decision) -> None:
        self._thinking.pop(key, None)
        self._keeper.nudge()

    async def _think(self, seat: Seat, decision: int, level: str) -> None:
        try:
            decided = await self._decide(seat, decision, level)
            if decided is None:
                self._again((seat, decision))
                return
            await asyncio.sleep(self._pause(seat))
            self._keeper.play_bot(BotPlay(seat, decision, decided.action, decided.why))
        except Exception:
            # Not the bot's fault but ours, or the store's; the table must not wait for ever because of it.
            log.exception("a bot could not be asked", extra={"table": self._keeper.room.table.id})
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
            self._again((seat, decision))

    async def _decide(self, seat: Seat, decision: int, level: str) -> Decided | None:
        """The bot's decision, the fallback's where it fails; None when the question has passed meanwhile."""
        memory = await self._keeper.memory(seat)
        table = self._keeper.room.table
        if table.asked.get(seat) != decision:
            return None
        legal = table.game.legal(table.state, seat)
        view = table.game.view(table.state, seat)._replace(memory=memory)
        for bot in () if (seat, decision) in self._failed else dict.fromkeys((level, FALLBACK_LEVEL)):
            try:
                return await self._keeper.hub.thinkers.decide(bot, table.game, view, legal)
            except Exception:
                log.exception("a bot failed", extra={"table": table.id, "level": bot})
                FAILURES.inc()
        return Decided(legal[self._keeper.hub.rng.randrange(len(legal))])

    def _pause(self, seat: Seat) -> float:
        """What is left of the table's pace since the bot was asked; nobody who looks on, no pause."""
        room = self._keeper.room
        if not room.presence.anybody:
            return 0.0
        since = room.table.asked_at.get(seat, 0.0)
        return min(room.table.pace, max(0.0, since + room.table.pace - self._keeper.hub.now()))
