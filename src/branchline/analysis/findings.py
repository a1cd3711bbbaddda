"""What an analysis says, as typed values with one JSON form (docs/analysis.md); nothing here needs the fast lane."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

FORMAT: Final = "branchline analysis 1"

DIGITS: Final = 4
"""Numbers are written with so many digits after the point; their errors are far larger."""


RIVALS: Final = "rivals"
"""Among gains, the points of the best rival: fewer of them are a gain."""


class Estimate(Struct, frozen=True, array_like=True):
    """A mean over games that were played out, and its standard error: `[0.62, 0.03]`."""

    mean: float
    error: float


class Worth(Struct, frozen=True):
    """What something is worth to a seat: its chance to win, and its points less those of the best rival."""

    win: Estimate
    margin: Estimate


class MoveReason(Struct, frozen=True):
    """The reason for a move: the message `why.<key>` with the values of its places, as in `bots.reason.Reason`."""

    key: str
    values: dict[str, int | list[int]]


class WeighedMove(Struct, frozen=True):
    """A move that came into question. `action` is its JSON form, `text` its text form."""

    action: dict[str, Any]
    text: str
    worth: Worth
    why: MoveReason | None = None


class JudgedDecision(Struct, frozen=True, omit_defaults=True):
    """One decision, judged by what its seat knew then.

    `number` counts actions of the record from 0: the decision was made after so many of them. `moves[0]` is what was
    played; `better` and `planned` are places in `moves`: of the best move, if that is another one, and of what the
    planner would have done. `loss` is what the best move is worth above the one that was played, `cost` the same in
    points when victory counts as twenty; `is_clear` says that more than chance speaks for it. `gains` tells where the
    points come from that the best move brings, by source as on score sheets; `rivals` are those of the best rival.
    """

    number: int
    seat: int
    choices: int
    moves: list[WeighedMove]
    better: int | None = None
    planned: int | None = None
    loss: Worth | None = None
    cost: Estimate | None = None
    is_clear: bool = False
    gains: dict[str, float] = {}


class CurvePoint(Struct, frozen=True):
    """How the game stood after `number` actions, for each seat, with all hands open and the future unknown."""

    number: int
    seats: list[Worth]


class SeatAccount(Struct, frozen=True):
    """Where the result of a seat comes from: `start` + `luck` + `own` + `rivals` = `end`.

    `own` is what its decisions brought against those of the planner in its place, `rivals` what those of the others
    did, `luck` all the rest: cards, and guesses about what was hidden. `lost` is what its decisions were worth less
    than the best moves that were found. Where not all seats were analyzed, `rivals` is None, and `luck` has it inside.
    """

    seat: int
    start: Worth
    end: Worth
    luck: Worth
    own: Worth
    rivals: Worth | None
    lost: Worth
    decisions: int
    costliest: list[int]
    """Numbers of decisions, the costliest first."""


class Analysis(Struct, frozen=True, tag_field="format", tag=FORMAT):
    """A whole game. `curve` has a point for every action and one for the end; `accounts` only the seats analyzed."""

    game: str
    board: str
    edition: str
    digest: str
    record: str | None
    """The checksum of the record, where it has one."""
    names: list[str]
    seed: int
    effort: int
    curve: list[CurvePoint]
    decisions: list[JudgedDecision]
    accounts: list[SeatAccount]


class Progress(Struct, frozen=True):
    """How much of an analysis is done."""

    done: int
    total: int


class Spread(Struct, frozen=True):
    """How games went on that players played to the end from one moment: by seat, the shares of victories and totals.

    From what one seat knew, shares and margins are those that are told (`calibration`); totals are as they were played.
    """

    number: int
    times: int
    wins: list[Estimate]
    margins: list[Estimate]
    totals: list[list[int]]
    """By seat, the final points of every game, in the same order for all seats."""


def estimate(mean: float, error: float) -> Estimate:
    """An estimate with as many digits as are written."""
    return Estimate(round(float(mean), DIGITS), round(float(error), DIGITS))


def analysis_json(analysis: Analysis | Spread) -> bytes:
    """The JSON form."""
    return msgspec.json.encode(analysis)


def read_analysis(text: bytes | str) -> Analysis:
    """The analysis that a JSON text is; `msgspec.ValidationError` tells what is wrong with any other."""
    return msgspec.json.decode(text, type=Analysis)
