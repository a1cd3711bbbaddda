"""What happens at a table: one step for every entry of its log."""

from __future__ import annotations

import re
from typing import Literal

from branchline.server.wire.common import Body, Event


def _tag(name: str) -> str:
    """`TakebackAskedStep` is told as `takeback-asked`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name.removesuffix("Step")).lower()


class _Step(Body, tag_field="step", tag=_tag):
    version: int
    at: float


class CreatedStep(_Step):
    """The table was made."""


class SatStep(_Step):
    seat: int
    name: str


class LeftStep(_Step):
    """A person gave up a seat before the game; the seat is open again."""

    seat: int


class ArrangedStep(_Step):
    """The host put a bot into a seat, or opened it again."""

    seat: int
    level: str | None


class RenamedStep(_Step):
    seat: int
    name: str


class EntropyAddedStep(_Step):
    """A seat added entropy to the deal."""

    seat: int
    entropy: str


class StartedStep(_Step):
    events: list[Event]


class PlayedStep(_Step):
    """A decision was made: by the person or bot of the seat, or by a stand-in; or taken over from a `record`.

    `why` is what a bot says about it, in the asker's language, once the game is over.
    """

    seat: int
    by: Literal["person", "bot", "stand-in", "record"]
    events: list[Event]
    why: str | None = None


class AwayStep(_Step):
    """A stand-in plays here from now on; for a seat that has resigned, to the end."""

    seat: int
    why: Literal["time", "absent", "left", "asked", "resigned"]


class ReturnedStep(_Step):
    seat: int


class HintedStep(_Step):
    """A seat asked for a hint; what it was told is its own."""

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


class TakebackAskedStep(_Step):
    """A seat asks to take its last move back."""

    seat: int


class TakebackAnsweredStep(_Step):
    seat: int
    agree: bool


class TakenBackStep(_Step):
    """The table is again as it was after the step `to`."""

    seat: int
    to: int


class RematchedStep(_Step):
    """There is a new table with the same people; the same tokens hold their seats there."""

    table: str


class ResumedStep(_Step):
    """The server was away; clocks of the decisions under way begin anew."""


Step = (
    CreatedStep
    | SatStep
    | LeftStep
    | ArrangedStep
    | RenamedStep
    | EntropyAddedStep
    | StartedStep
    | PlayedStep
    | AwayStep
    | ReturnedStep
    | HintedStep
    | SaidStep
    | MutedStep
    | PacedStep
    | TakebackAskedStep
    | TakebackAnsweredStep
    | TakenBackStep
    | RematchedStep
    | ResumedStep
)
