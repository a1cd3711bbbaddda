"""The one asyncio task of a room: takes jobs in order, commits first, answers then, tells everybody last."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Callable
from typing import Final, TypeVar

from branchline.server import wire
from branchline.server.bot_processes.fair_queue import Asker
from branchline.server.limits import MAX_CONNECTIONS_PER_TABLE
from branchline.server.live.audience import Audience
from branchline.server.live.bot_driver import BotDriver, RoomCalls
from branchline.server.live.commit import Committer, RoomLost
from branchline.server.live.connection import Connection
from branchline.server.live.hints import HintGiver
from branchline.server.live.mailbox import Mailbox
from branchline.server.live.shared import Shared
from branchline.server.metrics import METRICS
from branchline.server.room.commands import BotPlay, Command, Result, Resume, Tick, refused
from branchline.server.room.playing import ask
from branchline.server.room.room import Room
from branchline.server.room.table import Applied
from branchline.server.store.contract import StoreError
from branchline.server.views.history import applied_after

T = TypeVar("T")
log = logging.getLogger(__name__)

LINGER: Final = 60.0
"""So long a room stays in memory after the last one has left."""
CLAIM_AGAIN: Final = 5.0
TELL_AGAIN: Final = 20.0

COMMANDS = METRICS.counter("branchline_commands_total", "Commands by what became of them.")
ACK_SECONDS = METRICS.histogram("branchline_ack_seconds", "From a command's arrival to its durable answer.")


class RoomTask:
    """Owns the room, its audience, its committer and its bots; whatever changes the room is a job of `_run`.

    `forget` is called with the task when it ends by itself, `tell` with a note for the other processes.
    """

    def __init__(
        self,
        shared: Shared,
        room: Room,
        fence: int | None,
        *,
        forget: Callable[[RoomTask], None],
        tell: Callable[[str, bytes], None],
    ) -> None:
        self._shared = shared
        self._forget = forget
        self._tell = tell
        self.room = room
        self.audience = Audience(room, shared.now)
        self._committer = Committer(shared.store, shared.now, fence)
        self._mailbox = Mailbox()
        calls = self._calls()
        self._bots = BotDriver(shared, calls)
        self._hints = HintGiver(shared, calls, self._bots)
        self._arriving: set[Connection] = set()
        self.is_lost = False
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = 0.0
        self._idle_since = shared.now()
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"room {room.table.id}")

    def _calls(self) -> RoomCalls:
        """What bots and hints ask of the room. They do not hold it: a room that rests, with all its game, leaves memory
        at once and not when the collector next looks at everything."""
        task = weakref.proxy(self)
        return RoomCalls(
            room=lambda: task.room,
            asker=lambda: task._asker(),
            story=lambda: task._story(),
            play=lambda command: task._play_bot(command),
            plan=lambda: task._plan(),
        )

    @property
    def drives(self) -> bool:
        """Whether this process runs the clocks and the bots of the table."""
        return self._committer.fence is not None

    # --- What others ask of it; none of these waits for the room but those that want an answer ---

    def command(self, connection: Connection, command: wire.Command | wire.Ask) -> None:
        arrived = asyncio.get_running_loop().time()

        async def job() -> None:
            if isinstance(command, wire.Ask):
                connection.send(ask(self.room, command, connection.holders))
            elif not self._may_make_table(connection, command):
                connection.send(refused(command, "too-fast"))
            else:
                result = await self._carry_out(command, connection.holders, asker=connection)
                if isinstance(command, wire.AskHint) and isinstance(result.reply, wire.Ack):
                    self._hints.give(connection, command)
                COMMANDS.inc(outcome="refused" if isinstance(result.reply, wire.Refused) else "kept")
                ACK_SECONDS.observe(asyncio.get_running_loop().time() - arrived)

        if not self._mailbox.submit(job):
            connection.send(refused(command, "too-fast"))

    def _may_make_table(self, connection: Connection, command: wire.Command) -> bool:
        """A rematch is a table like any other: it costs whoever asks for it first what a new one costs."""
        if not isinstance(command, wire.Rematch):
            return True
        table = self.room.table
        is_over = table.status == "finished" or table.retired is not None
        is_held = command.seat in table.seats_of(connection.holders)
        makes_table = is_held and is_over and table.rematch is None
        return not makes_table or self._shared.new_tables.take(connection.address, self._shared.now())

    async def call(self, question: Callable[[Room], T]) -> T:
        """Ask the room something between two jobs."""

        async def answer() -> T:
            return question(self.room)

        return await self._mailbox.result(answer)

    async def do(self, command: Command, holders: frozenset[str]) -> Result:
        """Carry out a command for somebody who waits for its result, such as a request by HTTP."""
        return await self._mailbox.result(lambda: self._carry_out(command, holders), fatal=True)

    def join(self, connection: Connection, since: int | None) -> None:
        if self._mailbox.submit(lambda: self._join(connection, since)):
            self._arriving.add(connection)
        else:
            connection.transport.close("restart" if self._mailbox.is_closed else "too-fast")

    def part(self, connection: Connection) -> None:
        """Who leaves must not be refused, so this does not queue."""
        connection.is_gone = True
        if connection in self.audience.connections:
            self.audience.part(connection)
            self._shared.connections -= 1
            self._tell_others()
            self._plan()

    def pull(self) -> None:
        self._mailbox.submit(self._pull)

    def noted(self, note: bytes) -> None:
        """Another process says something about its connections."""
        self.audience.noted(note)
        self._plan()

    async def stop(self, code: str) -> None:
        """End after what waits has been done; connections are told why."""
        self._mailbox.close()
        await asyncio.gather(self._task, return_exceptions=True)
        self.audience.close(code)

    def kill(self) -> None:
        """End at once, as a crash would."""
        self._end()
        self._task.cancel()

    # --- The task ---

    async def _run(self) -> None:
        try:
            if self._shared.has_other_processes:
                await self._pull()  # What was kept since the log was read, before notices of this table were heard.
            await self._resume()
            self._plan()
            while not self.is_lost and (job := await self._mailbox.next()) is not None:
                await job()
                self._plan()
        except StoreError as error:
            log.error("store lost", extra={"table": self.room.table.id, "reason": str(error)})
            self._give_up()
        except Exception:
            # Our own bug: the match stops here, its log stays as it is, and whoever comes back loads it anew.
            log.exception("room failed", extra={"table": self.room.table.id})
            self._give_up()
        finally:
            self._end()

    def _end(self) -> None:
        self._mailbox.fail_pending()
        self._bots.stop()
        self._hints.stop()
        if self._timer:
            self._timer.cancel()

    def _give_up(self, code: str = "restart") -> None:
        """Let go of a room whose state may be stale; whoever is here or on the way comes back to a fresh one."""
        self.is_lost = True
        self._forget(self)
        self.audience.close(code)
        for connection in self._arriving:
            connection.transport.close(code)

    async def _carry_out(
        self,
        command: Command,
        holders: frozenset[str],
        *,
        fenced: bool = False,
        asker: Connection | None = None,
    ) -> Result:
        """Durable first, then acknowledged, then told to everybody."""
        try:
            room, result = await self._committer.commit(self.room, command, holders, fenced=fenced)
        except RoomLost as lost:
            self._give_up(lost.code)
            return Result(refused(command, "unavailable"), [])
        if asker is not None:
            asker.send(result.reply)
        if room is not self.room:
            self.room = room
            self.audience.watch(room)
        if asker is not None and result.applied:
            # Many rooms share a commit: all acknowledgements of it go out before the first room tells everybody.
            await asyncio.sleep(0)
        self._broadcast(result.applied)
        return result

    def _broadcast(self, applied: list[Applied]) -> None:
        self._bots.follow(applied)
        self.audience.broadcast(applied)

    async def _pull(self) -> None:
        self._broadcast(await self._committer.pull(self.room))

    async def _resume(self) -> None:
        if self.drives:
            await self._carry_out(Resume(self._shared.started), frozenset(), fenced=True)

    def _asker(self) -> Asker:
        return Asker(self.audience.address, self.room.table.id)

    def _play_bot(self, command: BotPlay) -> None:
        async def job() -> None:
            result = await self._carry_out(command, frozenset(), fenced=True)
            self._bots.settle(command, result.reply)

        if not self._mailbox.submit(job):
            self._bots.settle(command, refused(command, "too-fast"))

    # --- Connections ---

    async def _join(self, connection: Connection, since: int | None) -> None:
        self._arriving.discard(connection)
        if len(self.audience.connections) >= MAX_CONNECTIONS_PER_TABLE:
            connection.transport.close("too-many")
            return
        if since is not None and since > self.audience.broadcast_version:
            await self._pull()  # Another process has told them what this one has not heard yet.
        known = since is not None and since <= self.audience.broadcast_version
        gap = await self._story(since) if since is not None and known else []
        if not connection.is_gone:
            self._shared.connections += 1
            self.audience.join(connection, gap, complete=known)
            self._tell_others()

    async def _story(self, since: int = 0) -> list[Applied]:
        """What everybody was told after a version: from memory, or else by playing the log again."""
        while (gap := self.audience.gap(since)) is None:
            entries = await self._shared.store.read(self.room.table.id)
            # Another process may have kept more than this room knows yet; that comes as an update, once it is pulled.
            version = self.audience.broadcast_version
            if len(entries) >= version:  # Otherwise something happened while the log was read.
                return applied_after(self.room.table.id, entries[:version], since, self.room.table.game)
        return gap

    def _tell_others(self) -> None:
        if self._shared.has_other_processes:
            self._tell(self.room.table.id, self.audience.note(self._shared.store.process))

    # --- Time ---

    def _plan(self) -> None:
        """After every job: let bots think, and wake up when time is due."""
        if self._mailbox.is_closed or self.is_lost:
            return
        now = self._shared.now()
        if self.drives:
            self._bots.drive()
        wakes = [self.room.due() if self.drives else now + CLAIM_AGAIN]
        if not self.audience.connections:
            rest = self._idle_since + LINGER
            wakes.append(rest if rest > now else now + LINGER / 2)
        else:
            self._idle_since = now
            wakes.append(self.room.presence.next_loss())
            wakes.append(now + TELL_AGAIN if self._shared.has_other_processes else None)
        wake = min((each for each in wakes if each is not None), default=None)
        if wake is not None and (self._timer is None or wake < self._wakes_at):
            self._wake_at(wake, now)

    def _wake_at(self, wake: float, now: float) -> None:
        """An earlier time that was planned stays: at a lively table the others would never be told who is here."""
        if self._timer:
            self._timer.cancel()
        self._wakes_at = wake
        self._timer = asyncio.get_running_loop().call_later(max(0.0, wake - now), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._mailbox.submit(self._wake)

    async def _wake(self) -> None:
        self.audience.forget_silent_processes()
        self.audience.pass_time()
        if not self.drives:
            await self._committer.claim(self.room.table.id)
            await self._pull()
            await self._resume()
        now = self._shared.now()
        due = self.room.due()
        if self.drives and due is not None and due <= now:
            await self._carry_out(Tick(), frozenset(), fenced=True)
        if self.audience.connections:
            self._tell_others()
        elif now - self._idle_since >= LINGER and not self._has_work(now):
            await self._rest()

    def _has_work(self, now: float) -> bool:
        """Whether the room has something to do soon, though nobody is connected."""
        due = self.room.due()
        soon = due is not None and due <= now + 2 * LINGER
        return self.drives and (soon or bool(self.room.bots_to_move()))

    async def _rest(self) -> None:
        """Leave memory; the log has everything. Whoever came while the lease was given up keeps the room here."""
        await self._shared.store.release(self.room.table.id)
        if self.audience.connections or not self._mailbox.is_empty:
            await self._committer.claim(self.room.table.id)
            return
        self._forget(self)
        self._mailbox.close()
