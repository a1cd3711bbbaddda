"""What clients send over the WebSocket."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from branchline.server.wire.common import (
    MAX_SEATS,
    Action,
    Body,
    Cid,
    Entropy,
    Name,
    SeatNumber,
    TableId,
    Text,
    Token,
    Version,
    Word,
)


class _Sent(Body, tag_field="type", tag=str.lower):
    """A message from a client."""


class Hello(_Sent):
    """The first message on a connection. `since`: the last version seen, to get the gap instead of nothing."""

    protocol: int
    table: TableId
    tokens: Annotated[list[Token], Meta(max_length=MAX_SEATS)] = field(default_factory=list)
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


class AskHint(_Command, tag="ask-hint"):
    """Ask what a good bot would do at the decision that arose at this version; the others see that one has asked.

    The answer is an `ack`, and then a `hint`, whose reason is told in this language.
    """

    decision: Version
    language: Word = "en"


class Say(_Command):
    text: Text


class Rename(_Command):
    name: Name


class Leave(_Command):
    """Before the game: open the seat again. During the game: a stand-in plays on; the token still works."""


class Resign(_Command):
    """Give the game up: a bot plays the seat to the end, and its player does not come back."""


class Return(_Command):
    """Take the seat back from the stand-in."""


class AddEntropy(_Command, tag="add-entropy"):
    """Add entropy to the deal, before the game."""

    entropy: Entropy


class Start(_Command):
    """Begin the game; the host may, once no seat is open."""


class Arrange(_Command):
    """The host puts a bot into a seat (open, or of an absent person before the game), or opens a bot's seat (null)."""

    target: SeatNumber
    level: Word | None


class StandIn(_Command, tag="stand-in"):
    """Ask for a stand-in for a person who keeps the table waiting, once `replaceable` says that it is time."""

    target: SeatNumber


class Mute(_Command):
    """The host silences a seat, or lets it speak again."""

    target: SeatNumber
    muted: bool


class Pace(_Command):
    """The host sets how many seconds a bot takes for a decision, so that people can follow."""

    pace: Annotated[float, Meta(ge=0, le=10)]


class AskTakeback(_Command, tag="ask-takeback"):
    """Ask to take the last move back; the other people must agree."""


class AnswerTakeback(_Command, tag="answer-takeback"):
    """Answer to somebody's `ask-takeback`."""

    agree: bool


class Rematch(_Command):
    """After the game: make a new table with the same seats.

    Where all others are bots it begins at once, with the entropy of whoever asks.
    """

    entropy: Entropy | None = None


Command = (
    Play
    | AskHint
    | Say
    | Rename
    | Leave
    | Resign
    | Return
    | AddEntropy
    | Start
    | Arrange
    | StandIn
    | Mute
    | Pace
    | AskTakeback
    | AnswerTakeback
    | Rematch
)
ClientMessage = Hello | Ping | Ask | Command
