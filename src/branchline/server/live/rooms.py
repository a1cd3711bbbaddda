"""All rooms of a process: loads them when somebody comes, wakes those whose time is due, lets go of those that rest."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any, Final, Protocol

from branchline.core.game import AnyGame
from branchline.server import wire
from branchline.server.bot_processes.messages import Decided
from branchline.server.limits import MOST_ROOMS
from branchline.server.live.room_task import Keeper
from branchline.server.metrics import METRICS
from branchline.server.room.commands import Refuse, Sit
from branchline.server.room.new_table import found
from branchline.server.room.room import Room
from branchline.server.room.table import Unplayable
from branchline.server.room.tokens import holder_of, kept_cid, new_secret, token_for
from branchline.server.store.contract import Conflict, Notice, Status, Store, StoreError

log = logging.getLogger(__name__)

WAKE_EVERY: Final = 30.0
WAKE_AHEAD: Final = 60.0
EXPIRE_EVERY: Final = 600.0
OPEN_SECONDS: Final = 30 * 86_400.0
"""A table that nobody has started, nor touched for so long, is removed; games that were begun stay."""


class Thinkers(Protocol):
    """Where bots think: behind a view, and off the event loop."""

    async def decide(self, level: str, game: AnyGame, view: Any, legal: Any) -> Decided: ...

    async def close(self) -> None: ...


class Hub:
    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        *,
        now: Callable[[], float] = time.time,
        rng: Random | None = None,
        secret: Callable[[], str] = new_secret,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.now = now
        self.rng = rng or SystemRandom()
        self.started = now()
        self._secret = secret
        self._keepers: dict[str, Keeper] = {}
        self._loading: dict[str, asyncio.Task[Keeper | None]] = {}
        self._chores: set[asyncio.Task[Any]] = set()
        self._unplayable: set[str] = set()
        self._unsubscribe = store.subscribe(self._noticed)
        self._waker: asyncio.Task[None] | None = None
        self._closing = False
        self._expires_at = self.started
        self.connections = 0

    @property
    def has_others(self) -> bool:
        """Whether other processes may serve the same tables."""
        return self.store.process != "only"

    @property
    def rooms(self) -> int:
        return len(self._keepers)

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
        keepers = list(self._keepers.values())
        await asyncio.gather(*(keeper.stop(code) for keeper in keepers))
        self._keepers.clear()
        for chore in list(self._chores):
            chore.cancel()
        await self.thinkers.close()

    def kill(self) -> None:
        """Stop at once and finish nothing, as a crash would."""
        self._closing = True
        self._unsubscribe()
        if self._waker:
            self._waker.cancel()
        for task in (*self._loading.values(), *self._chores):
            task.cancel()
        for keeper in self._keepers.values():
            keeper.kill()
        self._keepers.clear()

    async def keeper(self, table: str) -> Keeper | None:
        """The keeper of a table's room; None for a table that does not exist."""
        if (known := self._keepers.get(table)) is not None:
            return known
        if self._closing:
            raise StoreError("the server is closing")
        task = self._loading.get(table)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> Keeper | None:
        if len(self._keepers) >= MOST_ROOMS:
            raise StoreError("too many rooms are open")
        entries = await self.store.read(table)
        if not entries:
            return None
        try:
            room = Room.load(table, entries, self.now())
        except Unplayable as error:
            log.warning("a table cannot be played on", extra={"table": table, "reason": str(error)})
            self._unplayable.add(table)
            return None
        except Exception as error:
            log.exception("a table cannot be loaded", extra={"table": table})
            self._unplayable.add(table)
            raise StoreError("the table cannot be loaded") from error
        fence = await self.store.claim(table)
        keeper = self._keepers[table] = Keeper(self, room, fence)
        return keeper

    def forget(self, keeper: Keeper) -> None:
        """A keeper that ends by itself is no longer the one that is asked."""
        if self._keepers.get(keeper.room.table.id) is keeper:
            del self._keepers[keeper.room.table.id]

    # --- Tables and seats ---

    async def found(self, new: wire.NewTable) -> wire.Seated:
        """Make a table. A repeated request finds the table that it made and gets the same answer."""
        founded = found(new, self._secret(), self._secret(), self.now())
        table = founded.room.table.id
        try:
            await self.store.create(table, founded.room.summary(), founded.entries)
        except Conflict:
            log.info("a table was asked for again", extra={"table": table})
        return await self._maker_of(table, new.cid)

    async def _maker_of(self, table: str, cid: str) -> wire.Seated:
        """The answer to whoever made a table, worked out from what is kept; so it is always the same."""
        keeper = await self.keeper(table)
        if keeper is None:
            raise Refuse("unavailable")
        token = token_for(keeper.room.table.key, cid)
        seats = await keeper.call(lambda room: room.table.seats_of(frozenset({holder_of(token)})))
        return wire.Seated(table=table, token=token, seats=list(seats))

    async def sit(self, table: str, new: wire.NewSeat, token: str | None) -> wire.Seated:
        """Take a seat, with the token that was shown if it holds a seat here already, else with a new one."""
        keeper = await self.keeper(table)
        if keeper is None:
            raise Refuse("unknown-table")
        shown = frozenset({holder_of(token)}) if token else frozenset()
        if token is None or not await keeper.call(lambda room: room.table.seats_of(shown)):
            token = token_for(keeper.room.table.key, new.cid)
        holder = holder_of(token)
        command = Sit(kept_cid(new.cid), new.name, holder, new.seat, new.entropy)
        handled = await keeper.do(command, frozenset())
        if isinstance(handled.reply, wire.Refused):
            raise Refuse(handled.reply.code, handled.reply.detail)
        seats = await keeper.call(lambda room: room.table.seats_of(frozenset({holder})))
        return wire.Seated(table=table, token=token, seats=list(seats))

    # --- Other processes, and time ---

    def tell(self, table: str, note: bytes) -> None:
        self._chore(self.store.tell(table, note))

    def _chore(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(_quietly(work))
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    def _noticed(self, notice: Notice) -> None:
        if notice.table is None:
            for each in self._keepers.values():
                each.pull()
            return
        keeper = self._keepers.get(notice.table)
        if keeper is not None and notice.note:
            keeper.noted(notice.note)
        if keeper is not None and notice.version > keeper.room.table.version:
            keeper.pull()

    async def _wake_for_ever(self) -> None:
        while True:
            try:
                await self.wake()
                if self.now() >= self._expires_at:
                    await self.expire()
                    self._expires_at = self.now() + EXPIRE_EVERY
            except StoreError as error:
                log.warning("could not look for tables that are due", extra={"reason": str(error)})
            await asyncio.sleep(WAKE_EVERY)

    async def wake(self) -> None:
        """Load the tables whose time comes soon; each of them then looks after itself."""
        before = self.now() + WAKE_AHEAD
        playing: tuple[Status, ...] = ("playing",)
        for summary in await self.store.summaries(status=playing, due_before=before, limit=MOST_ROOMS):
            if summary.table not in self._keepers and summary.table not in self._unplayable:
                with contextlib.suppress(StoreError):  # What is wrong with one table has been said; the others wait.
                    await self.keeper(summary.table)

    async def expire(self) -> None:
        """Remove tables at which no game was ever begun, so that what nobody wants does not pile up."""
        while gone := await self.store.expire(self.now() - OPEN_SECONDS, but=[*self._keepers, *self._loading]):
            log.info("open tables were removed", extra={"number": len(gone)})


async def _quietly(work: Any) -> None:
    try:
        await work
    except StoreError as error:
        log.warning("others were not told", extra={"reason": str(error)})


METRICS_SOURCE: list[Hub] = []
METRICS.gauge("branchline_rooms", "Rooms in memory.", lambda: sum(hub.rooms for hub in METRICS_SOURCE))
METRICS.gauge("branchline_connections", "Open connections.", lambda: sum(hub.connections for hub in METRICS_SOURCE))
