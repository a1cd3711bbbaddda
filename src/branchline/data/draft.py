"""A board file that has been read but not yet checked as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from branchline.core.board import City, Route, Ticket
from branchline.data.faults import Fault
from branchline.data.read_map import Placed, TicketLine, paired, read_cities, read_routes, read_tickets
from branchline.data.read_rules import Edition, Palette, checked_id, read_editions, read_palette, read_seats
from branchline.data.toml_table import Table

FORMAT = 1
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

    def game_of(self, edition: Edition) -> str:
        """Whose verbs an edition is played by."""
        return edition.game or self.game

    def tickets_of(self, edition: Edition) -> list[Placed[Ticket]]:
        """The tickets that an edition plays with."""
        lines = ((line.value.within(edition.sets), line.place) for line in self.tickets)
        return [Placed(ticket, place) for ticket, place in lines if ticket]


def read_draft(file: str, values: Mapping[str, object], faults: list[Fault]) -> Draft:
    """Read all tables of a board file, adding to `faults` whatever is wrong with one of them alone."""
    top = Table(values, file, faults)
    sound: set[Section] = set()
    before = len(faults)

    def end_of(section: Section) -> None:
        nonlocal before
        if len(faults) == before:
            sound.add(section)
        before = len(faults)

    palette = read_palette(top)
    end_of("palette")
    editions = read_editions(top)
    end_of("rules")
    cities, numbers = read_cities(top)
    end_of("city")
    routes = paired(read_routes(top, numbers, palette.colors), numbers)
    end_of("route")
    tickets = read_tickets(top, numbers)
    end_of("ticket")
    number = top.whole("format", least=1)
    if number != FORMAT:
        top.fault(f"format is {number}, but this version of Branchline reads format {FORMAT}")
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
        sound=frozenset(sound),
    )
    top.close()
    return draft
