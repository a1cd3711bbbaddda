"""What the log of a table keeps: one fact for each entry, complete, so that a table is nothing but the fold of them.

Facts are for the store alone. They hold secrets (the deal's, actions before they are revealed), so no fact is ever
sent; `steps` says what a viewer may know of one. Tokens are kept as hashes only.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from branchline.server import wire
from branchline.server.bot_processes.messages import Why


class _Fact(Struct, forbid_unknown_fields=True, omit_defaults=True, tag_field="fact", tag=str.lower):
    pass


ChairKind = Literal["open", "person", "bot"]


class Chair(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A seat as it is when the table is made. `holder` is the hash of the token that holds it."""

    kind: ChairKind
    name: str = ""
    level: str = ""
    holder: str = ""


class Created(_Fact):
    """`secret` and `key` are random: the secret decides the deal, the key makes tokens.

    Logs from before boards were named have no `board`: all of them were played on the game's own, which has its name.
    """

    game: str
    edition: str
    digest: str
    options: wire.Options
    clock: wire.ClockRule
    pace: float
    public: bool
    chairs: list[Chair]
    secret: str
    key: str
    revision: int = 1
    """Of the rules; tables of the first have none."""
    board: str = ""


class Sat(_Fact):
    seat: int
    name: str
    holder: str


class Left(_Fact):
    seat: int


class Arranged(_Fact):
    seat: int
    level: str | None


class Renamed(_Fact):
    seat: int
    name: str


class Mixed(_Fact):
    seat: int
    entropy: str


class Started(_Fact):
    pass


class Played(_Fact):
    seat: int
    action: dict[str, Any]
    by: Literal["person", "bot", "stand-in"] = "person"
    why: Why | None = None


class Away(_Fact):
    seat: int
    why: Literal["time", "absent", "left", "asked"]


class Returned(_Fact):
    seat: int


class Said(_Fact):
    seat: int
    text: str


class Muted(_Fact):
    seat: int
    muted: bool


class Paced(_Fact):
    pace: float


class Asked(_Fact):
    seat: int


class Answered(_Fact):
    seat: int
    agree: bool


class Undone(_Fact):
    """`to` is the version after which the table stands again."""

    seat: int
    to: int


class Rematched(_Fact):
    table: str


class Resumed(_Fact):
    pass


Fact = (
    Created
    | Sat
    | Left
    | Arranged
    | Renamed
    | Mixed
    | Started
    | Played
    | Away
    | Returned
    | Said
    | Muted
    | Paced
    | Asked
    | Answered
    | Undone
    | Rematched
    | Resumed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


def written(fact: Fact) -> bytes:
    return _encoder.encode(fact)


def read(body: bytes) -> Fact:
    return _decoder.decode(body)
