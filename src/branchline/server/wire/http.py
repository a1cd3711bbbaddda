"""The bodies of HTTP: tables and seats, what happened, and problems."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from branchline.server.wire.common import (
    MAX_SEATS,
    BoardText,
    Body,
    Day,
    Entropy,
    Name,
    RecordText,
    SeatNumber,
    SecretCid,
    TableId,
    Word,
)
from branchline.server.wire.steps import Step
from branchline.server.wire.table import ClockRule, NoClock, SeatPlan, TableOptions


class NewTable(Body):
    """POST /api/tables. `board` is one of those offered, or with `file` the id in that file: a board of your own.

    `file` is the text of the board file. `start` begins at once when no seat is open. `guide` asks for the guided first
    game of the board: one seat of one's own, gentle bots, and a deal that everybody knows. It begins at once; whatever
    else is wished for but the pace is left out of account. `daily` asks for the daily deal of the board on that day in
    the same way: one seat of one's own, the bots of the day, and a deal that follows from the date alone.
    """

    cid: SecretCid
    board: Word
    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=MAX_SEATS)]
    edition: Word | None = None
    file: BoardText | None = None
    options: TableOptions = TableOptions(first=None, open_stacks=False)
    clock: ClockRule = NoClock()
    public: bool = False
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.5
    entropy: Entropy | None = None
    start: bool = False
    guide: bool = False
    daily: Day | None = None


class PlayOn(Body):
    """POST /api/play-on: a private table that goes on from a moment of a finished game, with the cards of that game.

    The game is that of a `table` of this server, or in a `record`. It goes on after `move` of its decisions. `seats`
    has a plan for each seat, none of them open.
    """

    cid: SecretCid
    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=MAX_SEATS)]
    move: Annotated[int, Meta(ge=0, le=10_000)]
    table: TableId | None = None
    record: RecordText | None = None
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.5


class NewSeat(Body):
    """POST /api/tables/{table}/seats. With a token in the Authorization header that token holds the new seat too."""

    cid: SecretCid
    name: Name
    seat: SeatNumber | None = None
    entropy: Entropy | None = None


class Seated(Body):
    """The answer to both: the token, and the seats that it got. A repeated request gets the same answer."""

    table: str
    token: str
    seats: list[int]


class Listed(Body):
    """A table in the public list; `file` as in `TableState`, and `name` that of the board as its file has it."""

    table: str
    status: Literal["open", "playing", "finished"]
    board: str
    file: str
    name: str
    game: str
    edition: str
    names: list[str]
    open_seats: int
    created: float
    updated: float


class Tables(Body):
    tables: list[Listed]


class Steps(Body):
    """GET /api/tables/{table}/steps: what the asker may know of all that happened after a version."""

    version: int
    seat: int | None
    steps: list[Step]


class Invitation(Body):
    """GET /api/invitation and POST /api/invitation/open: how far a link to a table reaches.

    `public`: to everybody, at the public address; `network`: to others in the server's network, at one of `addresses`,
    which are told on the server's own machine only; `machine`: no farther than that machine. `can_open` says that the
    asker may let others in the network in.
    """

    reach: Literal["public", "network", "machine"]
    addresses: list[str]
    can_open: bool


class NewAnalysis(Body):
    """POST /api/analyses: a `Job` that looks back at a finished game of a `table` of this server, or in a `record`.

    Its result is an analysis (docs/analysis.md); with `move`, how a hundred games of bots go on after so many of its
    decisions. `effort` is the number of trials of a decision.
    """

    table: TableId | None = None
    record: RecordText | None = None
    move: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    effort: Annotated[int, Meta(ge=32, le=320)] = 320


JobStatus: TypeAlias = Literal["waiting", "running", "done", "failed"]


class Job(Body):
    """A long computation: POST to what makes one, GET and DELETE /api/jobs/{job}.

    `progress` goes from 0 to 1. `result` is there once it is `done`, `fault` says in English why it `failed`.
    """

    job: str
    kind: str
    status: JobStatus
    progress: float
    result: Any | None
    fault: str


class DailyAsked(Body):
    """POST /api/daily: what every level scores with the cards of a day.

    The result of the job is a `LevelScore` for each level, the weakest first.
    """

    board: Word
    day: Day


class LevelScore(Body):
    """What a level scored in the first seat of a day's deal, and how many of the others had more."""

    level: str
    points: int
    ahead: int


class Problem(Body):
    """The body of every HTTP answer that is not a success."""

    code: str
    detail: str = ""
