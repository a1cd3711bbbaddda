"""The one task that keeps a room: takes jobs in order, keeps entries first, answers then, tells everybody last."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from branchline.core.ids import Seat
from branchline.core.memory import Memory
from branchline.server import facts, wire
from branchline.server.commands import BotPlay, Command, Resume, Tick
from branchline.server.connection import Connection, encoded
from branchline.server.driver import Driver
from branchline.server.founding import begun
from branchline.server.history import happened_after
from branchline.server.limits import MOST_COMMANDS_WAITING, MOST_CONNECTIONS_AT_A_TABLE
from branchline.server.looks import Looks
from branchline.server.memories import Memories
from branchline.server.metrics import METRICS
from branchline.server.playing import ask
from branchline.server.presence import Elsewhere
from branchline.server.room import Handled, Room
from branchline.server.store import Conflict, Entry, StoreError
from branchline.server.table import Happened

if TYPE_CHECKING:
    from branchline.server.hub import Hub

T = TypeVar("T")
log = logging.getLogger(__name__)

ATTEMPTS: Final = 8
RECENT: Final = 40
"""What happened lately is at hand for whoever comes back; for more, the log is played again."""
LINGER: Final = 60.0
"""So long a room stays in memory after the last one has left."""
CLAIM_AGAIN: Final = 5.0
TELL_AGAIN: Final = 20.0
SEATING: Final = (facts.Sat, facts.Left, facts.Arranged)

COMMANDS = METRICS.counter("branchline_commands_total", "Commands by what became of them.")
ACK_SECONDS = METRICS.histogram("branchline_ack_seconds", "From a command's arrival to its durable answer.")


class Note(msgspec.Struct):
    """What one process tells the others about its connections to a table."""

    process: str
    holders: list[str]
    spectators: int


class Keeper:
    """Everything that touches the room passes through `_run`, one job after the other."""

    def __init__(self, hub: Hub, room: Room, fence: int | None) -> None:
        self.hub = hub
        self.room = room
        self.looks = Looks(room)
        self.fence = fence
        self.connections: dict[Connection, None] = {}
        self.told = room.table.version
        self._recent: deque[Happened] = deque(maxlen=RECENT)
        self._jobs: asyncio.Queue[Callable[[], Awaitable[None]] | None] = asyncio.Queue(MOST_COMMANDS_WAITING)
        self._timer: asyncio.TimerHandle | None = None
        self._driver = Driver(self)
        self._memories = Memories(room.table)
        self._idle_since = hub.now()
        self._elsewhere_at: dict[str, float] = {}
        self._waiting: set[asyncio.Future[Any]] = set()
        self._is_over = False
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"room {room.table.id}")

    # --- What others ask of it; none of these waits for the room ---

    def submit(self, job: Callable[[], Awaitable[None]]) -> bool:
        """Put a job into the queue, or say that too many wait already."""
        if self._is_over or self._jobs.full():
            return False
        self._jobs.put_nowait(job)
        return True

    def command(self, connection: Connection, command: wire.Command | wire.Ask) -> None:
        arrived = self.hub.monotonic()

        async def job() -> None:
            if isinstance(command, wire.Ask):
                connection.send(ask(self.room, command, connection.holders))
            else:
                await self._answer(connection, command, arrived)

        if not self.submit(job):
            connection.send(wire.Refused(code="too-fast", cid=command.cid))

    def play_bot(self, command: BotPlay) -> None:
        async def job() -> None:
            handled = await self._handle(command, frozenset(), fenced=True)
            self._driver.settled(command, handled.reply)

        # A full queue loses nothing: the bot is asked again by the next job.
        if not self.submit(job):
            self._driver.settled(command, wire.Refused(code="too-fast"))

    def nudge(self) -> None:
        """Look again what is to be done."""
        self._plan()

    async def call(self, question: Callable[[Room], T]) -> T:
        """Ask the room something between two jobs."""
        future: asyncio.Future[T] = self._future()

        async def job() -> None:
            if future.done():
                return
            try:
                future.set_result(question(self.room))
            except Exception as error:  # The asker's trouble, not the room's.
                future.set_exception(error)

        if not self.submit(job):
            future.cancel()
            raise StoreError("too many wait for this table")
        return await future

    async def memory(self, seat: Seat) -> Memory:
        """All that a seat has seen; the first time, from the log."""
        while not self._memories.has(seat):
            entries = await self.hub.store.read(self.room.table.id)
            if len(entries) >= self.told:  # Otherwise something happened while the log was read.
                self._memories.learn(seat, happened_after(self.room.table.id, entries[: self.told], 0))
        return self._memories.of(seat)

    async def do(self, command: Command, holders: frozenset[str]) -> Handled:
        """Carry out a command for somebody who waits for its answer, such as a request by HTTP."""
        future: asyncio.Future[Handled] = self._future()

        async def job() -> None:
            handled = await self._handle(command, holders)
            if not future.done():
                future.set_result(handled)

        if not self.submit(job):
            future.cancel()
            return Handled(wire.Refused(code="too-fast"))
        return await future

    def _future(self) -> asyncio.Future[Any]:
        """Somebody waits; should the room end before the answer, they are told."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        return future

    def join(self, connection: Connection, since: int | None) -> None:
        if not self.submit(lambda: self._join(connection, since)):
            connection.hang_up("too-fast")

    def part(self, connection: Connection) -> None:
        """Who leaves must not be refused, so this does not queue; nothing here waits."""
        connection.is_gone = True
        if connection in self.connections:
            del self.connections[connection]
            self.hub.connections -= 1
            self.room.presence.depart(connection.holders, self.hub.now())
            self._tell_presence()
            self._plan()

    def pull(self) -> None:
        self.submit(self._pull)

    def noted(self, note: bytes) -> None:
        try:
            told = msgspec.json.decode(note, type=Note)
        except msgspec.MsgspecError:
            log.warning("a note from another process makes no sense")
            return
        here = Elsewhere(frozenset(told.holders), told.spectators)
        gone = not told.holders and not told.spectators
        self._elsewhere_at[told.process] = self.hub.now()
        self.room.presence.told(told.process, None if gone else here, self.hub.now())
        self._show_presence()
        self._plan()

    async def stop(self, code: str | None = None) -> None:
        """End after the job under way; connections are told why."""
        self._is_over = True
        await self._jobs.put(None)
        await asyncio.gather(self._task, return_exceptions=True)
        if code:
            self._hang_up(code)

    def kill(self) -> None:
        """End at once, as a crash would."""
        self._end()
        self._task.cancel()

    # --- The task ---

    async def _run(self) -> None:
        try:
            await self._resume()
            self._plan()
            while (job := await self._jobs.get()) is not None:
                await job()
                self._plan()
        except asyncio.CancelledError:
            raise
        except Exception:
            # Our own bug: the match stops here, its log stays as it is, and whoever comes back loads it anew.
            log.exception("a room failed", extra={"table": self.room.table.id})
            self.hub.forget(self)
            self._hang_up("restart")
        finally:
            self._end()

    def _end(self) -> None:
        self._is_over = True
        self._driver.stop()
        if self._timer:
            self._timer.cancel()
        for future in list(self._waiting):
            if not future.done():
                future.set_exception(StoreError("the room has ended"))

    def _hang_up(self, code: str) -> None:
        for connection in list(self.connections):
            connection.hang_up(code)

    async def _resume(self) -> None:
        if self.fence is not None:
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
        """Judge, keep, answer, tell. When somebody else was quicker, the room learns what they did and judges again."""
        handled = Handled(wire.Refused(code="unavailable", cid=getattr(command, "cid", None)))
        for _ in range(ATTEMPTS):
            attempt = self.room.handle(command, self.hub.now(), holders)
            try:
                if attempt.entries:
                    await self._keep(attempt, fenced=fenced)
                else:
                    await self._look_for_earlier(command, holders, attempt)
            except Conflict:
                if fenced and not await self._still_drives():
                    await self._reload()
                    break
                await self._reload()
                continue
            except StoreError as error:
                log.error("not kept", extra={"table": self.room.table.id, "reason": str(error)})
                await self._reload_after_failure()
                # Nobody knows whether it was kept, but the log does.
                version = self.room.known(command, holders)
                if version is not None:
                    handled.reply = wire.Ack(cid=command.cid, version=version)  # type: ignore[union-attr]
                break
            handled = attempt
            break
        if asker is not None:
            asker.send(handled.reply)
        self._tell(handled.happened)
        return handled

    async def _keep(self, handled: Handled, *, fenced: bool) -> None:
        if handled.founded is not None:
            await self._found(*handled.founded)
        await self.hub.store.append(
            self.room.table.id, handled.entries, self.room.summary(), fence=self.fence if fenced else None
        )

    async def _found(self, table: str, created: Any) -> None:
        """A rematch is the same table whoever asks first, so it may be there already."""
        room, entries = begun(table, [created], self.hub.now())
        with contextlib.suppress(Conflict):
            await self.hub.store.create(table, room.summary(), entries)

    async def _look_for_earlier(self, command: Command, holders: frozenset[str], handled: Handled) -> None:
        """A refused command may be one that was carried out long ago, and only its answer was lost."""
        cid = getattr(command, "cid", None)
        if cid and isinstance(handled.reply, wire.Refused) and handled.reply.code != "not-your-seat":
            version = await self.hub.store.find(self.room.table.id, self.room.actor(command, holders), cid)
            if version is not None:
                handled.reply = wire.Ack(cid=cid, version=version)

    async def _reload(self) -> None:
        """Build the room anew from what is kept, and tell what others have done meanwhile."""
        entries = await self.hub.store.read(self.room.table.id)
        room = Room.load(self.room.table.id, entries[: self.told], self.hub.now())
        room.presence = self.room.presence
        self.room = room
        self.looks = Looks(room)
        self._memories = Memories(room.table)
        self._tell(room.catch_up(entries[self.told :]))

    async def _reload_after_failure(self) -> None:
        try:
            await self._reload()
        except StoreError:
            # Nothing can be known now. The room goes, so that nobody plays on with what may not be kept.
            self.hub.forget(self)
            self._is_over = True
            self._hang_up("restart")
            self._jobs.put_nowait(None)

    async def _still_drives(self) -> bool:
        self.fence = await self.hub.store.claim(self.room.table.id)
        return self.fence is not None

    async def _pull(self) -> None:
        """Learn what other processes have kept."""
        entries: list[Entry] = await self.hub.store.read(self.room.table.id, self.room.table.version)
        self._tell(self.room.catch_up(entries))

    # --- Connections ---

    async def _join(self, connection: Connection, since: int | None) -> None:
        if len(self.connections) >= MOST_CONNECTIONS_AT_A_TABLE:
            connection.hang_up("too-many")
            return
        gap, complete = await self._gap(since)
        if connection.is_gone:
            return
        self._seat(connection)
        self.connections[connection] = None
        self.hub.connections += 1
        self.room.presence.arrive(connection.holders)
        connection.send(self.looks.welcome(connection.seats, gap, self.hub.now(), complete=complete))
        self._tell_presence(but=connection)

    def _seat(self, connection: Connection) -> None:
        """Of the tokens that were shown, those that hold a seat count; a connection with none is a spectator's."""
        table = self.room.table
        connection.seats = table.seats_of(connection.shown)
        if connection.shown and not connection.seats:
            log.info("tokens that hold nothing here were shown", extra={"table": table.id})
        connection.holders = frozenset(table.chairs[seat].holder for seat in connection.seats)

    async def _gap(self, since: int | None) -> tuple[list[Happened], bool]:
        """What happened after a version, and whether that is all of it."""
        version = self.room.table.version
        if since is None or since > version:
            return [], since == version
        if since == version:
            return [], True
        if self._recent and self._recent[0].version <= since + 1:
            return [each for each in self._recent if each.version > since], True
        # Another process may have kept more than this room knows yet; that comes as an update, once it is pulled.
        entries = (await self.hub.store.read(self.room.table.id))[:version]
        return happened_after(self.room.table.id, entries, since), True

    def _tell(self, happened: Sequence[Happened]) -> None:
        """Tell every connection what it may know; connections that hold the same seats get the same text."""
        fresh = [each for each in happened if each.version > self.told]
        if not fresh:
            return
        self.told = fresh[-1].version
        self._recent.extend(fresh)
        self._memories.follow(fresh)
        if any(isinstance(each.fact, SEATING) for each in fresh):
            self._reseat()
        now = self.hub.now()
        texts: dict[tuple[int, ...], str] = {}
        for connection in list(self.connections):
            text = texts.get(connection.seats)
            if text is None:
                text = texts[connection.seats] = encoded(self.looks.update(connection.seats, fresh, now))
            connection.send_text(text)

    def _reseat(self) -> None:
        """Seats change hands before the game; a connection whose token got or lost one becomes what it is now."""
        for connection in self.connections:
            if connection.shown and connection.seats != self.room.table.seats_of(connection.shown):
                self.room.presence.depart(connection.holders, self.hub.now())
                self._seat(connection)
                self.room.presence.arrive(connection.holders)

    def _tell_presence(self, but: Connection | None = None) -> None:
        self._show_presence(but)
        if self.hub.has_others:
            presence = self.room.presence
            note = Note(self.hub.store.process, sorted(presence.holders_here), presence.spectators_here)
            self.hub.tell(self.room.table.id, msgspec.json.encode(note))

    def _show_presence(self, but: Connection | None = None) -> None:
        text = encoded(self.looks.presence())
        for connection in list(self.connections):
            if connection is not but:
                connection.send_text(text)

    # --- Time ---

    def _plan(self) -> None:
        """After every job: let bots think, and wake up when time is due."""
        if self._is_over:
            return
        now = self.hub.now()
        if self.connections:
            self._idle_since = now
        if self.fence is not None:
            self._driver.drive()
        wake = self.room.due() if self.fence is not None else now + CLAIM_AGAIN
        if not self.connections:
            rest = self._idle_since + LINGER
            rest = rest if rest > now else now + LINGER / 2
            wake = rest if wake is None else min(wake, rest)
        elif self.hub.has_others:
            wake = now + TELL_AGAIN if wake is None else min(wake, now + TELL_AGAIN)
        if self._timer:
            self._timer.cancel()
        if wake is not None:
            delay = max(0.0, wake - now)
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: self.submit(self._wake))

    async def _wake(self) -> None:
        now = self.hub.now()
        self._forget_silent_processes(now)
        if self.fence is None:
            self.fence = await self.hub.store.claim(self.room.table.id)
            await self._pull()
            await self._resume()
        if self.fence is not None:
            due = self.room.due()
            if due is not None and due <= now:
                await self._handle(Tick(), frozenset(), fenced=True)
        if self.connections and self.hub.has_others:
            self._tell_presence()
        if now - self._idle_since >= LINGER and not self._wanted(now):
            await self._rest()

    async def _rest(self) -> None:
        """Leave memory; the log has everything. Whoever came while the lease was given up keeps the room here."""
        await self.hub.store.release(self.room.table.id)
        if self.connections or not self._jobs.empty():
            self.fence = await self.hub.store.claim(self.room.table.id)
            return
        self.hub.forget(self)
        self._is_over = True
        self._jobs.put_nowait(None)

    def _wanted(self, now: float) -> bool:
        """Whether the room has something to do soon, though nobody is connected."""
        if self.connections:
            return True
        due = self.room.due()
        soon = due is not None and due <= now + 2 * LINGER
        return self.fence is not None and (soon or bool(self.room.bots_to_move()))

    def _forget_silent_processes(self, now: float) -> None:
        for process, at in list(self._elsewhere_at.items()):
            if now - at > 3 * TELL_AGAIN:
                del self._elsewhere_at[process]
                self.room.presence.told(process, None, now)
                self._show_presence()
