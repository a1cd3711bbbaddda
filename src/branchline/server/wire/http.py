"""The bodies of HTTP: tables and seats, what happened, and problems."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from branchline.server.wire.common import MAX_SEATS, Body, Entropy, Name, SeatNumber, SecretCid, Word
from branchline.server.wire.steps import Step
from branchline.server.wire.table import ClockRule, NoClock, SeatPlan, TableOptions


class NewTable(Body):
    """POST /api/tables. `board` is one of those offered; `start` begins at once when no seat is open."""

    cid: SecretCid
    board: Word
    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=MAX_SEATS)]
    edition: Word | None = None
    options: TableOptions = TableOptions(first=None, open_stacks=False)
    clock: ClockRule = NoClock()
    public: bool = False
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.5
    entropy: Entropy | None = None
    start: bool = False


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
    """A table in the public list."""

    table: str
    status: Literal["open", "playing", "finished"]
    board: str
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


class Problem(Body):
    """The body of every HTTP answer that is not a success."""

    code: str
    detail: str = ""
