"""Judges the commands of one table and keeps what they make, also where other processes write to the same log."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING, Final

from branchline.server import wire
from branchline.server.live.audience import Audience
from branchline.server.room import facts
from branchline.server.room.commands import Command
from branchline.server.room.new_table import begun
from branchline.server.room.room import Handled, Room
from branchline.server.store.contract import Conflict, StoreError

if TYPE_CHECKING:
    from branchline.server.live.rooms import Hub

log = logging.getLogger(__name__)

ATTEMPTS: Final = 8


class Lost(StoreError):
    """The room cannot go on; `code` is what its people are told."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Scribe:
    """`fence` is the number of the lease, None while another process drives the table."""

    def __init__(self, hub: Hub, audience: Audience, fence: int | None) -> None:
        self._hub = hub
        self._store = hub.store
        self._audience = audience
        self.fence = fence

    @property
    def _room(self) -> Room:
        return self._audience.room

    async def claim(self) -> bool:
        """Take or keep the lease; says whether this process drives the table now."""
        self.fence = await self._store.claim(self._room.table.id)
        return self.fence is not None

    async def pull(self) -> None:
        """Learn what other processes have kept."""
        entries = await self._store.read(self._room.table.id, self._room.table.version)
        self._audience.tell(self._room.catch_up(entries))

    async def kept(self, command: Command, holders: frozenset[str], *, fenced: bool) -> Handled:
        """What became of a command, durably. When somebody was quicker, the room learns of it and judges again.

        `Lost` when nothing can be known about the table any more.
        """
        for _ in range(ATTEMPTS):
            handled = self._room.handle(command, self._hub.now(), holders)
            try:
                if handled.entries:
                    await self._keep(handled, fenced=fenced)
                else:
                    await self._look_for_earlier(command, holders, handled)
            except Conflict:
                drives = not fenced or await self._still_drives()
                await self._reload()
                if not drives:
                    break
            except StoreError as error:
                log.error("not kept", extra={"table": self._room.table.id, "reason": str(error)})
                return await self._after_failure(command, holders)
            else:
                return handled
        return unavailable(command)

    async def _keep(self, handled: Handled, *, fenced: bool) -> None:
        if handled.founded is not None:
            await self._found(*handled.founded)
        fence = self.fence if fenced else None
        await self._store.append(self._room.table.id, handled.entries, self._room.summary(), fence=fence)

    async def _found(self, table: str, created: facts.Created) -> None:
        """A rematch is the same table whoever asks first, so it may be there already."""
        room, entries = begun(table, [created], self._hub.now())
        with contextlib.suppress(Conflict):
            await self._store.create(table, room.summary(), entries)

    async def _look_for_earlier(self, command: Command, holders: frozenset[str], handled: Handled) -> None:
        """A refused command may be one that was carried out long ago, and only its answer was lost."""
        cid = getattr(command, "cid", None)
        if cid and isinstance(handled.reply, wire.Refused) and handled.reply.code != "not-your-seat":
            version = await self._store.find(self._room.table.id, self._room.actor(command, holders), cid)
            if version is not None:
                handled.reply = wire.Ack(cid=cid, version=version)

    async def _after_failure(self, command: Command, holders: frozenset[str]) -> Handled:
        """Nobody knows whether it was kept, but the log does."""
        await self._reload()
        version = self._room.known(command, holders)
        if version is None:
            return unavailable(command)
        return Handled(wire.Ack(cid=getattr(command, "cid", ""), version=version))

    async def _still_drives(self) -> bool:
        try:
            return await self.claim()
        except StoreError:
            return False

    async def _reload(self) -> None:
        """Build the room anew from what is kept, and tell what others have done meanwhile."""
        try:
            entries = await self._store.read(self._room.table.id)
        except StoreError:
            # The room goes, so that nobody plays on with what may not be kept.
            raise Lost("restart") from None
        if not entries:
            raise Lost("unknown-table")  # Nobody had touched it for so long that it was removed.
        told = self._audience.told
        room = Room.load(self._room.table.id, entries[:told], self._hub.now())
        room.presence = self._room.presence
        self._audience.attend(room)
        self._audience.tell(room.catch_up(entries[told:]))


def unavailable(command: Command) -> Handled:
    return Handled(wire.Refused(code="unavailable", cid=getattr(command, "cid", None)))
