"""Who sits on a chair: nobody yet, a person, or a bot. Each is a value; a change makes a new one.

In the log: `{"kind": "open"}`, `{"kind": "person", "name": "Ann", "holder": …}`, `{"kind": "bot", "level": "planner"}`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Absence: TypeAlias = Literal["time", "absent", "left", "asked", "resigned"]
"""Why a stand-in plays for a person: no time left, not connected, left the table, others asked for one, or resigned.

Whoever has resigned does not come back: a bot plays the seat to the end.
"""

CHAT_BURST = 5
"""So many lines of a person are timed, to tell when somebody writes too fast."""


def _tag(name: str) -> str:
    """`PersonChair` is kept as `person`."""
    return name.removesuffix("Chair").lower()


class _Chair(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag=_tag):
    pass


class OpenChair(_Chair, frozen=True):
    """For whoever comes."""


class PersonChair(_Chair, frozen=True):
    """`holder` is the hash of the token that holds the seat; `away` is None while the person plays themselves."""

    name: str
    holder: str
    away: Absence | None = None
    muted: bool = False
    entropy: str | None = None
    spoke_at: tuple[float, ...] = ()


class BotChair(_Chair, frozen=True):
    level: str


Chair: TypeAlias = OpenChair | PersonChair | BotChair


def plays_itself(chair: Chair) -> bool:
    """Whether a bot decides here: it is a bot's seat, or a stand-in's."""
    return isinstance(chair, BotChair) or (isinstance(chair, PersonChair) and chair.away is not None)


def label(chair: Chair) -> str:
    """What lists call the seat: the name of a person, the level of a bot, nothing where nobody sits."""
    match chair:
        case PersonChair(name=name):
            return name
        case BotChair(level=level):
            return level
        case _:
            return ""
