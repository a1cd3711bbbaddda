"""Everything that crosses the wire, as types: what clients send, what the server sends, and the bodies of HTTP.

`docs/protocol.md` tells the story with examples; `docs/protocol.schema.json` is generated from here. Actions, events,
views and score sheets have the one JSON form of `branchline.notation`; here they are plain objects, and the schema
points to their own definitions.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

PROTOCOL: Final = 1
"""A client that speaks another number is told to reload itself."""

MOST_SEATS: Final = 5
LONGEST_NAME: Final = 24
LONGEST_TEXT: Final = 300
MOST_PAYMENTS: Final = 64
"""Where a route has more payments than this, the rest is counted under `more`, and a client may still compose them."""


def _defined(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": f"#/$defs/{name}"})


# What an action may hold at all, so that nobody can nest it deeply; what it must hold, the codec says.
Action = Annotated[dict[str, bool | int | str | list[str] | dict[str, int]], _defined("Action")]
Event = Annotated[dict[str, Any], _defined("Event")]
View = Annotated[dict[str, Any], _defined("View")]
Outcome = Annotated[dict[str, Any], _defined("Outcome")]
Own = Annotated[dict[str, Any], _defined("Own")]
Payment = dict[str, int]
"""How many cards of each kind."""

# Python takes `$` also before a line break at the end, which other languages do not: hence what follows it.
Cid = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)", description="the client's own id of a command")]
SecretCid = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$(?!\n)", description="at least 128 random bits")]
TableId = Annotated[str, Meta(pattern=r"^[a-z2-7]{16}$(?!\n)")]
Token = Annotated[str, Meta(pattern=r"^[a-z2-7]{32}$(?!\n)", description="holds one seat or several; keep it secret")]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Text = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$(?!\n)")]
Entropy = Annotated[str, Meta(pattern=r"^[0-9a-f]{1,64}$(?!\n)", description="anything random, in hexadecimal digits")]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Version = Annotated[int, Meta(ge=0)]


class _Body(Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of a message. Nobody changes one once it is made; only those that serve as defaults are frozen by type."""


# --- What a table is ------------------------------------------------------------------------------------------------


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table settles before the game; null for `first` draws lots (B-1)."""

    first: SeatNumber | None = None
    open_stacks: bool = False


class NoClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Nobody is hurried; only who keeps other people waiting for too long is stood in for."""


class MoveClock(_Body, tag_field="kind", tag="move"):
    """So many seconds for each decision."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class GameClock(_Body, tag_field="kind", tag="game"):
    """So many seconds for the whole game, and some more after each turn."""

    seconds: Annotated[int, Meta(ge=60, le=6 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=300)] = 0


class DaysClock(_Body, tag_field="kind", tag="days"):
    """Play by correspondence: so many days for each decision."""

    days: Annotated[int, Meta(ge=1, le=30)]


ClockRule = NoClock | MoveClock | GameClock | DaysClock


class OpenSeat(_Body, tag_field="kind", tag="open"):
    """For whoever comes."""


class MySeat(_Body, tag_field="kind", tag="mine"):
    """For the one who makes the table; several of them make a hot-seat game."""

    name: Name


class BotSeat(_Body, tag_field="kind", tag="bot"):
    level: Word


SeatPlan = OpenSeat | MySeat | BotSeat


class SeatState(_Body):
    """A seat as everybody sees it. `away`: a stand-in plays here until the player returns."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: str = ""
    away: Literal["", "time", "absent", "left", "asked"] = ""
    connected: bool = False
    muted: bool = False
    entropy: bool = False


class Fairness(_Body):
    """The promise about the deal, and once the game is over its proof (docs/fairness.md)."""

    commitment: str
    entropy: list[str | None]
    secret: str | None = None
    seed: str | None = None


class Takeback(_Body):
    """Somebody asks to undo the last move; `missing` are the seats that have not agreed yet."""

    seat: int
    missing: list[int]


class ClockState(_Body):
    """Seconds left for each seat at the moment `now`, and the seats whose time runs."""

    now: float
    left: list[float | None]
    running: list[int]


class TableState(_Body):
    """What everybody may know about a table besides the game on it."""

    table: str
    version: int
    status: Literal["open", "playing", "finished"]
    public: bool
    game: str
    edition: str
    options: Options
    clock: ClockRule
    pace: float
    host: int | None
    seats: list[SeatState]
    spectators: int
    fairness: Fairness
    created: float
    takeback: Takeback | None = None
    rematch: str | None = None


