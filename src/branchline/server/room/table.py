"""A table as the fold of its log: seats, the game on it, who is asked to decide, and what could be taken back."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from branchline.bots.daily import daily_key
from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.game import AnyGame, Options
from branchline.core.ids import Seat
from branchline.core.printed.board import Board
from branchline.core.revision import RULES_REVISION
from branchline.core.rng import Seed
from branchline.data.faults import Faulty
from branchline.games import load_game
from branchline.notation.json.codec import from_json
from branchline.notation.records.seed_text import read_seed
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.chairs import CHAT_BURST, BotChair, Chair, OpenChair, PersonChair, plays_itself
from branchline.server.room.fairness import Dealing, deal_seed
from branchline.server.room.takeback import Moment, TakebackRequest, shows_nothing_hidden
from branchline.server.store.contract import LogEntry, Status

CHAT_KEPT = 50

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
    """`apply` is the only way in which a table changes.

    `own` is the game on the board that the log names by the digest of its file; a board of the package is found by its
    id.
    """

    def __init__(self, table: str, own: AnyGame | None = None) -> None:
        self.id = table
        self._own = own
        self.version = 0
        self.created = 0.0
        self.updated = 0.0
        self.status: Status = "open"
        self.retired: Retired | None = None
        self.chairs: list[Chair] = []
        self._people: dict[Seat, PersonChair] | None = None
        self.seconds_left: list[float | None] = []  # What a clock for the whole game leaves to each seat.
        self.state: Any = None
        self.asked: dict[Seat, int] = {}
        self.asked_at: dict[Seat, float] = {}
        self.charged_at: dict[Seat, float] = {}  # Up to when `seconds_left` has been charged for the decision.
        self.moments: list[Moment] = []
        self.sealed: set[Seat] = set()  # Since their last move something hidden has come to light.
        self.takeback: TakebackRequest | None = None
        self.chat: deque[Applied] = deque(maxlen=CHAT_KEPT)
        self.chat_lines = 0
        self.changes: Counter[tuple[int, type[facts.Fact]]] = Counter()  # How often each seat did each kind of thing.
        self.taken_over = 0  # Decisions of the record from which the table goes on.
        self.hinted: dict[int, set[int]] = {}  # The decisions about which each seat asked for a hint.
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
    dealing: Dealing
    guide: int | None
    deal: Seed | None
    daily: str
    requested: str

    @property
    def rules_options(self) -> Options:
        first = self.options.first
        return Options(None if first is None else Seat(first), self.options.open_stacks)

    @property
    def seed(self) -> Seed:
        known = self.guide if self.deal is None else self.deal
        if known is not None:
            return known
        if self.daily:
            return daily_key(self.daily, self.game.board_id, self.game.edition)
        return deal_seed(self.id, self.secret, self.game, self.rules_options, self.entropy, self.dealing)

    @property
    def has_known_deal(self) -> bool:
        """Whether everybody may know the deal, so that there is nothing to prove about it."""
        return self.guide is not None or self.deal is not None or bool(self.daily)

    @property
    def is_given_up(self) -> bool:
        """Whether everybody has resigned, so that nobody waits for anything but the result."""
        people = self.people().values()
        return bool(people) and all(person.away == "resigned" for person in people)

    @property
    def allows_hints(self) -> bool:
        """As the table says; where it says nothing, at private tables, and where one person plays against bots."""
        if self.options.hints is not None:
            return self.options.hints
        owners = {getattr(chair, "holder", None) for chair in self.chairs if not isinstance(chair, BotChair)}
        return not self.public or (len(owners) == 1 and None not in owners)

    def hints_of(self, seat: int) -> int:
        """For how many decisions a seat has asked for a hint, however often."""
        return len(self.hinted.get(seat, ()))

    def seats_of(self, holders: frozenset[str]) -> tuple[Seat, ...]:
        return tuple(seat for seat, person in self.people().items() if person.holder in holders)

    def people(self) -> Mapping[Seat, PersonChair]:
        """The seats with a person; worked out anew when somebody has changed something besides the game."""
        if self._people is None:
            found = enumerate(self.chairs)
            self._people = {Seat(seat): chair for seat, chair in found if isinstance(chair, PersonChair)}
        return self._people

    def person(self, seat: int) -> PersonChair:
        chair = self.chairs[seat]
        assert isinstance(chair, PersonChair), f"nobody sits on seat {seat}"
        return chair

    def apply(self, entry: LogEntry, fact: facts.Fact | None = None) -> Applied:
        """Let an entry happen. Who has just made it passes the fact, so that it is not read again."""
        if entry.seq != self.version + 1:
            raise AssertionError(f"entry {entry.seq} does not follow version {self.version}")
        self.version = entry.seq
        self.updated = entry.at
        fact = fact or facts.read(entry.body)
        asked = self.takeback is not None
        self._count(entry, fact)
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
                self.charged_at = dict(self.asked_at)
            case facts.Rematched():
                self.rematch = fact.table
            case facts.Paced():
                self.pace = fact.pace
            case facts.Hinted():
                self.hinted.setdefault(fact.seat, set()).add(fact.decision)
            case facts.Said():
                return self._say(entry, fact)
            case _:
                self._seat(fact, entry.at)
        return Applied(entry, fact, events, ends_takeback=asked and self.takeback is None)

    def _count(self, entry: LogEntry, fact: facts.Fact) -> None:
        """Count what a seat does. Whoever sits down begins anew with what they may call themselves and add."""
        if isinstance(fact, facts.Sat):
            for kind in (facts.Renamed, facts.EntropyAdded):
                del self.changes[fact.seat, kind]
        actor = entry.actor.partition(".")[0]
        seat = int(actor) if actor.isdecimal() else getattr(fact, "seat", None)
        if seat is not None:
            self.changes[seat, type(fact)] += 1

    # --- The game ---

    def _create(self, fact: facts.Created, at: float) -> None:
        self.created = at
        self.game = self._game_of(fact)
        self.revision, self.digest = fact.revision, fact.digest
        self.options, self.clock, self.pace, self.public = fact.options, fact.clock, fact.pace, fact.public
        self.secret, self.key, self.dealing = fact.secret, fact.key, fact.dealing
        self.guide, self.daily = fact.guide, fact.daily
        self.deal = read_seed(fact.deal) if fact.deal else None
        self.requested = fact.sent
        self.chairs = list(fact.chairs)
        self.seconds_left = [None] * len(self.chairs)

    def _game_of(self, fact: facts.Created) -> AnyGame:
        board = fact.board or fact.game
        if fact.file:
            if self._own is None or file_of(self._own) != fact.file:
                raise Unplayable(f"the file of {board} ({fact.file}) is not here any more")
            return self._own
        try:
            return load_game(board, fact.edition)
        except Faulty as error:
            raise Unplayable(f"there is no {board} ({fact.edition}) here any more") from error

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
        if not plays_itself(self.chairs[seat]):
            self._charge(seat, at)
        before, used = self.state, at - self.asked_at.get(seat, at)
        step = self.game.perform(before, seat, action)
        self.takeback = None
        self.state = step.state
        increment = self._ask(seat, at)
        if shows_nothing_hidden(step.events):
            self.moments.append(Moment(self.version - 1, seat, fact.by, before, used, increment))
            self.sealed.discard(seat)
        else:
            self.sealed |= {moment.seat for moment in self.moments} | {seat}
            self.moments.clear()
        if self.game.is_over(step.state):
            self.status = "finished"
            self.points = [sheet.total for sheet in self.game.outcome(step.state).sheets]
            self.moments.clear()
            self.sealed.clear()
        if fact.by == "record":  # Nobody made it here, so nobody takes it back.
            self.taken_over += 1
            self.moments.clear()
            self.sealed.clear()
        return step.events

    def _take_back(self, fact: facts.TakenBack, at: float) -> None:
        if self.retired is not None:
            return
        for seat in self.asked:
            if not plays_itself(self.chairs[seat]):
                self._charge(seat, at)
        used: dict[Seat, float] = {}
        while self.moments:
            moment = self.moments.pop()
            self._spend(moment.seat, moment.increment)
            if moment.version == fact.to:
                self.state = moment.state
                used[moment.seat] = moment.used
                break
        self.takeback = None
        self.asked, self.asked_at = {}, {}
        self._ask(None, at)
        for seat in used.keys() & self.asked_at.keys():  # What was thought about the move stays thought.
            self.asked_at[seat] -= used[seat]

    def _ask(self, moved: Seat | None, at: float) -> float:
        """Note who is to decide, and since when. A choice that others make meanwhile leaves one's own as it was.

        Gives the seconds that whoever moved gets for the end of a turn.
        """
        asked: dict[Seat, int] = {}
        since: dict[Seat, float] = {}
        charged: dict[Seat, float] = {}
        for seat in self.game.actors(self.state):
            if seat in self.asked and seat != moved:
                asked[seat], since[seat], charged[seat] = self.asked[seat], self.asked_at[seat], self.charged_at[seat]
            else:
                asked[seat], since[seat], charged[seat] = self.version, at, at
        self.asked, self.asked_at, self.charged_at = asked, since, charged
        if moved is None or moved in asked or not isinstance(self.clock, wire.GameClock):
            return 0.0
        self._spend(moved, -self.clock.increment)
        return self.clock.increment

    def _charge(self, seat: Seat, at: float) -> None:
        """Charge a clock for the whole game with what has passed since the seat was asked, or last charged."""
        if seat in self.charged_at:
            self._spend(seat, at - self.charged_at[seat])
            self.charged_at[seat] = at

    def _spend(self, seat: Seat, seconds: float) -> None:
        left = self.seconds_left[seat]
        if left is not None:
            self.seconds_left[seat] = max(0.0, left - seconds)

    # --- Seats and talk ---

    def _say(self, entry: LogEntry, fact: facts.Said) -> Applied:
        person = self.person(fact.seat)
        self._change(fact.seat, spoke_at=(*person.spoke_at, entry.at)[-CHAT_BURST:])
        self.chat_lines += 1
        said = Applied(entry, fact, name=person.name)
        self.chat.append(said)
        return said

    def _seat(self, fact: facts.Fact, at: float) -> None:
        match fact:
            case facts.Sat():
                self._put(fact.seat, PersonChair(fact.name, fact.holder))
            case facts.Left():
                self._put(fact.seat, OpenChair())
            case facts.Arranged():
                self._put(fact.seat, OpenChair() if fact.level is None else BotChair(fact.level))
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
        self._put(seat, replace(self.person(seat), **changes))

    def _put(self, seat: int, chair: Chair) -> None:
        self.chairs[seat] = chair
        self._people = None

    def _return(self, seat: Seat, at: float) -> None:
        """Coming back gives no time: the decision is as old as it was, and what the stand-in thought is charged too.

        Otherwise somebody who leaves and returns, over and over, would keep a stand-in from ever deciding.
        """
        self._charge(seat, at)
        self._change(seat, away=None)

    def _answer(self, fact: facts.TakebackAnswered) -> None:
        if self.takeback is None:
            return
        if fact.agree:
            self.takeback = self.takeback._replace(agreed=self.takeback.agreed | {Seat(fact.seat)})
        else:
            self.takeback = None


def file_of(game: AnyGame) -> str:
    """The digest of the file of somebody's own board; empty for a board of the package."""
    return game.printed.file if isinstance(game.printed, Board) else ""
