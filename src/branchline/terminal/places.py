"""Where the cities and the spaces of a board lie on a flat sheet: of the drawing, or straight between the cities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Final

from branchline.core.ids import CityId, RouteId
from branchline.core.printed.board import BOARDS_REMEMBERED, Board, Route
from branchline.draw.drawing import key_of, packaged
from branchline.draw.drawing_json import Drawing
from branchline.draw.geometry.chains import extent
from branchline.draw.geometry.projection import Cylinder, Plane, Projection
from branchline.draw.hints import Hints
from branchline.draw.routes.frame import places_and_projection

Point = tuple[float, float]

MARGIN: Final = 0.06
"""What a sheet is wider than its cities, on each side, as a part of its width."""
CLEAR: Final = 0.14
"""The part of a straight route at each end that is left to the city."""
BETWEEN_LANES: Final = 0.022
"""How far the lanes of a double route lie apart, as a part of the width of the sheet."""


@dataclass(frozen=True, slots=True)
class Places:
    """A sheet in units of its own, y downwards: a place for each city, and for each space of each route."""

    size: Point
    cities: tuple[Point, ...]
    spaces: tuple[tuple[Point, ...], ...]
    wilds: tuple[frozenset[int], ...]
    """Of each route, the spaces that demand a locomotive."""


@lru_cache(maxsize=BOARDS_REMEMBERED)
def places_of(board: Board) -> Places:
    """From the drawing that comes with the package; any other board would take too long to be laid out here."""
    ready = packaged(board.id)
    return _drawn(ready, board) if ready and ready["key"] == key_of(board) else _straight(board)


def _drawn(drawing: Drawing, board: Board) -> Places:
    routes = [drawing["routes"][route.id] for route in board.routes]
    width, height = drawing["size"]
    return Places(
        (width, height),
        tuple((drawing["cities"][city.id]["at"][0], drawing["cities"][city.id]["at"][1]) for city in board.cities),
        tuple(tuple((x, y) for x, y, _ in route["slots"]) for route in routes),
        tuple(frozenset(route.get("wilds", ())) for route in routes),
    )


def _straight(board: Board) -> Places:
    flat, across = _projected(board)
    left, top, right, bottom = extent(flat)
    wide = across or (right - left) * (1 + 2 * MARGIN) or 1.0
    margin = MARGIN * wide
    if across:
        left, margin = 0.0, 0.0
    high = (bottom - top) + 2 * MARGIN * wide or 1.0
    cities = tuple((x - left + margin, y - top + MARGIN * wide) for x, y in flat)
    return Places(
        (wide, high),
        cities,
        tuple(tuple(_spaces(board, RouteId(number), cities, wide)) for number in range(len(board.routes))),
        tuple(frozenset(range(route.wilds)) for route in board.routes),
    )


def _projected(board: Board) -> tuple[list[Point], float]:
    """The cities on a plane; and how wide the world is there, where routes lead around it."""
    project: Projection
    try:
        places, project = places_and_projection(board.cities, board.routes, Hints())
    except ValueError:  # Routes that lead around the world from everywhere: then it is cut nowhere.
        places, project = [city.at for city in board.cities], Plane()
    wraps = isinstance(project, Cylinder) and any(route.wraps for route in board.routes)
    return [project(*place) for place in places], 360.0 if wraps else 0.0


def _spaces(board: Board, number: RouteId, cities: Sequence[Point], wide: float) -> Iterator[Point]:
    route = board.routes[number]
    (ax, ay), (bx, by) = cities[route.a], cities[route.b]
    if route.wraps:
        bx += wide if ax > bx else -wide
    length = hypot(bx - ax, by - ay) or 1.0
    aside = _lane_offset(number, route) * BETWEEN_LANES * wide
    dx, dy = -(by - ay) / length * aside, (bx - ax) / length * aside
    for space in range(route.length):
        part = CLEAR + (1 - 2 * CLEAR) * (space + 0.5) / route.length
        x = ax + (bx - ax) * part + dx
        yield (x % wide if route.wraps else x), ay + (by - ay) * part + dy


def _lane_offset(number: RouteId, route: Route) -> float:
    if route.twin is None:
        return 0.0
    return -0.5 if number < route.twin else 0.5


def window(places: Places, city: CityId | None, zoom: float) -> tuple[float, float, float, float]:
    """The part of the sheet that is shown: all of it, or the surroundings of a city."""
    width, height = places.size
    if city is None:
        return 0.0, 0.0, width, height
    x, y = places.cities[city]
    wide, high = width / zoom, height / zoom
    left, top = min(max(x - wide / 2, 0.0), width - wide), min(max(y - high / 2, 0.0), height - high)
    return left, top, left + wide, top + high
