"""Judges the commands of one table and commits what they make, also where other processes write to the same log."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Final

from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.commands import Command, Refuse, Result, refused
from branchline.server.room.judge import actor_of, digest_of, handle
from branchline.server.room.new_table import rematch_of
from branchline.server.room.room import Room
from branchline.server.room.table import Applied
from branchline.server.store.contract import Append, Conflict, Store, StoreError

log = logging.getLogger(__name__)

ATTEMPTS: Final = 8


class RoomLost(StoreError):
    """The room cannot go on; `code` is what its people are told."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Committer:
    """`fence` is the number of the lease, None while another process drives the table."""

    def __init__(self, store: Store, now: Callable[[], float], fence: int | None) -> None:
        self._store = store
        self._now = now
        self.fence = fence

    async def claim(self, table: str) -> bool:
        """Take or keep the lease; says whether this process drives the table now."""
        self.fence = await self._store.claim(table)
        return self.fence is not None

    async def pull(self, room: Room) -> list[Applied]:
        """Apply what other processes have kept."""
        return room.catch_up(await self._store.read(room.table.id, room.table.version))

    async def commit(
        self, room: Room, command: Command, holders: frozenset[str], *, fenced: bool
    ) -> tuple[Room, Result]:
        """Carry a command out, durably. Gives the room that holds from now on, and all that happened meanwhile.

        When another process was quicker, a fresh room is built from the log and judges the command again.
        `RoomLost` when nothing can be known about the table any more. What is `fenced` needs the lease: without one,
        another process drives the table, and nothing happens here.
        """
        if fenced and self.fence is None:
            return room, Result(refused(command, "unavailable"), [])
        durable = room.table.version
        missed: list[Applied] = []
        for _ in range(ATTEMPTS):
            reply, applied = handle(room, command, self._now(), holders)
            try:
                if applied:
                    await self._keep(room, applied, fenced=fenced)
                elif isinstance(reply, wire.Refused):
                    await self._demand_unknown(room, command, holders)
            except Conflict:
                drives = not fenced or await self._still_drives(room)
                room, missed = await self._reload(room, durable)
                if not drives:
                    break
            except StoreError as error:
                log.error("commit failed", extra={"table": room.table.id, "reason": str(error)})
                room, missed = await self._reload(room, durable)
                return room, Result(self._after_failure(room, command, holders), missed)
            else:
                return room, Result(reply, [*missed, *applied])
        return room, Result(refused(command, "unavailable"), missed)

    async def _keep(self, room: Room, applied: list[Applied], *, fenced: bool) -> None:
        for each in applied:
            if isinstance(each.fact, facts.Rematched):
                # A rematch is the same table whoever asks first, so it may be there already.
                with contextlib.suppress(Conflict):
                    await self._store.append(rematch_of(room, self._now(), each.fact))
        entries = tuple(each.entry for each in applied)
        await self._store.append(Append(entries, room.summary(), self.fence if fenced else None))

    async def _demand_unknown(self, room: Room, command: Command, holders: frozenset[str]) -> None:
        """A refused command may be one that another process has carried out; then a fresh room must judge it."""
        actor = _actor(room, command, holders)
        if actor is None or not command.cid or room.known(actor, command.cid) is not None:
            return
        if await self._store.find(room.table.id, actor, command.cid) is not None:
            raise Conflict("the command has been carried out already")

    def _after_failure(self, room: Room, command: Command, holders: frozenset[str]) -> wire.Ack | wire.Refused:
        """Nobody knows whether the entries were kept, but the log does, from which the room was just built."""
        actor = _actor(room, command, holders)
        known = None if actor is None else room.known(actor, command.cid)
        if known is None or known.sent != digest_of(command):
            return refused(command, "unavailable")
        return wire.Ack(cid=command.cid, version=known.version)

    async def _still_drives(self, room: Room) -> bool:
        try:
            return await self.claim(room.table.id)
        except StoreError:
            return False

    async def _reload(self, room: Room, durable: int) -> tuple[Room, list[Applied]]:
        """A fresh room from the log, and what has happened in it since the last version that was known to be kept."""
        table = room.table
        try:
            entries = await self._store.read(table.id)
        except StoreError:
            # The room goes, so that nobody plays on with what may not be kept.
            raise RoomLost("restart") from None
        if not entries:
            raise RoomLost("unknown-table")  # Nobody had touched it for so long that it was removed.
        fresh = Room.load(table.id, entries[:durable], self._now(), room.summary(), table.game)
        fresh.presence = room.presence
        return fresh, fresh.catch_up(entries[durable:])


def _actor(room: Room, command: Command, holders: frozenset[str]) -> str | None:
    """Under which name the command would stand in the log; None for somebody who does not hold the seat."""
    try:
        return actor_of(room, command, holders)
    except Refuse:
        return None
