"""A room: a table with what is known about it besides its log, that is who is connected and which commands came."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.server.room import clock, facts
from branchline.server.room.chairs import Chair, OpenChair, PersonChair, label, plays_itself
from branchline.server.room.commands import Refuse
from branchline.server.room.presence import Presence
from branchline.server.room.table import Applied, Table, file_of
from branchline.server.room.takeback import last_moment
from branchline.server.store.contract import LogEntry, Summary


class Known(NamedTuple):
    """The entry that carried out a command: its version, and the digest of what was sent."""

    version: int
    sent: str


class Room:
    """Changes by `apply` with what a command makes, and by `catch_up` with what another process has kept."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.presence = Presence(now)
        self._known: dict[tuple[str, str], Known] = {}  # All commands of people: an id counts once at a table.

    @classmethod
    def load(
        cls,
        table: str,
        entries: list[LogEntry],
        now: float,
        summary: Summary | None = None,
        own: AnyGame | None = None,
    ) -> Room:
        """The room that a log makes, `own` the game on its board where that is somebody's own.

        Where the game cannot be played again, the summary says how far it was.
        """
        room = cls(Table(table, own), now)
        room.catch_up(entries)
        if room.table.retired is not None and summary is not None:
            room.table.status = summary.status
            room.table.points = [int(part) for part in str(summary.extra.get("points", "")).split()]
        return room

    def apply(self, made: list[facts.Fact], actor: str, cid: str, now: float, sent: str = "") -> list[Applied]:
        """Let the facts of a command happen, the last as its own; those before it have ids of the server's."""
        now = max(now, self.table.updated)  # A clock that was set back must not turn the log around.
        applied = []
        for number, fact in enumerate(made, 1):
            seq = self.table.version + 1
            name = ("server", f"v{seq}")
            if cid and number == len(made):
                name, fact.sent = (actor, cid), sent
            entry = LogEntry(self.table.id, seq, now, *name, facts.written(fact))
            applied.append(self._applied(entry, fact))
        return applied

    def catch_up(self, entries: Iterable[LogEntry]) -> list[Applied]:
        """Take over what another process has kept."""
        return [self._applied(entry) for entry in entries if entry.seq > self.table.version]

    def _applied(self, entry: LogEntry, fact: facts.Fact | None = None) -> Applied:
        applied = self.table.apply(entry, fact)
        if entry.actor != "server":
            self._known[entry.actor, entry.cid] = Known(entry.seq, applied.fact.sent)
        return applied

    def known(self, actor: str, cid: str) -> Known | None:
        """The entry that carried this command out, if any did."""
        return self._known.get((actor, cid))

    # --- Who may, and who is here ---

    def held(self, seat: int, holders: frozenset[str]) -> PersonChair:
        """The person of a seat that the asker holds. A seat that does not exist is not the asker's either."""
        if seat in self.table.seats_of(holders):
            return self.table.person(seat)
        raise Refuse("not-your-seat")

    def demand_host(self, seat: int) -> None:
        host = self.host
        if host is None or self.table.person(host).holder != self.table.person(seat).holder:
            raise Refuse("not-host")

    @property
    def host(self) -> Seat | None:
        """The first person who is connected or was a minute ago; without any, the first person."""
        people = list(self.table.people())
        return next((seat for seat in people if self.is_expected(seat)), people[0] if people else None)

    def is_expected(self, seat: int) -> bool:
        """Whether the person of a seat is connected, or gone for so short a time that their rights are still theirs."""
        chair = self.table.chairs[seat]
        return isinstance(chair, PersonChair) and self.presence.is_expected(chair.holder)

    def is_here(self, seat: int) -> bool:
        chair = self.table.chairs[seat]
        return isinstance(chair, PersonChair) and self.presence.is_here(chair.holder)

    def others_there(self, person: PersonChair) -> bool:
        """Whether somebody else is connected and waits."""
        return any(
            other.away is None and other.holder != person.holder and self.presence.is_here(other.holder)
            for other in self.table.people().values()
        )

    # --- Taking back ---

    def consent_missing(self, asker: Seat, agreed: Collection[Seat]) -> list[Seat]:
        """The other people who have not agreed to take a move back. Bots and stand-ins always agree."""
        holder = self.table.person(asker).holder
        return [
            seat
            for seat, person in self.table.people().items()
            if seat not in agreed and person.away is None and person.holder != holder
        ]

    def with_consent(self, *made: facts.Fact, agreed: Iterable[Seat] = ()) -> list[facts.Fact]:
        """These facts; and if they leave nobody who has to agree to take a move back, that too."""
        takeback = self.table.takeback
        if takeback is not None:
            gone = {fact.seat for fact in made if isinstance(fact, facts.Away)}
            missing = set(self.consent_missing(takeback.seat, takeback.agreed)) - gone - set(agreed)
            moment = last_moment(self.table.moments, takeback.seat)
            if not missing and moment is not None:
                return [*made, facts.TakenBack(takeback.seat, moment.version)]
        return [*made]

    # --- Time and bots ---

    def due(self) -> float | None:
        """When the room next wants a `Tick`."""
        return min((until for seat in self.table.asked if (until := self.ends_at(seat)) is not None), default=None)

    def ends_at(self, seat: Seat) -> float | None:
        """When a stand-in takes over from the person who is asked; None where a bot is asked."""
        return None if plays_itself(self.table.chairs[seat]) else self._time_ends(seat)

    def is_out_of_time(self, seat: Seat, now: float) -> bool:
        """Whether the decision of a person would pass to a stand-in at once, or must stay with the one that has it."""
        ends = self._time_ends(seat)
        return ends is not None and ends <= now

    def _time_ends(self, seat: Seat) -> float | None:
        """When the clock or the patience of others ends.

        Who plays against bots alone, or whose friends are all gone too, keeps nobody waiting: such a table rests.
        """
        person = self.table.person(seat)
        ends = [clock.decision_ends(self.table, seat)]
        if self.others_there(person):
            gone = self.presence.gone_since(person.holder)
            ends.append(clock.patience_ends(self.table, seat, gone, self.presence.since))
        return min((end for end in ends if end is not None), default=None)

    def replaceable_at(self, seat: Seat) -> float | None:
        """From when on somebody may ask for a stand-in for a seat; None where nobody may."""
        if seat not in self.table.people():
            return None
        gone = self.presence.gone_since(self.table.person(seat).holder)
        return clock.replaceable_at(self.table, seat, gone, self.presence.since)

    @property
    def rests(self) -> bool:
        """Whether nobody would see what bots do: nobody is connected, and no person is to decide after them.

        Who is in the game but not connected finds all moves of bots made; people who have left find it as it was.
        """
        return not self.presence.anybody and not clock.is_awaited(self.table)

    def bots_to_move(self) -> list[tuple[Seat, int, Chair]]:
        """Seats where a bot is asked, with the decision, and the chair: a bot's, or that of a person who is away."""
        if self.rests:
            return []
        chairs = self.table.chairs
        asked = self.table.asked.items()
        return [(seat, decision, chairs[seat]) for seat, decision in asked if plays_itself(chairs[seat])]

    def summary(self) -> Summary:
        table = self.table
        return Summary(
            table=table.id,
            status=table.status,
            public=table.public,
            board=table.game.board_id,
            game=table.game.name,
            edition=table.game.edition,
            seats=len(table.chairs),
            names=tuple(label(chair) for chair in table.chairs),
            created=table.created,
            updated=table.updated,
            due=clock.wakes_at(table),
            extra={
                "file": file_of(table.game),
                "name": table.game.printed.name,
                "open": sum(isinstance(chair, OpenChair) for chair in table.chairs),
                "points": " ".join(map(str, table.points)),  # A result that outlives the rules it was made under.
            },
        )
