"""What the server sends over the WebSocket."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import field

from branchline.server.wire.common import Action, Body, Choice, Need, Outcome, View
from branchline.server.wire.steps import SaidStep, Step
from branchline.server.wire.table import ClockState, TableState

Replaceable: TypeAlias = list[float | None]


class SeatUpdate(Body):
    """The table as one seat sees it (null: a spectator): what happened, how it stands, what it can do.

    `decision` is the version at which the seat was asked; a `play` names it. It is null when the seat is not to act.
    `actors` are all the seats that must decide now. `no_takeback` says why the seat cannot ask now to take a move back,
    as the code of a refusal; it is null when it can.
    """

    seat: int | None
    steps: list[Step]
    view: View | None
    actors: list[int] = field(default_factory=list)
    decision: int | None = None
    choices: list[Choice] = field(default_factory=list)
    no_takeback: str | None = None


class _Told(Body, tag_field="type", tag=str.lower):
    """A message from the server."""


class Welcome(_Told):
    """The answer to `hello`: everything as it stands.

    `seats` are those that the tokens hold. `complete` says whether the steps of the updates reach back to `since`; if
    not, the client forgets what it had and starts from the view. `said` are the last lines of the chat.
    `replaceable` are the seconds after which somebody may ask for a stand-in for each seat; null where nobody may.
    """

    protocol: int
    server: str
    version: int
    seats: list[int]
    table: TableState
    updates: list[SeatUpdate]
    complete: bool
    said: list[SaidStep]
    clock: ClockState | None = None
    outcome: Outcome | None = None
    replaceable: Replaceable = field(default_factory=list)


class Update(_Told):
    """Something happened: the versions of the steps follow the last one known without a gap.

    A seat's update has the view and the choices only where the game moved on. `table` is there when it changed.
    """

    version: int
    updates: list[SeatUpdate]
    table: TableState | None = None
    clock: ClockState | None = None
    outcome: Outcome | None = None
    replaceable: Replaceable = field(default_factory=list)


class PresenceUpdate(_Told, tag="presence"):
    """Who is connected; nothing that happens at the table depends on it but a stand-in."""

    connected: list[bool]
    spectators: int
    host: int | None
    replaceable: Replaceable = field(default_factory=list)


class Ack(_Told):
    """The command is carried out and kept: it survives a power cut. `version` is the number of its entry."""

    cid: str
    version: int


class Refused(_Told):
    """The command is not carried out. `code` is stable; the text for people is the message `refusal.<code>`.

    `need` is what the move would have taken, where that can be counted.
    """

    code: str
    cid: str | None = None
    detail: str = ""
    need: Need | None = None


class Answer(_Told):
    """The answer to `ask`: null when the action is legal. `need` is what it takes, where that can be counted."""

    cid: str
    refusal: str | None
    need: Need | None = None


class Hint(_Told):
    """What a bot would do in the seat of whoever asked by `ask-hint`, thought of from what that seat knows.

    `why` is its reason, where it has one. `action` is null where no bot had an idea, or the decision has passed.
    """

    cid: str
    seat: int
    decision: int
    action: Action | None
    why: str | None = None


class Pong(_Told):
    """The server's time, and the version up to which this connection was told everything."""

    now: float
    version: int


class Bye(_Told):
    """The server closes the connection, and why.

    `reload`, `restart`, `unknown-table`, `too-fast`, `too-big`, `too-many`, `slow`, `bad-message` or `unavailable`.
    """

    code: str


ServerMessage = Welcome | Update | PresenceUpdate | Ack | Refused | Answer | Hint | Pong | Bye
