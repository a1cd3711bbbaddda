"""The one task that keeps a room: takes errands in order, keeps entries first, answers then, tells everybody last."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

from branchline.core.ids import Seat
from branchline.core.knowledge.memory import Memory
from branchline.server import wire
from branchline.server.limits import MAX_CONNECTIONS_PER_TABLE
from branchline.server.live.audience import Audience
from branchline.server.live.bot_driver import Driver
from branchline.server.live.commit import Lost, Scribe, unavailable
from branchline.server.live.connection import Connection
from branchline.server.live.mailbox import Errands
from branchline.server.metrics import METRICS
from branchline.server.room.commands import BotPlay, Command, Resume, Tick
from branchline.server.room.playing import ask
from branchline.server.room.room import Handled, Room
from branchline.server.room.table import Happened
from branchline.server.store.contract import StoreError
from branchline.server.views.history import happened_after

if TYPE_CHECKING:
    from branchline.server.live.rooms import Hub

T = TypeVar("T")
log = logging.getLogger(__name__)

LINGER: Final = 60.0
"""So long a room stays in memory after the last one has left."""
CLAIM_AGAIN: Final = 5.0
TELL_AGAIN: Final = 20.0

COMMANDS = METRICS.counter("branchline_commands_total", "Commands by what became of them.")
ACK_SECONDS = METRICS.histogram("branchline_ack_seconds", "From a command's arrival to its durable answer.")


class Keeper:
    """Everything that changes the room passes through `_run`, one errand after the other."""

    def __init__(self, hub: Hub, room: Room, fence: int | None) -> None:
        self.hub = hub
        self.audience = Audience(room, hub.now)
        self._scribe = Scribe(hub, self.audience, fence)
        self._errands = Errands()
        self._driver = Driver(self)
        self._arriving: set[Connection] = set()
        self._is_lost = False
        self._timer: asyncio.TimerHandle | None = None
        self._idle_since = hub.now()
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"room {room.table.id}")

    @property
    def room(self) -> Room:
        return self.audience.room

    @property
    def told(self) -> int:
        return self.audience.told

    @property
    def connections(self) -> int:
        return len(self.audience.connections)

    @property
    def _drives(self) -> bool:
        """Whether this process runs the clocks and the bots of the table."""
        return self._scribe.fence is not None

    # --- What others ask of it; none of these waits for the room but those that want an answer ---

    def submit(self, errand: Callable[[], Awaitable[None]]) -> bool:
        return self._errands.submit(errand)

    def command(self, connection: Connection, command: wire.Command | wire.Ask) -> None:
        arrived = self.hub.monotonic()

        async def errand() -> None:
            if isinstance(command, wire.Ask):
                connection.send(ask(self.room, command, connection.holders))
            else:
                await self._answer(connection, command, arrived)

        if not self.submit(errand):
            connection.send(wire.Refused(code="too-fast", cid=command.cid))

    def play_bot(self, command: BotPlay) -> None:
        async def errand() -> None:
            handled = await self._handle(command, frozenset(), fenced=True)
            self._driver.settled(command, handled.reply)

        if not self.submit(errand):
            self._driver.settled(command, wire.Refused(code="too-fast"))

    async def call(self, question: Callable[[Room], T]) -> T:
        """Ask the room something between two errands."""

        async def answer() -> T:
            return question(self.room)

        return await self._errands.result(answer)

    async def do(self, command: Command, holders: frozenset[str]) -> Handled:
        """Carry out a command for somebody who waits for its answer, such as a request by HTTP."""
        return await self._errands.result(lambda: self._handle(command, holders), fatal=True)

    async def memory(self, seat: Seat) -> Memory:
        """All that a seat has seen; the first time, from the log."""
        while not self.audience.memories.has(seat):
            entries = await self.hub.store.read(self.room.table.id)
            if len(entries) >= self.told:  # Otherwise something happened while the log was read.
                story = happened_after(self.room.table.id, entries[: self.told], 0)
                self.audience.memories.learn(seat, story)
        return self.audience.memories.of(seat)

    def join(self, connection: Connection, since: int | None) -> None:
        if self.submit(lambda: self._join(connection, since)):
            self._arriving.add(connection)
        else:
            connection.hang_up("restart" if self._errands.is_closed else "too-fast")

    def part(self, connection: Connection) -> None:
        """Who leaves must not be refused, so this does not queue."""
        connection.is_gone = True
        if connection in self.audience.connections:
            self.audience.part(connection)
            self.hub.connections -= 1
            self._tell_others()
            self._plan()

    def pull(self) -> None:
        self.submit(self._scribe.pull)

    def noted(self, note: bytes) -> None:
        self.audience.noted(note)
        self._plan()

    def nudge(self) -> None:
        """Look again what is to be done."""
        self._plan()

    async def stop(self, code: str) -> None:
        """End after what waits has been done; connections are told why."""
        self._errands.close()
        await asyncio.gather(self._task, return_exceptions=True)
        self.audience.hang_up(code)

    def kill(self) -> None:
        """End at once, as a crash would."""
        self._end()
        self._task.cancel()

    # --- The task ---

    async def _run(self) -> None:
        try:
            await self._resume()
            self._plan()
            while not self._is_lost and (errand := await self._errands.next()) is not None:
                await errand()
                self._plan()
        except StoreError as error:
            log.error("a room has lost its store", extra={"table": self.room.table.id, "reason": str(error)})
            self._give_up()
        except Exception:
            # Our own bug: the match stops here, its log stays as it is, and whoever comes back loads it anew.
            log.exception("a room failed", extra={"table": self.room.table.id})
            self._give_up()
        finally:
            self._end()

    def _end(self) -> None:
        self._errands.abandon()
        self._driver.stop()
        if self._timer:
            self._timer.cancel()

    def _give_up(self, code: str = "restart") -> None:
        """Let go of a room that may be wrong about the world; whoever is here or on the way comes back to another."""
        self._is_lost = True
        self.hub.forget(self)
        self.audience.hang_up(code)
        for connection in self._arriving:
            connection.hang_up(code)

    async def _resume(self) -> None:
        if self._drives:
            await self._handle(Resume(self.hub.started), frozenset(), fenced=True)

    async def _answer(self, connection: Connection, command: wire.Command, arrived: float) -> None:
        handled = await self._handle(command, connection.holders, asker=connection)
        COMMANDS.inc(outcome="refused" if isinstance(handled.reply, wire.Refused) else "kept")
        ACK_SECONDS.observe(self.hub.monotonic() - arrived)

    async def _handle(
        self,
        command: Command,
        holders: frozenset[str],
        *,
        fenced: bool = False,
        asker: Connection | None = None,
    ) -> Handled:
        """Judge, keep, answer, tell."""
        try:
            handled = await self._scribe.kept(command, holders, fenced=fenced)
        except Lost as lost:
            handled = unavailable(command)
            self._give_up(lost.code)
        if asker is not None:
            asker.send(handled.reply)
        self.audience.tell(handled.happened)
        return handled

    # --- Connections ---

    async def _join(self, connection: Connection, since: int | None) -> None:
        self._arriving.discard(connection)
        if len(self.audience.connections) >= MAX_CONNECTIONS_PER_TABLE:
            connection.hang_up("too-many")
            return
        if since is not None and since > self.told:
            await self._scribe.pull()  # Another process has told them what this one has not heard yet.
        gap = [] if since is None or since > self.told else await self._gap(since)
        if not connection.is_gone:
            self.hub.connections += 1
            self.audience.join(connection, gap, complete=since is not None and since <= self.told)
            self._tell_others()

    async def _gap(self, since: int) -> list[Happened]:
        gap = self.audience.gap(since)
        if gap is None:
            # Another process may have kept more than this room knows yet; that comes as an update, once it is pulled.
            entries = (await self.hub.store.read(self.room.table.id))[: self.told]
            gap = happened_after(self.room.table.id, entries, since)
        return gap

    def _tell_others(self) -> None:
        if self.hub.has_others:
            self.hub.tell(self.room.table.id, self.audience.note(self.hub.store.process))

    # --- Time ---

    def _plan(self) -> None:
        """After every errand: let bots think, and wake up when time is due."""
        if self._errands.is_closed or self._is_lost:
            return
        now = self.hub.now()
        if self._drives:
            self._driver.drive()
        wakes = [self.room.due() if self._drives else now + CLAIM_AGAIN]
        if not self.audience.connections:
            rest = self._idle_since + LINGER
            wakes.append(rest if rest > now else now + LINGER / 2)
        else:
            self._idle_since = now
            wakes.append(now + TELL_AGAIN if self.hub.has_others else None)
        if self._timer:
            self._timer.cancel()
        wake = min((each for each in wakes if each is not None), default=None)
        if wake is not None:
            delay = max(0.0, wake - now)
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: self.submit(self._wake))

    async def _wake(self) -> None:
        self.audience.forget_silent_processes()
        if not self._drives:
            await self._scribe.claim()
            await self._scribe.pull()
            await self._resume()
        now = self.hub.now()
        due = self.room.due()
        if self._drives and due is not None and due <= now:
            await self._handle(Tick(), frozenset(), fenced=True)
        if self.audience.connections:
            self._tell_others()
        elif now - self._idle_since >= LINGER and not self._has_work(now):
            await self._rest()

    def _has_work(self, now: float) -> bool:
        """Whether the room has something to do soon, though nobody is connected."""
        due = self.room.due()
        soon = due is not None and due <= now + 2 * LINGER
        return self._drives and (soon or bool(self.room.bots_to_move()))

    async def _rest(self) -> None:
        """Leave memory; the log has everything. Whoever came while the lease was given up keeps the room here."""
        await self.hub.store.release(self.room.table.id)
        if self.audience.connections or not self._errands.is_empty:
            await self._scribe.claim()
            return
        self.hub.forget(self)
        self._errands.close()
