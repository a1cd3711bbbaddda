"""Clashes: what stands on something else in a drawing, and how deep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from branchline.draw.geometry import rectangles
from branchline.draw.geometry.rectangles import Box, Quad
from branchline.draw.routes.spaces import Lane

Disc = tuple[float, float, float]
REACH = 62.0
"""Two slots whose middles are farther apart than this cannot touch."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two things that touch, named by their ids, and how deep, in canvas units."""

    kind: str
    one: str
    two: str
    depth: float

    def __str__(self) -> str:
        return f"{self.kind}: {self.one} and {self.two}, {self.depth:.1f} deep"


def find_clashes(
    lanes: Mapping[str, Lane], cities: Mapping[str, Disc], names: Mapping[str, Box], gap: float = 0.0
) -> list[Clash]:
    """All clashes, the deepest first; with a gap, also what comes closer than that."""
    slots = [
        (route, slot.x, slot.y, slot.quad(gap / 2)) for route, lane in sorted(lanes.items()) for slot in lane.slots
    ]
    found = [
        *_between_slots(slots),
        *_at_cities(slots, cities, gap / 2),
        *_at_names(slots, cities, names, gap / 2),
    ]
    return sorted(found, key=lambda clash: -clash.depth)


def _between_slots(slots: list[tuple[str, float, float, Quad]]) -> Iterator[Clash]:
    ordered = sorted(slots, key=lambda item: item[1])
    for i, (one, x, y, shape) in enumerate(ordered):
        for two, u, v, other in ordered[i + 1 :]:
            if u - x > REACH:
                break
            if one != two and abs(v - y) < REACH:
                d = rectangles.depth(shape, other, 0.0)
                if d > 0:
                    yield Clash("slot on slot", one, two, d)


def _at_cities(slots: list[tuple[str, float, float, Quad]], cities: Mapping[str, Disc], grow: float) -> Iterator[Clash]:
    for city, (x, y, radius) in cities.items():
        for route, u, v, shape in slots:
            if abs(u - x) < REACH and abs(v - y) < REACH:
                d = rectangles.disc_depth(shape, x, y, radius + grow)
                if d > 0:
                    yield Clash("slot on city", route, city, d)


def _at_names(
    slots: list[tuple[str, float, float, Quad]], cities: Mapping[str, Disc], names: Mapping[str, Box], grow: float
) -> Iterator[Clash]:
    listed = sorted(names.items())
    for i, (name, (left, top, right, bottom)) in enumerate(listed):
        box = (left - grow, top - grow, right + grow, bottom + grow)
        mine = rectangles.box_quad(box)
        for route, u, v, shape in slots:
            if left - REACH < u < right + REACH and top - REACH < v < bottom + REACH:
                d = rectangles.depth(mine, shape, 0.0)
                if d > 0:
                    yield Clash("name on slot", name, route, d)
        for city, (x, y, radius) in cities.items():
            d = rectangles.disc_depth(mine, x, y, radius + grow)
            if d > 0:
                yield Clash("name on city", name, city, d)
        for other, two in listed[i + 1 :]:
            d = rectangles.depth(mine, rectangles.box_quad(two), 0.0)
            if d > 0:
                yield Clash("name on name", name, other, d)