# --- What happens at a table: one step for every entry of its log ---------------------------------------------------


class _Step(_Body, tag_field="step", tag=lambda name: name.removesuffix("Step").lower()):
    version: int
    at: float


class OpenedStep(_Step):
    """The table was made."""


class SatStep(_Step):
    seat: int
    name: str


class LeftStep(_Step):
    """A person gave up a seat before the game; the seat is open again."""

    seat: int


class SetStep(_Step):
    """The host put a bot into a seat, or opened it again."""

    seat: int
    level: str | None


class NamedStep(_Step):
    seat: int
    name: str


class MixedStep(_Step):
    """A seat added entropy to the deal."""

    seat: int
    entropy: str


class StartedStep(_Step):
    events: list[Event]


class MovedStep(_Step):
    """A decision was made: by the person or bot of the seat, or by a stand-in.

    `why` is what a bot says about it, in the asker's language, once the game is over.
    """

    seat: int
    by: Literal["person", "bot", "stand-in"]
    events: list[Event]
    why: str | None = None


class AwayStep(_Step):
    """A stand-in plays here from now on."""

    seat: int
    why: Literal["time", "absent", "left", "asked"]


class BackStep(_Step):
    seat: int


class SaidStep(_Step):
    seat: int
    name: str
    text: str


class MutedStep(_Step):
    seat: int
    muted: bool


class PacedStep(_Step):
    pace: float


class AskedStep(_Step):
    """A seat asks to take its last move back."""

    seat: int


class AnsweredStep(_Step):
    seat: int
    agree: bool


class UndoneStep(_Step):
    """The table is again as it was after the step `to`."""

    seat: int
    to: int


class RematchStep(_Step):
    """There is a new table with the same people; the same tokens hold their seats there."""

    table: str


class ResumedStep(_Step):
    """The server was away; clocks of the decisions under way begin anew."""


Step = (
    OpenedStep
    | SatStep
    | LeftStep
    | SetStep
    | NamedStep
    | MixedStep
    | StartedStep
    | MovedStep
    | AwayStep
    | BackStep
    | SaidStep
    | MutedStep
    | PacedStep
    | AskedStep
    | AnsweredStep
    | UndoneStep
    | RematchStep
    | ResumedStep
)


# --- What a seat can do: choices stand for all legal actions --------------------------------------------------------


class _Choice(_Body, tag_field="do"):
    """An action in which each field lists its possible values; it stands for every combination of them."""


class KeepChoice(_Choice, tag="keep"):
    """Keep at least `least` of the offer and return the others, both in the order of the offer.

    Where `ordered`, the order in which tickets are returned is free.
    """

    offer: list[str]
    least: int
    ordered: bool


class PiecesChoice(_Choice, tag="pieces"):
    pieces: list[dict[str, int]]


class DrawBlindChoice(_Choice, tag="draw-blind"):
    deck: list[str]


class DrawChoice(_Choice, tag="draw"):
    slot: list[int]
    refill: list[str]


class StopChoice(_Choice, tag="stop"):
    pass


class TicketsChoice(_Choice, tag="tickets"):
    pass


class ClaimChoice(_Choice, tag="claim"):
    """`more` payments exist that are not listed; any payment may be composed and asked about."""

    route: list[str]
    pay: list[Payment]
    more: int = 0


class TollChoice(_Choice, tag="toll"):
    pay: list[Payment]


class LeaveChoice(_Choice, tag="leave"):
    pass


class StationChoice(_Choice, tag="station"):
    city: list[str]
    pay: list[Payment]


class HarborChoice(_Choice, tag="harbor"):
    city: list[str]
    pay: list[Payment]


class ExchangeChoice(_Choice, tag="exchange"):
    give: list[str]
    count: list[int]


class LayChoice(_Choice, tag="lay"):
    color: list[str]
    count: list[int]
    wilds: list[int]


class LayThreeChoice(_Choice, tag="lay-three"):
    """Any three of these colors, in this order."""

    any_three: list[str]


class SettleChoice(_Choice, tag="settle"):
    """Any of these tickets that the stack can pay together; `best` is the best choice, and none is always possible."""

    any_of: list[str]
    best: list[str]


class PassChoice(_Choice, tag="pass"):
    pass


