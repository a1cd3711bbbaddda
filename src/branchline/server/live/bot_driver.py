"""Moves the bots and stand-ins of a room on, at a pace that people can follow; thinking happens elsewhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import Memory
from branchline.server import wire
from branchline.server.bot_processes import policy
from branchline.server.bot_processes.fair_queue import Asker
from branchline.server.bot_processes.messages import BotDecision
from branchline.server.live.shared import Shared
from branchline.server.metrics import METRICS
from branchline.server.room.commands import BotPlay
from branchline.server.room.room import Room
from branchline.server.room.table import Applied
from branchline.server.views.memories import Memories

log = logging.getLogger(__name__)

PAUSE_AFTER_FAILURE: Final = 1.0
FAILURES = METRICS.counter("branchline_bot_failures_total", "Decisions that a bot did not make, or not legally.")

Decision: TypeAlias = tuple[Seat, int]
"""A seat, and the version at which it was asked."""


class Question(NamedTuple):
    """What is asked of a bot: the game, what its seat knows, and what it may do."""

    game: AnyGame
    view: Any
    legal: Sequence[Action]


@dataclass(frozen=True, slots=True)
class RoomCalls:
    """What a driver needs of its room's task."""

    room: Callable[[], Room]
    asker: Callable[[], Asker]
    story: Callable[[], Awaitable[Sequence[Applied]]]
    play: Callable[[BotPlay], None]
    plan: Callable[[], None]


class BotDriver:
    """At most one asyncio task for each decision that waits for a bot."""

    def __init__(self, shared: Shared, calls: RoomCalls) -> None:
        self._shared = shared
        self._calls = calls
        self._memories = Memories()
        self._thinking: dict[Decision, asyncio.Task[None]] = {}
        self._failed: set[Decision] = set()
        self._is_stopped = False

    def drive(self) -> None:
        """Let every bot think that is asked and does not think yet."""
        room = self._calls.room()
        for seat, decision, chair in room.bots_to_move():
            if (seat, decision) not in self._thinking:
                thinking = self._think(seat, decision, policy.level_of(chair, is_daily=bool(room.table.daily)))
                self._thinking[seat, decision] = asyncio.get_running_loop().create_task(thinking)

    def follow(self, applied: Sequence[Applied]) -> None:
        """Let the bots see what has happened."""
        self._memories.follow(applied)

    def stop(self) -> None:
        self._is_stopped = True
        for task in self._thinking.values():
            task.cancel()
        self._thinking.clear()

    def settle(self, command: BotPlay, reply: wire.Ack | wire.Refused) -> None:
        """A decision was carried out, or has passed, or must be made once more."""
        key = (command.seat, command.decision)
        if isinstance(reply, wire.Ack) or reply.code == "stale":
            self._thinking.pop(key, None)
            self._failed.discard(key)
        elif reply.code in ("unavailable", "too-fast"):
            asyncio.get_running_loop().call_later(PAUSE_AFTER_FAILURE, self._again, key)
        else:
            log.warning("illegal bot move", extra={"table": self._calls.room().table.id, "code": reply.code})
            FAILURES.inc()
            self._thinking.pop(key, None)
            self._failed.add(key)

    def _again(self, key: Decision) -> None:
        self._thinking.pop(key, None)
        if not self._is_stopped:
            self._calls.plan()

    async def _think(self, seat: Seat, decision: int, level: str) -> None:
        try:
            decided = await self._decide(seat, decision, level)
            if decided is None:
                self._again((seat, decision))
                return
            await asyncio.sleep(self._pause(seat))
            self._calls.play(BotPlay(seat, decision, decided.action, decided.why))
        except Exception:
            # Not the bot's fault but ours, or the store's; the table must not wait for ever because of it.
            log.exception("bot request failed", extra={"table": self._calls.room().table.id})
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
            self._again((seat, decision))

    async def _decide(self, seat: Seat, decision: int, level: str) -> BotDecision | None:
        """The decision of the first bot that makes one; None when the question has passed meanwhile."""
        asked = await self.question(seat, decision)
        if asked is None:
            return None
        legal = policy.allowed(level, asked.legal)
        for each in () if (seat, decision) in self._failed else policy.attempts(level):
            try:
                return await self._shared.bots.decide(each, asked.game, asked.view, legal, self._calls.asker())
            except Exception:
                log.exception("bot failed", extra={"table": self._calls.room().table.id, "bot": each})
                FAILURES.inc()
        return policy.last_resort(legal, self._shared.rng)

    async def question(self, seat: Seat, decision: int) -> Question | None:
        """All that a bot gets to decide for a seat; None when the question has passed meanwhile."""
        memory = await self._memory(seat)
        table = self._calls.room().table
        if table.asked.get(seat) != decision:
            return None
        view = table.game.view(table.state, seat)._replace(memory=memory)
        return Question(table.game, view, table.game.legal(table.state, seat))

    async def _memory(self, seat: Seat) -> Memory:
        """All that a seat has seen; the first time, from the log."""
        while (memory := self._memories.get(seat)) is None:
            self._memories.learn(self._calls.room().table, seat, await self._calls.story())
        return memory

    def _pause(self, seat: Seat) -> float:
        """What is left of the table's pace since the bot was asked; no pause where nobody looks on or plays on."""
        room = self._calls.room()
        if not room.presence.anybody or room.table.is_given_up:
            return 0.0
        since = room.table.asked_at.get(seat, 0.0)
        return min(room.table.pace, max(0.0, since + room.table.pace - self._shared.now()))
