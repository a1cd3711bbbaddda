"""A table as the fold of its log: seats, the game on it, who is asked to decide, and what could be taken back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.game import AnyGame, Options
from branchline.core.ids import Seat
from branchline.core.revision import RULES_REVISION
from branchline.data.faults import Faulty
from branchline.games import load_game
from branchline.notation.json.codec import from_json
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.chairs import CHAT_BURST, BotChair, Chair, OpenChair, PersonChair, plays_itself
from branchline.server.room.fairness import deal_seed
from branchline.server.room.takeback import Moment, TakebackRequest, last_moment, shows_nothing_hidden
from branchline.server.store.contract import LogEntry, Status

CHAT_KEPT = 50
RETURN_SECONDS = 30.0
"""Who returns has so much time to look around, also when the clock had run out."""

# Facts that follow from the game or from time, and what people say, which is counted by itself.
_NO_TABLE_CHANGES = (
    facts.Created,
    facts.Started,
    facts.Played,
    facts.Said,
    facts.Returned,
    facts.Resumed,
    facts.Rematched,
)

Retired: TypeAlias = Literal["old-rules", "old-board"]
"""Why the game of a table cannot go on: it began under other rules, or on a board that has changed since."""


class Unplayable(Exception):
    """There is no such game any more, so that not even the seats of the table mean anything."""


class Applied(NamedTuple):
    """An entry of the log once it has happened: the fact, the events of the game in it, and the name of who spoke.

    `ends_takeback` says that nobody asks to take a move back any more, because of it.
    """

    entry: LogEntry
    fact: facts.Fact
    events: tuple[Event, ...] = ()
    name: str = ""
    ends_takeback: bool = False

    @property
    def version(self) -> int:
        return self.entry.seq

    @property
    def at(self) -> float:
        return self.entry.at


class Table:
    """`apply` is the only way in which a table changes."""

    def __init__(self, table: str) -> None:
        self.id = table
        self.version = 0
        self.created = 0.0
        self.updated = 0.0
        self.status: Status = "open"
        self.retired: Retired | None = None
        self.chairs: list[Chair] = []
        self.seconds_left: list[float | None] = []  # What a clock for the whole game leaves to each seat.
        self.state: Any = None
        self.asked: dict[Seat, int] = {}
        self.asked_at: dict[Seat, float] = {}
        self.moments: list[Moment] = []
        self.sealed: set[Seat] = set()  # Since their last move something hidden has come to light.
        self.takeback: TakebackRequest | None = None
        self.chat: deque[Applied] = deque(maxlen=CHAT_KEPT)
        self.chat_lines = 0
        self.table_changes = 0
        self.rematch: str | None = None
        self.entropy: list[str | None] = []
        self.points: list[int] = []  # Each seat's, once the game is over; empty where they were not kept.

    # What the first entry settles.
    game: AnyGame
    revision: int
    digest: str
    options: wire.TableOptions
    clock: wire.ClockRule
    pace: float
    public: bool
    secret: str
    key: str

    @property
    def rules_options(self) -> Options:
        first = self.options.first
        return Options(None if first is None else Seat(first), self.options.open_stacks)

    @property
    def seed(self) -> int:
        return deal_seed(self.id, self.secret, self.game, self.rules_options, self.entropy)

    def seats_of(self, holders: frozenset[str]) -> tuple[Seat, ...]:
        return tuple(seat for seat, person in self.people().items() if person.holder in holders)

    def people(self) -> dict[Seat, PersonChair]:
        return {Seat(seat): chair for seat, chair in enumerate(self.chairs) if isinstance(chair, PersonChair)}

    def person(self, seat: int) -> PersonChair:
        chair = self.chairs[seat]
        assert isinstance(chair, PersonChair), f"nobody sits on seat {seat}"
        return chair

    def takeback_refused(self, seat: Seat) -> str | None:
        """Why a seat cannot ask now to take its last move back, as the code of a refusal; None when it can."""
        if last_moment(self.moments, seat) is None:
            return "seen-since" if seat in self.sealed else "nothing-to-undo"
        return None if self.takeback is None else "question-open"

    def apply(self, entry: LogEntry, fact: facts.Fact | None = None) -> Applied:
        """Let an entry happen. Who has just made it passes the fact, so that it is not read again."""
        if entry.seq != self.version + 1:
            raise AssertionError(f"entry {entry.seq} does not follow version {self.version}")
        self.version = entry.seq
        self.updated = entry.at
        fact = fact or facts.read(entry.body)
        asked = self.takeback is not None
        self.table_changes += counts_towards_limit(fact)
        events: tuple[Event, ...] = ()
        match fact:
            case facts.Created():
                self._create(fact, entry.at)
            case facts.Started():
                events = self._start(fact, entry.at)
            case facts.Played():
                events = self._play(fact, entry.at)
            case facts.TakenBack():
                self._take_back(fact, entry.at)
            case facts.Resumed():
                self.asked_at = dict.fromkeys(self.asked_at, entry.at)
            case facts.Rematched():
                self.rematch = fact.table
            case facts.Paced():
                self.pace = fact.pace
            case facts.Said():
                return self._say(entry, fact)
            case _:
                self._seat(fact, entry.at)
        return Applied(entry, fact, events, ends_takeback=asked and self.takeback is None)

    # --- The game ---

    def _create(self, fact: facts.Created, at: float) -> None:
        self.created = at
        board = fact.board or fact.game
        try:
            self.game = load_game(board, fact.edition)
        except Faulty as error:
            raise Unplayable(f"there is no {board} ({fact.edition}) here any more") from error
        self.revision, self.digest = fact.revision, fact.digest
        self.options, self.clock, self.pace, self.public = fact.options, fact.clock, fact.pace, fact.public
        self.secret, self.key = fact.secret, fact.key
        self.chairs = list(fact.chairs)
        self.seconds_left = [None] * len(self.chairs)

    def _start(self, fact: facts.Started, at: float) -> tuple[Event, ...]:
        self.status = "playing"
        self.revision, self.digest = fact.revision or self.revision, fact.digest or self.digest
        self.retired = self._why_retired()
        if self.retired is not None:
            return ()
        self.entropy = [person.entropy if isinstance(person, PersonChair) else None for person in self.chairs]
        if isinstance(self.clock, wire.GameClock):
            self.seconds_left = [float(self.clock.seconds)] * len(self.chairs)
        step = self.game.start(len(self.chairs), self.seed, self.rules_options)
        self.state = step.state
        self._ask(None, at)
        return step.events

    def _why_retired(self) -> Retired | None:
        """Moves are kept, states are not: a game can only go on under the rules and on the board where it began."""
        if self.revision != RULES_REVISION:
            return "old-rules"
        return "old-board" if self.digest != self.game.digest else None

    def _play(self, fact: facts.Played, at: float) -> tuple[Event, ...]:
        if self.retired is not None:
            return ()
        seat = Seat(fact.seat)
        action: Action = from_json(self.game.printed, Action, fact.action)
        self._charge(seat, at)
        before = self.state
        step = self.game.perform(before, seat, action)
        if shows_nothing_hidden(step.events):
            self.moments.append(Moment(self.version - 1, seat, fact.by, before))
            self.sealed.discard(seat)
        else:
            self.sealed |= {moment.seat for moment in self.moments} | {seat}
            self.moments.clear()
        self.takeback = None
        self.state = step.state
        if self.game.is_over(step.state):
            self.status = "finished"
            self.points = [sheet.total for sheet in self.game.outcome(step.state).sheets]
            self.moments.clear()
            self.sealed.clear()
        self._ask(seat, at)
        return step.events

    def _take_back(self, fact: facts.TakenBack, at: float) -> None:
        if self.retired is not None:
            return
        while self.moments:
            moment = self.moments.pop()
            if moment.version == fact.to:
                self.state = moment.state
                break
        self.takeback = None
        self.asked, self.asked_at = {}, {}
        self._ask(None, at)

    def _ask(self, moved: Seat | None, at: float) -> None:
        """Note who is to decide, and since when. A choice that others make meanwhile leaves one's own as it was."""
        asked: dict[Seat, int] = {}
        since: dict[Seat, float] = {}
        for seat in self.game.actors(self.state):
            if seat in self.asked and seat != moved:
                asked[seat], since[seat] = self.asked[seat], self.asked_at[seat]
            else:
                asked[seat], since[seat] = self.version, at
        if moved is not None and moved not in asked and isinstance(self.clock, wire.GameClock):
            self.seconds_left[moved] = (self.seconds_left[moved] or 0.0) + self.clock.increment
        self.asked, self.asked_at = asked, since

    def _charge(self, seat: Seat, at: float) -> None:
        """A clock for the whole game runs for a person who decides, not for a stand-in."""
        left = self.seconds_left[seat]
        if left is not None and seat in self.asked_at and not plays_itself(self.chairs[seat]):
            self.seconds_left[seat] = max(0.0, left - (at - self.asked_at[seat]))

    # --- Seats and talk ---

    def _say(self, entry: LogEntry, fact: facts.Said) -> Applied:
        person = self.person(fact.seat)
        self.chairs[fact.seat] = replace(person, spoke_at=(*person.spoke_at, entry.at)[-CHAT_BURST:])
        self.chat_lines += 1
        said = Applied(entry, fact, name=person.name)
        self.chat.append(said)
        return said

    def _seat(self, fact: facts.Fact, at: float) -> None:
        match fact:
            case facts.Sat():
                self.chairs[fact.seat] = PersonChair(fact.name, fact.holder)
            case facts.Left():
                self.chairs[fact.seat] = OpenChair()
            case facts.Arranged():
                self.chairs[fact.seat] = OpenChair() if fact.level is None else BotChair(fact.level)
            case facts.Renamed():
                self._change(fact.seat, name=fact.name)
            case facts.EntropyAdded():
                self._change(fact.seat, entropy=fact.entropy)
            case facts.Muted():
                self._change(fact.seat, muted=fact.muted)
            case facts.Away():
                self._charge(Seat(fact.seat), at)
                self._change(fact.seat, away=fact.why)
            case facts.Returned():
                self._return(Seat(fact.seat), at)
            case facts.TakebackAsked():
                self.takeback = TakebackRequest(Seat(fact.seat))
            case facts.TakebackAnswered():
                self._answer(fact)
            case _:
                raise AssertionError(type(fact).__name__)  # Not the fact itself, which may hold a secret.

    def _change(self, seat: int, **changes: Any) -> None:
        self.chairs[seat] = replace(self.person(seat), **changes)

    def _return(self, seat: Seat, at: float) -> None:
        self._change(seat, away=None)
        left = self.seconds_left[seat]
        if left is not None:
            self.seconds_left[seat] = max(left, RETURN_SECONDS)
        if seat in self.asked_at:
            self.asked_at[seat] = at

    def _answer(self, fact: facts.TakebackAnswered) -> None:
        if self.takeback is None:
            return
        if fact.agree:
            self.takeback = self.takeback._replace(agreed=self.takeback.agreed | {Seat(fact.seat)})
        else:
            self.takeback = None


def counts_towards_limit(fact: facts.Fact) -> bool:
    """Whether people could go on with this for ever, without any move of the game."""
    if isinstance(fact, facts.Away):
        return fact.why in ("left", "asked")
    return not isinstance(fact, _NO_TABLE_CHANGES)


def folded(table: str, entries: Iterable[LogEntry]) -> Table:
    """The table that a log makes."""
    result = Table(table)
    for entry in entries:
        result.apply(entry)
    return result
