"""All rooms of a process: loads them when somebody comes, wakes those whose time is due, lets go of those that rest."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from random import Random, SystemRandom
from typing import Any, Final

from branchline.notation.records.record import Record
from branchline.notation.records.replay import replay
from branchline.server import wire
from branchline.server.bot_processes.pool import BotPool
from branchline.server.limits import MAX_ROOMS, TABLES, RateLimits
from branchline.server.live.boards import Boards
from branchline.server.live.retention import Retention, remove_stale
from branchline.server.live.room_task import RoomTask
from branchline.server.live.shared import Shared
from branchline.server.live.steady_clock import SteadyClock
from branchline.server.metrics import METRICS
from branchline.server.room.commands import Refuse, Sit
from branchline.server.room.new_table import digest_of_request, new_table
from branchline.server.room.play_on import continued_table
from branchline.server.room.room import Room
from branchline.server.room.table import Unplayable
from branchline.server.room.tokens import holder_of, kept_cid, token_for
from branchline.server.store.contract import Append, Conflict, Damaged, Notice, Stale, Status, Store, StoreError

log = logging.getLogger(__name__)

WAKE_EVERY: Final = 30.0
WAKE_AHEAD: Final = 60.0
EXPIRE_EVERY: Final = 600.0
RELEASE_AGAIN: Final = 5.0
WAKE_DAMAGED_AGAIN: Final = 600.0
"""So long a table that could not be read is left alone; somebody may mend its log meanwhile."""
NEVER: Final = float("inf")


def new_secret() -> str:
    """256 bits from the system's generator, in hexadecimal digits."""
    return secrets.token_hex(32)


