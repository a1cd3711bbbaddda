"""A table as the fold of its log: seats, the game on it, who is asked to decide, and what could be taken back."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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
from branchline.server.room.fairness import deal_seed
from branchline.server.room.takeback import Moment, shows_nothing_hidden
from branchline.server.store.contract import Entry, Status

SAID_KEPT = 50


# Facts that follow from the game or from time, and what people say, which is counted by itself. All others are wishes.
_NO_WISHES = (
    facts.Created,
    facts.Started,
    facts.Played,
    facts.Said,
    facts.Returned,
    facts.Resumed,
    facts.Rematched,
)


class Unplayable(Exception):
    """The log was made with other board data than this server has, or by a server with another format."""


@dataclass(slots=True)
class Chair:
    """Who sits on a seat now. `left` is the time that a clock for the whole game leaves."""

    kind: str
    name: str = ""
    level: str = ""
    holder: str = ""
    away: str = ""
    muted: bool = False
    entropy: str | None = None
    left: float | None = None
    said: deque[float] = field(default_factory=lambda: deque(maxlen=5))

    @property
    def is_person(self) -> bool:
        return self.kind == "person"

    @property
    def plays_itself(self) -> bool:
        """Whether a bot decides here: it is a bot's seat, or a stand-in's."""
        return self.kind == "bot" or bool(self.away)


class Happened(NamedTuple):
    """An entry once it has happened: the fact, the events of the game in it, and the name of who spoke.

    `unasks` says that nobody asks to take a move back any more, because of it.
    """

    version: int
    at: float
    fact: facts.Fact
    events: tuple[Event, ...] = ()
    name: str = ""
    unasks: bool = False


@dataclass(slots=True)
class Question:
    """Somebody asks to take a move back; these seats have agreed."""

    seat: Seat
    agreed: set[Seat] = field(default_factory=set)


class Table:
    """`absorb` is the only way in which a table changes."""

    def __init__(self, table: str) -> None:
        self.id = table
        self.version = 0
        self.created = 0.0
        self.updated = 0.0
        self.status: Status = "open"
        self.chairs: list[Chair] = []
        self.state: Any = None
        self.asked: dict[Seat, int] = {}
        self.asked_at: dict[Seat, float] = {}
        self.moments: list[Moment] = []
        self.question: Question | None = None
        self.said: deque[Happened] = deque(maxlen=SAID_KEPT)
        self.said_count = 0
        self.wishes = 0
        self.rematch: str | None = None
        self.entropy: list[str | None] = []

    # What the first entry settles.
    game: AnyGame
    options: wire.Options
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
        return tuple(seat for seat in self.people() if self.chairs[seat].holder in holders)

    def people(self) -> list[Seat]:
        return [Seat(seat) for seat, chair in enumerate(self.chairs) if chair.is_person]

    def absorb(self, entry: Entry, fact: facts.Fact | None = None, action: Action | None = None) -> Happened:
        """Let an entry happen. Who has just made it passes the fact and the action, so that nothing is read twice."""
        if entry.seq != self.version + 1:
            raise AssertionError(f"entry {entry.seq} does not follow version {self.version}")
        self.version = entry.seq
        self.updated = entry.at
        fact = fact or facts.read(entry.body)
        asked = self.question is not None
        self.wishes += is_wish(fact)
        events: tuple[Event, ...] = ()
        name = ""
        match fact:
            case facts.Created():
                self._create(fact, entry.at)
            case facts.Started():
                events = self._start(entry.at)
            case facts.Played():
                events = self._play(fact, entry.at, action)
            case facts.Undone():
                self._undo(fact, entry.at)
            case facts.Resumed():
                self.asked_at = dict.fromkeys(self.asked_at, entry.at)
            case facts.Rematched():
                self.rematch = fact.table
            case facts.Paced():
                self.pace = fact.pace
            case facts.Said():
                name = self._say(fact, entry.at)
            case _:
                self._seat(fact, entry.at)
        happened = Happened(entry.seq, entry.at, fact, events, name, asked and self.question is None)
        if type(fact) is facts.Said:
            self.said.append(happened)
        return happened

    def _create(self, fact: facts.Created, at: float) -> None:
        self.created = at
        board = fact.board or fact.game
        try:
            self.game = load_game(board, fact.edition)
        except Faulty as error:
            raise Unplayable(f"there is no {board} ({fact.edition}) here any more") from error
        if fact.revision != RULES_REVISION:
            raise Unplayable(f"the table has revision {fact.revision} of the rules, and this is {RULES_REVISION}")
        if self.game.digest != fact.digest:
            raise Unplayable(f"the board data of {board} ({fact.edition}) have changed since the table was made")
        self.options, self.clock, self.pace, self.public = fact.options, fact.clock, fact.pace, fact.public
        self.secret, self.key = fact.secret, fact.key
        self.chairs = [Chair(chair.kind, chair.name, chair.level, chair.holder) for chair in fact.chairs]

    def _start(self, at: float) -> tuple[Event, ...]:
        self.status = "playing"
        self.entropy = [chair.entropy for chair in self.chairs]
        if isinstance(self.clock, wire.GameClock):
            for chair in self.chairs:
                chair.left = float(self.clock.seconds)
        step = self.game.start(len(self.chairs), self.seed, self.rules_options)
        self.state = step.state
        self._ask(None, at)
        return step.events

    def _play(self, fact: facts.Played, at: float, action: Action | None) -> tuple[Event, ...]:
        seat = Seat(fact.seat)
        if action is None:
            action = from_json(self.game.printed, Action, fact.action)
        self._charge(seat, at)
        before = self.state
        step = self.game.perform(before, seat, action)
        if shows_nothing_hidden(step.events):
            self.moments.append(Moment(self.version - 1, seat, fact.by, before))
        else:
            self.moments.clear()
        self.question = None
        self.state = step.state
        if self.game.is_over(step.state):
            self.status = "finished"
            self.moments.clear()
        self._ask(seat, at)
        return step.events

    def _undo(self, fact: facts.Undone, at: float) -> None:
        while self.moments:
            moment = self.moments.pop()
            if moment.version == fact.to:
                self.state = moment.state
                break
        self.question = None
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
            chair = self.chairs[moved]
            chair.left = (chair.left or 0.0) + self.clock.increment
        self.asked, self.asked_at = asked, since

    def _charge(self, seat: Seat, at: float) -> None:
        """A clock for the whole game runs for a person who decides, not for a stand-in."""
        chair = self.chairs[seat]
        if chair.left is not None and not chair.plays_itself:
            chair.left = max(0.0, chair.left - (at - self.asked_at[seat]))

    def _say(self, fact: facts.Said, at: float) -> str:
        chair = self.chairs[fact.seat]
        chair.said.append(at)
        self.said_count += 1
        return chair.name

    def _seat(self, fact: facts.Fact, at: float) -> None:
        match fact:
            case facts.Sat():
                self.chairs[fact.seat] = Chair("person", fact.name, holder=fact.holder)
            case facts.Left():
                self.chairs[fact.seat] = Chair("open")
            case facts.Arranged():
                level = fact.level
                self.chairs[fact.seat] = Chair("open") if level is None else Chair("bot", level=level)
            case facts.Renamed():
                self.chairs[fact.seat].name = fact.name
            case facts.Mixed():
                self.chairs[fact.seat].entropy = fact.entropy
            case facts.Muted():
                self.chairs[fact.seat].muted = fact.muted
            case facts.Away():
                self._charge_away(Seat(fact.seat), at)
                self.chairs[fact.seat].away = fact.why
            case facts.Returned():
                self._welcome_back(Seat(fact.seat), at)
            case facts.Asked():
                self.question = Question(Seat(fact.seat))
            case facts.Answered():
                self._answer(fact)
            case _:
                raise AssertionError(type(fact).__name__)  # Not the fact itself, which may hold a secret.

    def _charge_away(self, seat: Seat, at: float) -> None:
        if seat in self.asked_at:
            self._charge(seat, at)

    def _welcome_back(self, seat: Seat, at: float) -> None:
        """Who returns has some time to look around, also when the clock had run out."""
        chair = self.chairs[seat]
        chair.away = ""
        if chair.left is not None:
            chair.left = max(chair.left, LOOK_AROUND)
        if seat in self.asked_at:
            self.asked_at[seat] = at

    def _answer(self, fact: facts.Answered) -> None:
        if self.question is None:
            return
        if fact.agree:
            self.question.agreed.add(Seat(fact.seat))
        else:
            self.question = None


LOOK_AROUND = 30.0


def is_wish(fact: facts.Fact) -> bool:
    """Whether people could go on with this for ever, without any move of the game."""
    if isinstance(fact, facts.Away):
        return fact.why in ("left", "asked")
    return not isinstance(fact, _NO_WISHES)


def folded(table: str, entries: list[Entry]) -> Table:
    """The table that a log makes."""
    result = Table(table)
    for entry in entries:
        result.absorb(entry)
    return result
