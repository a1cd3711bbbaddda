"""From longitude and latitude to a flat map whose unit is one degree of latitude, y downwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Projection = Callable[[float, float], Point]


@dataclass(frozen=True, slots=True)
class Conic:
    """Lambert's conformal conic: angles stay true, which keeps the coasts of a continent recognizable."""

    middle: float
    south: float
    north: float

    def __call__(self, lon: float, lat: float) -> Point:
        def half(angle: float) -> float:
            return math.tan(math.pi / 4 + math.radians(min(angle, 89.0)) / 2)

        s, n = math.radians(self.south), math.radians(self.north)
        cone = math.sin(s)
        if abs(s - n) > 1e-6:
            cone = math.log(math.cos(s) / math.cos(n)) / math.log(half(self.north) / half(self.south))
        factor = math.cos(s) * half(self.south) ** cone / cone
        radius = factor / half(lat) ** cone
        center = factor / half((self.south + self.north) / 2) ** cone
        turn = cone * math.radians((lon - self.middle + 180.0) % 360.0 - 180.0)
        return math.degrees(radius * math.sin(turn)), -math.degrees(center - radius * math.cos(turn))


@dataclass(frozen=True, slots=True)
class Cylinder:
    """Patterson-like compromise between Miller and plain latitudes; the west edge lies at the longitude `cut`."""

    cut: float

    def __call__(self, lon: float, lat: float) -> Point:
        phi = math.radians(max(-85.0, min(85.0, lat)))
        miller = 1.25 * math.log(math.tan(math.pi / 4 + 0.4 * phi))
        return lon - self.cut, -math.degrees((miller + phi) / 2)


@dataclass(frozen=True, slots=True)
class Plane:
    """Invented boards: the coordinates are drawn as they are, with north up as in a file of the earth."""

    def __call__(self, x: float, y: float) -> Point:
        return x, -y


def conic_for(places: Sequence[Point]) -> Conic:
    """A cone that touches the part of the earth where these places lie."""
    lons, lats = [p[0] for p in places], [p[1] for p in places]
    low, high = min(lats), max(lats)
    south, north = low + (high - low) / 6, high - (high - low) / 6
    if abs(south + north) < 1.0:  # A cone over the equator would be flat.
        north += 2.0
    return Conic((min(lons) + max(lons)) / 2, south, north)