Choice = (
    KeepChoice
    | PiecesChoice
    | DrawBlindChoice
    | DrawChoice
    | StopChoice
    | TicketsChoice
    | ClaimChoice
    | TollChoice
    | LeaveChoice
    | StationChoice
    | HarborChoice
    | ExchangeChoice
    | LayChoice
    | LayThreeChoice
    | SettleChoice
    | PassChoice
)


class Look(_Body):
    """The table as one seat sees it (null: a spectator): what happened, how it stands, what it can do.

    `decision` is the version at which the seat was asked; a `play` names it. It is null when the seat is not to act.
    """

    seat: int | None
    steps: list[Step]
    view: View | None
    decision: int | None = None
    choices: list[Choice] = []


# --- What clients send ----------------------------------------------------------------------------------------------


class _Sent(_Body, tag_field="type", tag=str.lower):
    """A message from a client."""


class Hello(_Sent):
    """The first message on a connection. `since`: the last version seen, to get the gap instead of nothing."""

    protocol: int
    table: TableId
    tokens: Annotated[list[Token], Meta(max_length=MOST_SEATS)] = []
    since: Version | None = None


class Ping(_Sent):
    """Asks for the server's time."""


class Ask(_Sent):
    """Asks whether an action would be legal, and if not, why; nothing happens at the table."""

    cid: Cid
    seat: SeatNumber
    action: Action


class _Command(_Sent):
    """Changes the table. A second message with the same `cid` from the same seat is answered, not repeated."""

    cid: Cid
    seat: SeatNumber


class Play(_Command):
    """Carry out an action as the answer to the decision that arose at this version."""

    decision: Version
    action: Action


class Say(_Command):
    text: Text


class Rename(_Command):
    name: Name


class Leave(_Command):
    """Before the game: open the seat again. During the game: a stand-in plays on; the token still works."""


class Return(_Command):
    """Take the seat back from the stand-in."""


class Mix(_Command):
    """Add entropy to the deal, before the game."""

    entropy: Entropy


class Start(_Command):
    """Begin the game; the host may, once no seat is open."""


class Arrange(_Command):
    """The host puts a bot into a seat (open, or of an absent person before the game), or opens a bot's seat (null)."""

    target: SeatNumber
    level: Word | None


class StandIn(_Command, tag="stand-in"):
    """Ask for a stand-in for a person who is not connected or has kept the table waiting."""

    target: SeatNumber


class Mute(_Command):
    """The host silences a seat, or lets it speak again."""

    target: SeatNumber
    muted: bool


class Pace(_Command):
    """The host sets how many seconds a bot takes for a decision, so that people can follow."""

    pace: Annotated[float, Meta(ge=0, le=10)]


class Undo(_Command):
    """Ask to take the last move back; the other people must agree."""


class Agree(_Command):
    """Answer to somebody's `undo`."""

    agree: bool


class Rematch(_Command):
    """After the game: make a new table with the same seats."""


Command = Play | Say | Rename | Leave | Return | Mix | Start | Arrange | StandIn | Mute | Pace | Undo | Agree | Rematch
ClientMessage = Hello | Ping | Ask | Command


# --- What the server sends ------------------------------------------------------------------------------------------


class _Told(_Body, tag_field="type", tag=str.lower):
    """A message from the server."""


class Welcome(_Told):
    """The answer to `hello`: everything as it stands.

    `seats` are those that the tokens hold. `complete` says whether the steps of the looks reach back to `since`; if
    not, the client forgets what it had and starts from the view. `said` are the last lines of the chat.
    """

    protocol: int
    server: str
    version: int
    seats: list[int]
    table: TableState
    looks: list[Look]
    complete: bool
    said: list[SaidStep]
    clock: ClockState | None = None
    outcome: Outcome | None = None


class Update(_Told):
    """Something happened: the versions of the steps follow the last one known without a gap.

    A look has the view and the choices only where the game moved on. `table` is there when it changed.
    """

    version: int
    looks: list[Look]
    table: TableState | None = None
    clock: ClockState | None = None
    outcome: Outcome | None = None


class Presence(_Told):
    """Who is connected; nothing that happens at the table depends on it but a stand-in."""

    connected: list[bool]
    spectators: int
    host: int | None


class Ack(_Told):
    """The command is carried out and kept: it survives a power cut. `version` is the number of its entry."""

    cid: str
    version: int


class Refused(_Told):
    """The command is not carried out. `code` is stable; the text for people is the message `refusal.<code>`."""

    code: str
    cid: str | None = None
    detail: str = ""


