"""What the log of a table keeps: one fact for each entry, complete, so that a table is nothing but the fold of them.

Facts are for the store alone. They hold secrets (the deal's, actions before they are revealed), so no fact is ever
sent; `steps` says what a viewer may know of one. Tokens are kept as hashes only.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from branchline.server import wire
from branchline.server.room.chairs import Absence, Chair
from branchline.server.room.fairness import Dealing


class _Fact(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="fact", tag=str.lower):
    """The tag of a fact is on disk for ever: a class that is renamed keeps the tag that it had.

    `sent` is the digest of the command that the entry carried out, so that its id cannot stand for another command;
    entries of the server's own, and those of earlier versions, have none.
    """

    sent: str = ""


class Why(Struct, omit_defaults=True):
    """A bot's reason for its decision, as `branchline.bots.reason` tells it."""

    key: str
    values: dict[str, int | list[int]] = {}


class Created(_Fact):
    """`secret` and `key` are random: the secret decides the deal, the key makes tokens.

    `revision` is that of the rules (`core.revision`); logs that do not name it were written under the first.
    Logs from before boards were named have no `board`: all of them were played on the game's own, which has its name.
    `file` is the SHA-256 of the board's file, which the store keeps, where the board is somebody's own; empty for a
    board of the package.
    `guide` is the seed of a guided first game, whose deal everybody knows; other tables have none.
    `deal` is the seed, as records write it, of a table that goes on from a moment of a record; other tables have none.
    `daily` is the day of a daily deal, which follows from it (`bots.daily`); empty for other tables.
    `dealing` is promised with the commitment, so a table keeps it; logs that do not name it deal in the first way.
    """

    game: str
    edition: str
    digest: str
    options: wire.TableOptions
    clock: wire.ClockRule
    pace: float
    public: bool
    chairs: list[Chair]
    secret: str
    key: str
    revision: int = 1
    board: str = ""
    file: str = ""
    dealing: Dealing = 1
    guide: int | None = None
    deal: str = ""
    daily: str = ""


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


class EntropyAdded(_Fact, tag="mixed"):
    seat: int
    entropy: str


class Started(_Fact):
    """Names the rules and the board where they are not those under which the table was made."""

    revision: int | None = None
    digest: str | None = None


class Played(_Fact):
    """`by` is who decided; `record`: it was taken over from the record from which the table goes on."""

    seat: int
    action: dict[str, Any]
    by: Literal["person", "bot", "stand-in", "record"] = "person"
    why: Why | None = None


class Hinted(_Fact):
    """A seat asked what a bot would do, at this decision; what it was told is kept nowhere."""

    seat: int
    decision: int


class Away(_Fact):
    seat: int
    why: Absence


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


class TakebackAsked(_Fact, tag="asked"):
    seat: int


class TakebackAnswered(_Fact, tag="answered"):
    seat: int
    agree: bool


class TakenBack(_Fact, tag="undone"):
    """`to` is the version after which the table stands again."""

    seat: int
    to: int


class Rematched(_Fact):
    """`entropy` is what the seat that asked adds to the deal of the new table, if that begins at once."""

    table: str
    seat: int | None = None
    entropy: str | None = None


class Resumed(_Fact):
    pass


Fact = (
    Created
    | Sat
    | Left
    | Arranged
    | Renamed
    | EntropyAdded
    | Started
    | Played
    | Hinted
    | Away
    | Returned
    | Said
    | Muted
    | Paced
    | TakebackAsked
    | TakebackAnswered
    | TakenBack
    | Rematched
    | Resumed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


def written(fact: Fact) -> bytes:
    return _encoder.encode(fact)


def read(body: bytes) -> Fact:
    return _decoder.decode(body)
