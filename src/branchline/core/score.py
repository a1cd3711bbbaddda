"""The score sheet: every line of the final scoring, the winners, and what decided between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from branchline.core.ids import CityId, RouteId, Seat, TicketId


class Source(Enum):
    """Where points come from."""

    ROUTES = "routes"
    TICKET = "ticket"
    LONGEST_PATH = "longest-path"
    STATIONS_LEFT = "stations-left"
    HARBOR = "harbor"
    HARBORS_LEFT = "harbors-left"
    EXCHANGE = "exchange"
    BIG_CITY = "big-city"


class Finish(Enum):
    """What became of a ticket."""

    COMPLETED = "completed"
    IN_ORDER = "in-order"
    OUT_OF_ORDER = "out-of-order"
    MISSED = "missed"


class TieBreak(Enum):
    """What decided who won."""

    POINTS = "points"
    TICKETS = "tickets"
    STATIONS = "stations"
    LONGEST_PATH = "longest-path"
    BONUS_CARDS = "bonus-cards"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a sheet: where the points come from, and the thing that gave them."""

    source: Source
    points: int
    ticket: TicketId | None = None
    finish: Finish | None = None
    city: CityId | None = None
    routes: tuple[RouteId, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat's lines. `routes` of a longest-path line tell the way it runs; of a ticket line, what it borrows."""

    seat: Seat
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        return sum([line.points for line in self.lines])

    def of(self, source: Source) -> int:
        return sum(line.points for line in self.lines if line.source is source)

    @property
    def tickets_completed(self) -> int:
        return sum(line.source is Source.TICKET and line.finish is not Finish.MISSED for line in self.lines)


@dataclass(frozen=True, slots=True)
class Outcome:
    sheets: tuple[Sheet, ...]
    winners: tuple[Seat, ...]
    decided_by: TieBreak


Measure = Callable[[Sheet], int]


def _points(sheet: Sheet) -> int:
    return sheet.total


def judge(sheets: Sequence[Sheet], tie_breaks: Sequence[tuple[TieBreak, Measure]]) -> Outcome:
    """Most points win; each tie-break in turn keeps those among the tied that have the most."""
    leaders = list(sheets)
    decided_by = TieBreak.SHARED
    for tie_break, measure in ((TieBreak.POINTS, _points), *tie_breaks):
        measured = [measure(sheet) for sheet in leaders]
        best = max(measured)
        leaders = [sheet for sheet, value in zip(leaders, measured, strict=True) if value == best]
        if len(leaders) == 1:
            decided_by = tie_break
            break
    return Outcome(tuple(sheets), tuple(sheet.seat for sheet in leaders), decided_by)
