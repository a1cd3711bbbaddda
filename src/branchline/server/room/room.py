"""A room: the one place where a table's commands are judged. No socket, no clock, no storage inside.

`handle` says what became of a command: a reply, the entries to keep, and what happened. The caller keeps the entries
first, then sends the reply, then tells everybody. If they could not be kept, the room is wrong about the world and must
be thrown away and loaded again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.limits import MOST_WISHES
from branchline.server.room import clock, facts, playing, seating, table_talk
from branchline.server.room.commands import BotPlay, Command, Judgement, Made, Refuse, Resume, Sit, Tick
from branchline.server.room.presence import Presence
from branchline.server.room.table import Chair, Happened, Table, folded
from branchline.server.room.takeback import last_moment
from branchline.server.store.contract import Entry, Summary

RECENT_CIDS: Final = 64
STAND_IN: Final = "stand-in"
"""What plays in the place of a person who is away: a name in the registry of bots."""

Judge: TypeAlias = Callable[["Room", Any, float], Judgement]
_JUDGES: Final[Mapping[type, Judge]] = {
    Sit: seating.sit,
    wire.Leave: seating.leave,
    wire.Rename: seating.rename,
    wire.Mix: seating.mix,
    wire.Arrange: seating.arrange,
    wire.Start: seating.start,
    wire.Play: playing.play,
    BotPlay: playing.bot_play,
    Tick: playing.tick,
    Resume: playing.resume,
    wire.Return: playing.come_back,
    wire.StandIn: playing.stand_in,
    wire.Say: table_talk.say,
    wire.Mute: table_talk.mute,
    wire.Pace: table_talk.pace,
    wire.Undo: table_talk.undo,
    wire.Agree: table_talk.agree,
    wire.Rematch: table_talk.rematch,
}
# A table at which people have wished for more than anybody could need takes these no more; the game goes on.
_WISHES: Final = (
    Sit,
    wire.Leave,
    wire.Rename,
    wire.Mix,
    wire.Arrange,
    wire.StandIn,
    wire.Mute,
    wire.Pace,
    wire.Undo,
    wire.Agree,
)


@dataclass(slots=True)
class Handled:
    """What became of a command. `founded` is a table that must exist before the entries are kept: a rematch."""

    reply: wire.Ack | wire.Refused
    entries: list[Entry] = field(default_factory=list)
    happened: list[Happened] = field(default_factory=list)
    founded: tuple[str, facts.Created] | None = None


class Room:
    """A table with what is known about it besides its log: who is connected, and which commands came lately."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.presence = Presence(now)
        self._recent: OrderedDict[tuple[str, str], int] = OrderedDict()

    @classmethod
    def load(cls, table: str, entries: list[Entry], now: float) -> Room:
        room = cls(folded(table, entries), now)
        for entry in entries[-RECENT_CIDS:]:
            room._remember(entry)
        return room

    def handle(self, command: Command, now: float, holders: frozenset[str] = frozenset()) -> Handled:
        """Judge a command from a connection whose tokens have these hashes."""
        cid: str = getattr(command, "cid", "")
        try:
            actor = self.actor(command, holders)
            known = self.known(command, holders)
            if known is not None:
                return Handled(wire.Ack(cid=cid, version=known))
            if isinstance(command, _WISHES) and self.table.wishes >= MOST_WISHES:
                raise Refuse("too-many")
            judgement = _JUDGES[type(command)](self, command, now)
        except Refuse as refused:
            return Handled(wire.Refused(code=refused.code, cid=cid or None, detail=refused.detail))
        handled = Handled(wire.Ack(cid=cid, version=0), founded=judgement.founded)
        self._carry_out(judgement.made, actor, cid, now, handled)
        handled.reply = wire.Ack(cid=cid, version=self.table.version)
        return handled

    def _carry_out(self, made: list[Made], actor: str, cid: str, now: float, handled: Handled) -> None:
        now = max(now, self.table.updated)  # A clock that was set back must not turn the log around.
        for number, (fact, action) in enumerate(made, 1):
            seq = self.table.version + 1
            # The last fact is the command's own; those before it are its conditions and have ids of the server's.
            own = bool(cid) and number == len(made)
            name = (actor, cid) if own else ("server", f"v{seq}")
            entry = Entry(self.table.id, seq, now, *name, facts.written(fact))
            handled.happened.append(self.table.absorb(entry, fact, action))
            handled.entries.append(entry)
            self._remember(entry)

    def catch_up(self, entries: Iterable[Entry]) -> list[Happened]:
        """Take over what another process has kept."""
        happened = []
        for entry in entries:
            if entry.seq > self.table.version:
                happened.append(self.table.absorb(entry))
                self._remember(entry)
        return happened

    def _remember(self, entry: Entry) -> None:
        self._recent[entry.actor, entry.cid] = entry.seq
        while len(self._recent) > RECENT_CIDS:
            self._recent.popitem(last=False)

    def known(self, command: Command, holders: frozenset[str]) -> int | None:
        """The version of the entry that carried this command out, as far back as the room remembers."""
        cid: str = getattr(command, "cid", "")
        return self._recent.get((self.actor(command, holders), cid)) if cid else None

    def actor(self, command: Command, holders: frozenset[str]) -> str:
        """Under which name a command stands in the log; refuses whoever does not hold the seat."""
        match command:
            case Sit(holder=holder):
                return f"sit.{holder[:16]}"
            case BotPlay() | Tick() | Resume():
                return "server"
            case _:
                return f"{command.seat}.{self.held(command.seat, holders).holder[:16]}"

    def held(self, seat: int, holders: frozenset[str]) -> Chair:
        """The chair of a seat that the asker holds. A seat that does not exist is not the asker's either."""
        if seat in self.table.seats_of(holders):
            return self.table.chairs[seat]
        raise Refuse("not-your-seat")

    def demand_host(self, seat: int) -> None:
        host = self.host
        if host is None or self.table.chairs[host].holder != self.table.chairs[seat].holder:
            raise Refuse("not-host")

    @property
    def host(self) -> Seat | None:
        """The first person who is connected; without any, the first person."""
        people = self.table.people()
        return next((seat for seat in people if self.is_here(seat)), people[0] if people else None)

    def is_here(self, seat: int) -> bool:
        chair = self.table.chairs[seat]
        return chair.is_person and self.presence.is_here(chair.holder)

    def others_there(self, seat: int) -> bool:
        """Whether somebody else is connected and waits."""
        holder = self.table.chairs[seat].holder
        return any(
            other.is_person and not other.away and other.holder != holder and self.presence.is_here(other.holder)
            for other in self.table.chairs
        )

    def consent_missing(self, asker: Seat, agreed: set[Seat]) -> list[Seat]:
        """The other people who have not agreed to take a move back. Bots and stand-ins always agree."""
        chairs = self.table.chairs
        return [
            seat
            for seat in self.table.people()
            if seat not in agreed and not chairs[seat].away and chairs[seat].holder != chairs[asker].holder
        ]

    def with_consent(self, *made: facts.Fact, agreed: Iterable[Seat] = ()) -> Judgement:
        """These facts; and if they leave nobody who has to agree to take a move back, that too."""
        found = [Made(fact) for fact in made]
        question = self.table.question
        if question is not None:
            gone = {fact.seat for fact in made if isinstance(fact, facts.Away)}
            missing = set(self.consent_missing(question.seat, question.agreed)) - gone - set(agreed)
            moment = last_moment(self.table.moments, question.seat)
            if not missing and moment is not None:
                found.append(Made(facts.Undone(question.seat, moment.version)))
        return Judgement(found)

    def due(self) -> float | None:
        """When the room next wants a `Tick`."""
        return min((until for seat in self.table.asked if (until := self.ends_at(seat)) is not None), default=None)

    def ends_at(self, seat: Seat) -> float | None:
        """When a stand-in takes over from the person who is asked."""
        gone = self.presence.gone_since(self.table.chairs[seat].holder)
        ends = (
            clock.decides_until(self.table, seat),
            clock.waits_until(self.table, seat, gone, self.others_there(seat)),
        )
        return min((end for end in ends if end is not None), default=None)

    def bots_to_move(self) -> list[tuple[Seat, int, str]]:
        """Seats where a bot is asked, with the decision and the level."""
        chairs = self.table.chairs
        return [
            (seat, decision, chairs[seat].level or STAND_IN)
            for seat, decision in self.table.asked.items()
            if chairs[seat].plays_itself
        ]

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
            names=tuple(chair.name or chair.level for chair in table.chairs),
            created=table.created,
            updated=table.updated,
            due=clock.wakes_at(table),
            extra={"open": sum(chair.kind == "open" for chair in table.chairs)},
        )
