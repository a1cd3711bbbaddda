"""A board file that has been read but not yet checked as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from branchline.core.printed.board import City, Route, Ticket
from branchline.data.faults import Fault
from branchline.data.read_map import Placed, TicketLine, paired, read_cities, read_routes, read_tickets
from branchline.data.read_rules import Edition, Palette, checked_id, read_editions, read_palette, read_seats
from branchline.data.toml_table import TomlTable

FORMAT = 1
T = TypeVar("T")
Section: TypeAlias = Literal["palette", "rules", "city", "route", "ticket"]


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything in the file that could be read. Lists hold only what is sound by itself."""

    file: str
    id: str
    name: str
    names: Mapping[str, str]
    game: str
    offered: bool
    seats: tuple[int, ...]
    default_edition: str
    palette: Palette
    editions: tuple[Edition, ...]
    cities: tuple[Placed[City], ...]
    routes: tuple[Placed[Route], ...]
    tickets: tuple[Placed[TicketLine], ...]
    sound: frozenset[Section]
    """The sections in which no fault was found, so that their entries are complete."""
    text: str = ""
    """The whole file, where it is somebody's own."""

    def game_of(self, edition: Edition) -> str:
        """Whose verbs an edition is played by."""
        return edition.game or self.game

    def tickets_of(self, edition: Edition) -> list[Placed[Ticket]]:
        """The tickets that an edition plays with."""
        lines = ((line.value.within(edition.sets), line.place) for line in self.tickets)
        return [Placed(ticket, place) for ticket, place in lines if ticket]


class SectionMarks(Generic[T]):
    """Which sections of a file are sound: reading the one that ends here has added no fault."""

    def __init__(self, faults: list[Fault]) -> None:
        self.sound: frozenset[T] = frozenset()
        self._faults = faults
        self._before = len(faults)

    def end_of(self, section: T) -> None:
        if len(self._faults) == self._before:
            self.sound |= {section}
        self._before = len(self._faults)


def read_format(top: TomlTable) -> None:
    number = top.whole("format", least=1)
    if number != FORMAT:
        top.fault(f"format is {number}, but this version of Branchline reads format {FORMAT}")


def read_draft(file: str, values: Mapping[str, object], faults: list[Fault]) -> Draft:
    """Read all tables of a board file, adding to `faults` whatever is wrong with one of them alone."""
    return draft_of(TomlTable(values, file, faults), file, faults)


def draft_of(top: TomlTable, file: str, faults: list[Fault]) -> Draft:
    marks: SectionMarks[Section] = SectionMarks(faults)
    palette = read_palette(top)
    marks.end_of("palette")
    editions = read_editions(top)
    marks.end_of("rules")
    cities, numbers = read_cities(top)
    marks.end_of("city")
    routes = paired(read_routes(top, numbers, palette.colors), numbers)
    marks.end_of("route")
    tickets = read_tickets(top, numbers)
    marks.end_of("ticket")
    read_format(top)
    draft = Draft(
        file=file,
        id=checked_id(top),
        name=top.text("name"),
        names=top.names(),
        game=top.text("game"),
        offered=top.flag("offered"),
        seats=read_seats(top),
        default_edition=top.text("default_edition", editions[0].id),
        palette=palette,
        editions=editions,
        cities=tuple(cities),
        routes=tuple(routes),
        tickets=tuple(tickets),
        sound=marks.sound,
    )
    top.close()
    return draft
