"""A table as everybody sees it: options, clocks, seats, and the promise about the deal."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from branchline.server.wire.common import Body, Name, SeatNumber, Word


class TableOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table settles before the game; null for `first` draws lots (B-1).

    `hints` says whether people may ask for hints; null: at private tables, and where one person plays against bots.
    """

    first: SeatNumber | None
    open_stacks: bool
    hints: bool | None = None


class NoClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Nobody is hurried; only who keeps other people waiting for too long is stood in for."""


class MoveClock(Body, tag_field="kind", tag="move"):
    """So many seconds for each decision."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class GameClock(Body, tag_field="kind", tag="game"):
    """So many seconds for the whole game, and some more after each turn."""

    seconds: Annotated[int, Meta(ge=60, le=6 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=300)] = 0


class DaysClock(Body, tag_field="kind", tag="days"):
    """Play by correspondence: so many days for each decision."""

    days: Annotated[int, Meta(ge=1, le=30)]


ClockRule = NoClock | MoveClock | GameClock | DaysClock


class OpenSeat(Body, tag_field="kind", tag="open"):
    """For whoever comes."""


class MySeat(Body, tag_field="kind", tag="mine"):
    """For the one who makes the table; several of them make a hot-seat game."""

    name: Name


class BotSeat(Body, tag_field="kind", tag="bot"):
    level: Word


SeatPlan = OpenSeat | MySeat | BotSeat


class SeatState(Body):
    """A seat as everybody sees it. `away`: a stand-in plays here until the player returns; `resigned`: to the end.

    `hints` is for how many decisions the seat has asked for a hint.
    """

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str = ""
    level: str = ""
    away: Literal["time", "absent", "left", "asked", "resigned"] | None = None
    connected: bool = False
    muted: bool = False
    entropy: bool = False
    hints: int = 0


class Fairness(Body):
    """The promise about the deal, and once the game is over its proof (docs/fairness.md).

    The seed is written as in records: `key:` and hexadecimal digits, in older games a decimal number.
    """

    commitment: str
    entropy: list[str | None]
    secret: str | None = None
    seed: str | None = None


class Takeback(Body):
    """Somebody asks to undo the last move; `missing` are the seats that have not agreed yet."""

    seat: int
    missing: list[int]


class ClockState(Body):
    """Seconds left for each seat at the moment `now`, and the seats whose time runs."""

    now: float
    left: list[float | None]
    running: list[int]


class TableState(Body):
    """What everybody may know about a table besides the game on it.

    `file` names the board's file where it is somebody's own (GET /api/board-files/{file}); else empty.
    `name` is the name on the board.
    `retired`: the game cannot go on, because the rules or the board have changed since it began (docs/hosting.md).
    `points` are those of each seat once the game is over, empty where they were not kept. `guide`: a guided first game,
    whose deal everybody knows. `daily`: the day whose deal this is, which everybody knows too; else empty. `hints`:
    whether people may ask for hints here, as `options` say or leave open.
    `taken_over`: the table goes on from a moment of a record, whose deal is known, after so many of its decisions.
    """

    table: str
    version: int
    status: Literal["open", "playing", "finished"]
    public: bool
    board: str
    file: str
    name: str
    game: str
    edition: str
    options: TableOptions
    clock: ClockRule
    pace: float
    host: int | None
    seats: list[SeatState]
    spectators: int
    fairness: Fairness
    created: float
    takeback: Takeback | None = None
    rematch: str | None = None
    retired: Literal["old-rules", "old-board"] | None = None
    points: list[int] = field(default_factory=list)
    guide: bool = False
    daily: str = ""
    hints: bool = False
    taken_over: int | None = None


class TableStanding(TableState, kw_only=True):
    """GET /api/tables/{table}: the table, the seats that must decide now, and since when they have been asked."""

    actors: list[int]
    since: float | None
