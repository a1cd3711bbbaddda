"""The map of a board as lines of text: cities at their places, a sign for each space of a route between them.

Names are set first, each where it hides the fewest spaces; what lies under a name is moved to the nearest free cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rich.text import Text

from branchline.core.bits import members
from branchline.core.ids import CityId, RouteId, Seat
from branchline.core.views.view import View
from branchline.terminal.places import Places, Point
from branchline.terminal.signs import CITY, TICKET_CITY, WILD, Sign, player_sign, sign_of

Cell = tuple[int, int]
"""A column and a row."""

LETTERS: Final = (99, 9, 7, 5, 4, 3)
"""A name that has no room is cut to so many letters, one after the other."""
HIDING: Final = 4.0
"""What it costs to set a name over a space, in letters that are cut."""
NEAR: Final = sorted(
    ((dx, dy) for dx in range(-3, 4) for dy in range(-2, 3)), key=lambda d: (abs(d[0]) + 2.1 * abs(d[1]), d)
)
"""Cells around a cell, the nearest first; a row is about as high as two columns are wide."""


class Name(NamedTuple):
    """Where a name begins, and what is left of it."""

    at: Cell
    text: str

    def cells(self, pad: int = 0) -> Iterator[Cell]:
        x, y = self.at
        yield from ((column, y) for column in range(x - pad, x + len(self.text) + pad))


@dataclass(frozen=True, slots=True)
class MapSize:
    """The part of the sheet that is shown, in so many columns and rows."""

    columns: int
    rows: int
    window: tuple[float, float, float, float]

    def cell(self, point: Point) -> Cell | None:
        left, top, right, bottom = self.window
        x, y = (point[0] - left) / (right - left), (point[1] - top) / (bottom - top)
        return (int(x * self.columns), int(y * self.rows)) if 0 <= x < 1 and 0 <= y < 1 else None


@dataclass(slots=True)
class MapDrawing:
    """A map being drawn from what a seat sees."""

    view: View
    places: Places
    size: MapSize
    name_of: Callable[[CityId], str]
    plain: bool = False
    cells: dict[Cell, Sign] = field(default_factory=dict)

    def lines(self) -> list[Text]:
        self._mark_cities()
        self._set_names()
        self._mark_routes()
        return [self._line(row) for row in range(self.size.rows)]

    def _line(self, row: int) -> Text:
        line = Text(no_wrap=True)
        for column in range(self.size.columns):
            sign = self.cells.get((column, row))
            line.append(*(sign or Sign(" ", "")))
        line.rstrip()
        return line

    def _mark_cities(self) -> None:
        built = {city: Seat(seat) for seat, player in enumerate(self.view.players) for city in members(player.built)}
        wanted = ticket_cities(self.view)
        for number, city in enumerate(self.view.board.cities):
            cell = self.size.cell(self.places.cities[number])
            if cell is None:
                continue
            mark = Sign("+" if city.junction else "o" if self.plain else CITY, "")
            if CityId(number) in wanted:
                mark = Sign("@" if self.plain else TICKET_CITY, "bold")
            self.cells[cell] = player_sign(built[number]) if number in built else mark

    def _set_names(self) -> None:
        spaces = Counter(
            cell for route in self.places.spaces for space in route if (cell := self.size.cell(space)) is not None
        )
        wanted = ticket_cities(self.view)
        order = sorted(range(len(self.places.cities)), key=lambda city: (CityId(city) not in wanted, city))
        for number in order:
            cell = self.size.cell(self.places.cities[number])
            name = self.name_of(CityId(number))
            if cell is None or not name or self.view.board.cities[number].junction:
                continue
            best = min(self._possible(cell, name), key=lambda at: self._cost(at, name, spaces), default=None)
            if best is not None:
                style = "bold underline" if CityId(number) in wanted else "bold"
                for place, letter in zip(best.cells(), best.text, strict=True):
                    self.cells[place] = Sign(letter, style)

    def _possible(self, city: Cell, name: str) -> Iterator[Name]:
        """Every place beside a city where a name, whole or cut, covers no city and no other name."""
        x, y = city
        for length in dict.fromkeys(min(len(name), most) for most in LETTERS):
            text = name[:length].rstrip()
            long = len(text)
            beside = [(x + 1, y), (x - long, y)]
            above = [(x - long // 2, y - 1), (x - long // 2, y + 1), (x + 1, y - 1), (x + 1, y + 1)]
            for at in (*beside, *above, (x - long, y - 1), (x - long, y + 1)):
                found = Name(at, text)
                if at[0] >= 0 and at[0] + long <= self.size.columns and 0 <= at[1] < self.size.rows:
                    around = set(found.cells(1)) - {city}
                    if not around & self.cells.keys():
                        yield found

    def _cost(self, at: Name, name: str, spaces: Counter[Cell]) -> float:
        return HIDING * sum(spaces[cell] for cell in at.cells()) + len(name) - len(at.text)

    def _mark_routes(self) -> None:
        owners = {
            route: Seat(seat) for seat, player in enumerate(self.view.players) for route in members(player.routes)
        }
        order = sorted(range(len(self.places.spaces)), key=lambda route: (route not in owners, route))
        for number in order:
            for space, point in enumerate(self.places.spaces[number]):
                cell = self._free_cell(self.size.cell(point))
                if cell is not None:
                    self.cells[cell] = self._space_sign(RouteId(number), space, owners.get(number))

    def _space_sign(self, number: RouteId, space: int, owner: Seat | None) -> Sign:
        if owner is not None:
            return player_sign(owner)
        route = self.view.board.routes[number]
        if space in self.places.wilds[number]:
            return WILD._replace(mark="*") if self.plain else WILD
        sign = sign_of(self.view.board, route.color, plain=self.plain)
        return sign._replace(style="dim") if self.view.closed >> number & 1 else sign

    def _free_cell(self, wanted: Cell | None) -> Cell | None:
        if wanted is None:
            return None
        for dx, dy in NEAR:
            cell = wanted[0] + dx, wanted[1] + dy
            inside = 0 <= cell[0] < self.size.columns and 0 <= cell[1] < self.size.rows
            if inside and cell not in self.cells:
                return cell
        return None


def ticket_cities(view: View) -> Collection[CityId]:
    """The cities of the viewer's own tickets."""
    own = members(view.own.tickets) if view.own else ()
    return {city for ticket in own for city in view.board.tickets[ticket].cities}