class Rooms:
    def __init__(
        self,
        store: Store,
        bots: BotPool,
        *,
        now: Callable[[], float] | None = None,
        rng: Random | None = None,
        secret: Callable[[], str] = new_secret,
        retention: Retention = Retention(),  # noqa: B008  # frozen
        new_tables: RateLimits | None = None,
        own_boards: Sequence[str] = (),
    ) -> None:
        self.store = store
        self.boards = Boards(store, own_boards)
        self.retention = retention
        self.now = now = now or SteadyClock()
        self.shared = Shared(store, bots, now, rng or SystemRandom(), now(), new_tables or RateLimits(TABLES))
        self._secret = secret
        self._tasks: dict[str, RoomTask] = {}
        self._loading: dict[str, asyncio.Task[RoomTask | None]] = {}
        self._chores: set[asyncio.Task[Any]] = set()
        self._not_woken_before: dict[str, float] = {}
        self._unsubscribe = store.subscribe(self._noticed)
        self._waker: asyncio.Task[None] | None = None
        self._closing = False
        self._expires_at = now()

    @property
    def count(self) -> int:
        """How many rooms are in memory."""
        return len(self._tasks)

    def has(self, table: str) -> bool:
        """Whether the room of a table is in memory."""
        return table in self._tasks

    def drives(self, table: str) -> bool:
        """Whether a room here takes itself for the one that runs the table; at its next act it knows."""
        task = self._tasks.get(table)
        return task is not None and task.drives

    @property
    def connections(self) -> int:
        return self.shared.connections

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    def begin(self) -> None:
        """Wake what was due while the server was away, and go on looking."""
        self._waker = asyncio.get_running_loop().create_task(self._wake_for_ever(), name="waker")
        METRICS_SOURCE[:] = [self]

    async def close(self, code: str = "restart") -> None:
        """Finish what is under way and tell everybody to come back."""
        self._closing = True
        self._unsubscribe()
        if self._waker:
            self._waker.cancel()
        await asyncio.gather(*(task.stop(code) for task in list(self._tasks.values())))
        self._tasks.clear()
        for chore in list(self._chores):
            chore.cancel()
        await self.shared.bots.close()

    def kill(self) -> None:
        """Stop at once and finish nothing, as a crash would."""
        self._closing = True
        self._unsubscribe()
        if self._waker:
            self._waker.cancel()
        for pending in (*self._loading.values(), *self._chores):
            pending.cancel()
        for task in self._tasks.values():
            task.kill()
        self._tasks.clear()

    async def get(self, table: str) -> RoomTask | None:
        """The task of a table's room, loaded if need be; None for a table that does not exist."""
        if (known := self._tasks.get(table)) is not None:
            return known
        if self._closing:
            raise StoreError("the server is closing")
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> RoomTask | None:
        if len(self._tasks) >= MAX_ROOMS:
            raise StoreError("too many rooms are open")
        try:
            entries = await self.store.read(table)
        except Damaged as damaged:
            log.error("table damaged", extra={"table": table, "reason": str(damaged)})
            self._not_woken_before[table] = self.now() + WAKE_DAMAGED_AGAIN
            raise
        if not entries:
            return None
        try:
            own = await self.boards.of_log(entries)
            room = Room.load(table, entries, self.now(), own=own)
        except StoreError:
            raise
        except Unplayable as error:
            log.warning("unplayable table", extra={"table": table, "reason": str(error)})
            self._not_woken_before[table] = NEVER
            return None
        except Exception as error:
            log.exception("table not loaded", extra={"table": table})
            self._not_woken_before[table] = self.now() + WAKE_DAMAGED_AGAIN
            raise StoreError("the table cannot be loaded") from error
        if room.table.retired is not None:
            log.warning("game cannot go on", extra={"table": table, "reason": room.table.retired})
            self._not_woken_before[table] = NEVER
            room = Room.load(table, entries, self.now(), await self.store.summary(table), own)
        else:
            self._not_woken_before.pop(table, None)
        try:
            fence = await self.store.claim(table)
        except StoreError:
            self._begin_chore(self._give_back(table))  # Only the answer may be lost, and the lease held here.
            raise
        task = RoomTask(self.shared, room, fence, forget=self._forget, tell=self._tell)
        self._tasks[table] = task
        return task

    def _forget(self, task: RoomTask) -> None:
        """A task that ends by itself is no longer the one that is asked."""
        table = task.room.table.id
        if self._tasks.get(table) is task:
            del self._tasks[table]
            if task.is_lost:
                self._begin_chore(self._give_back(table))

    async def _give_back(self, table: str) -> None:
        """Release the lease of a table without a room here: its people may be at another process, which could not drive
        it."""
        while not self._closing and table not in self._tasks:
            try:
                if table not in self._loading:
                    return await self.store.release(table)
            except StoreError as error:
                log.warning("lease not given back", extra={"table": table, "reason": str(error)})
            await asyncio.sleep(RELEASE_AGAIN)

    def _begin_chore(self, work: Coroutine[Any, Any, None]) -> None:
        chore = asyncio.get_running_loop().create_task(work)
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    # --- Tables and seats ---

    async def create_table(self, new: wire.NewTable, address: str = "") -> wire.Seated:
        """Make a table. A repeated request finds the table that it made and gets the same answer; no other does."""
        game = await self.boards.for_table(new, address)
        return await self.make(new, new_table(new, game, self._secret(), self._secret(), self.now()))

    def begun_from(self, record: Record, asked: wire.PlayOn) -> Append:
        """The beginning of a table that goes on from a moment of a record; `Faulty` where that cannot be replayed.

        It plays a whole game again, so the event loop does not do it.
        """
        return continued_table(asked, record, replay(record), self._secret(), self._secret(), self.now())

    async def make(self, new: wire.NewTable | wire.PlayOn, created: Append) -> wire.Seated:
        """Keep the beginning of a table, and give its maker the answer."""
        try:
            await self.store.append(created)
        except Conflict:
            log.info("table requested again", extra={"table": created.table})
        return await self._maker_of(created.table, new)

    async def _maker_of(self, table: str, new: wire.NewTable | wire.PlayOn) -> wire.Seated:
        """The answer to whoever made a table, worked out from what is kept; so it is always the same."""
        task = await self.get(table)
        if task is None:
            raise Refuse("unavailable")
        requested = task.room.table.requested  # Earlier versions did not keep what was asked for.
        if requested and requested != digest_of_request(new):
            raise Refuse("cid-used", "another table was made with this id")
        token = token_for(task.room.table.key, new.cid)
        seats = await task.call(lambda room: room.table.seats_of(frozenset({holder_of(token)})))
        if not seats:
            raise Refuse("cid-used", "the seat that this request took was given up; make a table with a fresh cid")
        return wire.Seated(table=table, token=token, seats=list(seats))

    async def sit(self, table: str, new: wire.NewSeat, token: str | None) -> wire.Seated:
        """Take a seat, with the token that was shown if it holds a seat here already, else with a new one."""
        task = await self.get(table)
        if task is None:
            raise Refuse("unknown-table")
        shown = frozenset({holder_of(token)}) if token else frozenset()
        if token is None or not await task.call(lambda room: room.table.seats_of(shown)):
            token = token_for(task.room.table.key, new.cid)
        holder = holder_of(token)
        result = await task.do(Sit(kept_cid(new.cid), new.name, holder, new.seat, new.entropy), frozenset())
        if isinstance(result.reply, wire.Refused):
            raise Refuse(result.reply.code, result.reply.detail)
        seats = await task.call(lambda room: room.table.seats_of(frozenset({holder})))
        return wire.Seated(table=table, token=token, seats=list(seats))

    # --- Other processes, and time ---

    def _tell(self, table: str, note: bytes) -> None:
        """Tell the other processes, in the background."""
        self._begin_chore(_quietly(self.store.tell(table, note)))

    def _noticed(self, notice: Notice) -> None:
        if notice.table is None:
            for each in self._tasks.values():
                each.pull()
            return
        task = self._tasks.get(notice.table)
        if task is not None and notice.note:
            task.noted(notice.note)
        if task is not None and notice.version > task.room.table.version:
            task.pull()

    async def _wake_for_ever(self) -> None:
        while True:
            try:
                await self.wake()
                if self.now() >= self._expires_at:
                    await self.expire()
                    self._expires_at = self.now() + EXPIRE_EVERY
            except StoreError as error:
                log.warning("due tables not read", extra={"reason": str(error)})
            await asyncio.sleep(WAKE_EVERY)

    async def wake(self) -> None:
        """Load the tables whose time comes soon; each of them then looks after itself."""
        before = self.now() + WAKE_AHEAD
        playing: tuple[Status, ...] = ("playing",)
        for summary in await self.store.summaries(status=playing, due_before=before, limit=MAX_ROOMS):
            waits = self._not_woken_before.get(summary.table, 0.0) > self.now()
            if summary.table not in self._tasks and not waits:
                with contextlib.suppress(StoreError):  # What is wrong with one table has been said; the others wait.
                    await self.get(summary.table)

    async def expire(self) -> None:
        """Remove tables that nobody comes back to, so that they do not pile up; never one that is open here."""

        async def step(stale: Stale) -> list[str]:
            return await self.store.expire(stale, but=[*self._tasks, *self._loading])

        gone = await remove_stale(self.retention, self.now(), step, asyncio.sleep)
        if gone:
            log.info("tables removed", extra=gone)


async def _quietly(work: Awaitable[None]) -> None:
    try:
        await work
    except StoreError as error:
        log.warning("other processes not told", extra={"reason": str(error)})


METRICS_SOURCE: list[Rooms] = []
METRICS.gauge("branchline_rooms", "Rooms in memory.", lambda: sum(rooms.count for rooms in METRICS_SOURCE))
METRICS.gauge("branchline_connections", "Open connections.", lambda: sum(each.connections for each in METRICS_SOURCE))