class Answer(_Told):
    """The answer to `ask`: null when the action is legal."""

    cid: str
    refusal: str | None


class Pong(_Told):
    """The server's time, and the version up to which this connection was told everything."""

    now: float
    version: int


class Bye(_Told):
    """The server closes the connection, and why.

    `reload`, `restart`, `unknown-table`, `too-fast`, `too-big`, `too-many`, `slow`, `bad-message` or `unavailable`.
    """

    code: str


ServerMessage = Welcome | Update | Presence | Ack | Refused | Answer | Pong | Bye


# --- HTTP -----------------------------------------------------------------------------------------------------------


class NewTable(_Body):
    """POST /api/tables. `start` begins at once when no seat is open."""

    cid: SecretCid
    game: Word
    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=MOST_SEATS)]
    edition: Word | None = None
    options: Options = Options()
    clock: ClockRule = NoClock()
    public: bool = False
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.5
    entropy: Entropy | None = None
    start: bool = False


class NewSeat(_Body):
    """POST /api/tables/{table}/seats. With a token in the Authorization header that token holds the new seat too."""

    cid: SecretCid
    name: Name
    seat: SeatNumber | None = None
    entropy: Entropy | None = None


class Seated(_Body):
    """The answer to both: the token, and the seats that it got. A repeated request gets the same answer."""

    table: str
    token: str
    seats: list[int]


class Listed(_Body):
    """A table in the public list."""

    table: str
    status: Literal["open", "playing", "finished"]
    game: str
    edition: str
    names: list[str]
    open_seats: int
    created: float
    updated: float


class Tables(_Body):
    tables: list[Listed]


class Steps(_Body):
    """GET /api/tables/{table}/steps: what the asker may know of all that happened after a version."""

    version: int
    seat: int | None
    steps: list[Step]


class Frame(_Body):
    """One decision of a replay (the first frame is the set-up) and what came of it.

    `changed` has the fields of the view that differ from the frame before. Where all lies open, `hands` says what every
    seat holds; null where nothing of it changed.
    """

    seat: int | None
    events: list[Event]
    changed: dict[str, Any]
    hands: list[Own] | None


class Proof(_Body):
    """What a record says about the fairness of its deal (docs/fairness.md)."""

    table: str
    commitment: str
    secret: str
    entropy: list[str | None]


class Replay(_Body):
    """GET /api/tables/{table}/replay, POST /api/replays: a game move by move, as a seat, a spectator or the sky saw it.

    `differences` is what a record says otherwise than its moves; a game from a table has none.
    """

    game: str
    edition: str
    digest: str
    options: Options
    names: list[str]
    seat: int | None
    open: bool
    frames: list[Frame]
    outcome: Outcome | None
    seed: str
    proof: Proof | None
    differences: list[str]


class Problem(_Body):
    """The body of every HTTP answer that is not a success."""

    code: str
    detail: str = ""


class EditionOffered(_Body):
    id: str
    name: str
    names: dict[str, str]
    note: str


class GameOffered(_Body):
    """A game as it is offered to people: names by language, the default edition first."""

    game: str
    name: str
    names: dict[str, str]
    editions: list[EditionOffered]
    seat_counts: list[int]
    open_stacks: bool
    color_names: dict[str, dict[str, str]]


class Offers(_Body):
    """GET /api/games: what can be played here, and against whom (weakest first; `bot.<level>` names it)."""

    protocol: int
    games: list[GameOffered]
    levels: list[str]


class PrintedCity(_Body):
    id: str
    name: str
    names: dict[str, str]
    at: tuple[float, float]
    harbor: bool = False
    junction: bool = False


class Printed(_Body):
    """GET /api/boards/{game}/{edition}: all that is printed on board and cards, and how the board is drawn."""

    id: str
    name: str
    game: str
    edition: str
    digest: str
    seat_counts: list[int]
    colors: list[str]
    decks: list[str]
    rules: Annotated[dict[str, Any], _defined("Rules")]
    kinds: list[Annotated[dict[str, Any], _defined("CardKind")]]
    cities: list[PrintedCity]
    tickets: list[Annotated[dict[str, Any], _defined("Ticket")]]
    routes: list[Annotated[dict[str, Any], _defined("Route")]] = []
    symbols: list[str] = []
    big_cities: list[Annotated[dict[str, Any], _defined("BigCity")]] = []
    layout: Annotated[dict[str, Any] | None, Meta(description="see branchline.draw")] = None
