"""What all messages are made of: ids, names, and the values of a game in the JSON of `branchline.notation`."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

PROTOCOL: Final = 2
"""A client that speaks another number is told to reload itself."""

MAX_SEATS: Final = 5
MAX_BOARD_TEXT: Final = 200_000
MAX_RECORD_TEXT: Final = 400_000
MAX_NAME: Final = 24
MAX_TEXT: Final = 300
MAX_PAYMENTS: Final = 64
"""Where a route has more payments than this, the rest is counted under `more`, and a client may still compose them."""


def defined(name: str) -> Meta:
    return Meta(extra_json_schema={"$ref": f"#/$defs/{name}"})


# What an action may hold at all, so that nobody can nest it deeply; what it must hold, the codec says.
Action = Annotated[dict[str, bool | int | str | list[str] | dict[str, int]], defined("Action")]
Choice = Annotated[dict[str, Any], defined("Choice")]
Event = Annotated[dict[str, Any], defined("Event")]
View = Annotated[dict[str, Any], defined("View")]
Outcome = Annotated[dict[str, Any], defined("Outcome")]
Need = Annotated[dict[str, Any], defined("Need")]
Own = Annotated[dict[str, Any], defined("Own")]

# Python takes `$` also before a line break at the end, which other languages do not: hence what follows it.
Cid = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)", description="the client's own id of a command")]
SecretCid = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}$(?!\n)", description="at least 128 random bits")]
TableId = Annotated[str, Meta(pattern=r"^[a-z2-7]{16}$(?!\n)")]
Token = Annotated[str, Meta(pattern=r"^[a-z2-7]{32}$(?!\n)", description="holds one seat or several; keep it secret")]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Text = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}$(?!\n)")]
BoardText = Annotated[str, Meta(min_length=1, max_length=MAX_BOARD_TEXT, description="the text of a board file")]
RecordText = Annotated[str, Meta(min_length=1, max_length=MAX_RECORD_TEXT, description="the text of a record")]
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)", description="such as 2026-11-17")]
Entropy = Annotated[str, Meta(pattern=r"^[0-9a-f]{1,64}$(?!\n)", description="anything random, in hexadecimal digits")]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Version = Annotated[int, Meta(ge=0)]


class Body(Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of a message. Nobody changes one once it is made; only those that serve as defaults are frozen by type."""
