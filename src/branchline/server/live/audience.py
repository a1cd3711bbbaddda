"""Everybody who is connected to a room: sends each what they may know, once and in order, and who else is there."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from branchline.server.live.connection import Connection, encoded
from branchline.server.room import facts
from branchline.server.room.presence import Elsewhere
from branchline.server.room.room import Room
from branchline.server.room.table import Applied
from branchline.server.views.table_view import TableViews

log = logging.getLogger(__name__)

RECENT: Final = 40
"""What happened lately is at hand for whoever comes back; for more, the log is played again."""
SILENT_SECONDS: Final = 60.0
"""A process that has said nothing about its connections for so long is no more."""
ELSEWHERE: Final = "elsewhere"
"""Stands for the addresses of those who are connected to other processes only."""
SEATING: Final = (facts.Sat, facts.Left, facts.Arranged)


class Note(msgspec.Struct):
    """What one process tells the others about its connections to a table."""

    process: str
    holders: list[str]
    spectators: int


class Audience:
    """`broadcast_version` is the version up to which everybody was told everything. Nothing here waits."""

    def __init__(self, room: Room, now: Callable[[], float]) -> None:
        self.connections: dict[Connection, None] = {}
        self.broadcast_version = room.table.version
        self._now = now
        self._recent: deque[Applied] = deque(maxlen=RECENT)
        self._heard_at: dict[str, float] = {}
        self.watch(room)

    def watch(self, room: Room) -> None:
        """Show this room from now on: a fresh one of the same table, when the old one was ahead of its log."""
        self._room = room
        self._views = TableViews(room)

    def join(self, connection: Connection, gap: Sequence[Applied], *, complete: bool) -> None:
        self._seat(connection)
        self.connections[connection] = None
        self._room.presence.arrive(connection.holders)
        connection.send(self._views.welcome(connection.seats, gap, self._now(), complete=complete))
        self.show_presence(but=connection)

    def part(self, connection: Connection) -> None:
        del self.connections[connection]
        self._room.presence.depart(connection.holders, self._now())
        self.show_presence()

    @property
    def address(self) -> str:
        """Whose time the bots of the table use: of who has been here for longest, people at the table first."""
        if not self.connections:
            return ELSEWHERE if self._room.presence.anybody else ""
        return next((each for each in self.connections if each.seats), next(iter(self.connections))).address

    def close(self, code: str) -> None:
        for connection in list(self.connections):
            connection.transport.close(code)

    def gap(self, since: int) -> list[Applied] | None:
        """What happened after a version, if that is recent enough to be remembered here."""
        if since == self.broadcast_version:
            return []
        if self._recent and self._recent[0].version <= since + 1:
            return [each for each in self._recent if each.version > since]
        return None

    def broadcast(self, applied: Sequence[Applied]) -> None:
        """Send every connection what it may know; connections that hold the same seats get the same text."""
        if not applied:
            return
        self.broadcast_version = applied[-1].version
        self._recent.extend(applied)
        if any(isinstance(each.fact, SEATING) for each in applied):
            self._reseat()
        viewers = dict.fromkeys(connection.seats for connection in self.connections)
        updates = self._views.updates(viewers, applied, self._now())
        texts = {seats: encoded(update) for seats, update in zip(viewers, updates, strict=True)}
        for connection in list(self.connections):
            connection.transport.send(texts[connection.seats])

    def _seat(self, connection: Connection) -> None:
        """Of the tokens that were shown, those that hold a seat count; a connection with none is a spectator's."""
        table = self._room.table
        connection.seats = table.seats_of(connection.shown)
        if connection.shown and not connection.seats:
            log.info("unknown token", extra={"table": table.id})
        connection.holders = frozenset(table.person(seat).holder for seat in connection.seats)

    def _reseat(self) -> None:
        """Seats change hands before the game; a connection whose token got or lost one becomes what it is now."""
        for connection in self.connections:
            if connection.shown and connection.seats != self._room.table.seats_of(connection.shown):
                self._room.presence.depart(connection.holders, self._now())
                self._seat(connection)
                self._room.presence.arrive(connection.holders)

    # --- Who is there, here and in other processes ---

    def show_presence(self, but: Connection | None = None) -> None:
        text = encoded(self._views.presence(self._now()))
        for connection in list(self.connections):
            if connection is not but:
                connection.transport.send(text)

    def pass_time(self) -> None:
        """Tell when somebody has been gone for so long that another is the host now."""
        before = self._room.host
        self._room.presence.pass_time(self._now())
        if self._room.host != before:
            self.show_presence()

    def note(self, process: str) -> bytes:
        presence = self._room.presence
        return msgspec.json.encode(Note(process, sorted(presence.holders_here), presence.spectators_here))

    def noted(self, note: bytes) -> None:
        """Take over what another process says about its connections."""
        try:
            said = msgspec.json.decode(note, type=Note)
        except msgspec.MsgspecError:
            log.warning("unreadable note from another process")
            return
        somebody = bool(said.holders or said.spectators)
        elsewhere = Elsewhere(frozenset(said.holders), said.spectators) if somebody else None
        self._heard_at[said.process] = self._now()
        if self._room.presence.told(said.process, elsewhere, self._now()):
            self.show_presence()

    def forget_silent_processes(self) -> None:
        now = self._now()
        for process, at in list(self._heard_at.items()):
            if now - at > SILENT_SECONDS:
                del self._heard_at[process]
                if self._room.presence.told(process, None, now):
                    self.show_presence()
