"""The plan: a board under way, with the places of its cities and the bends of its tracks as one list of numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from branchline.core.printed.board import City
from branchline.draw.geometry.rectangles import Box
from branchline.draw.hints import Hints
from branchline.draw.routes.frame import MapFrame
from branchline.draw.routes.tracks import Track, curve
from branchline.draw.sizes import Sizes

Point = tuple[float, float]
NEIGHBORS = 6


@dataclass(slots=True)
class LayoutPlan:
    """A layout under way."""

    sizes: Sizes
    width: float
    height: float
    wraps: bool
    homes: list[Point]
    """Where geography puts the cities."""
    tracks: list[Track]
    radii: list[float]
    rings: list[float]
    """How far from each city its tracks begin at most."""
    near: list[tuple[int, int, float]]
    """Neighboring cities, with a weight, which the drawing tries to keep as they lie to each other."""
    trims: list[list[float]]
    """How far from its two cities the spaces of each track begin."""
    at: list[float]
    """x and y of every city, then the handles u and v (x and y each) of every track."""
    boxes: list[Box | None] = field(default_factory=list)
    """The box of each city's name, measured from the city."""

    @property
    def period(self) -> float:
        """The distance after which a wrapping board repeats itself; 0 for one that does not."""
        return self.width if self.wraps else 0.0

    def handles(self, k: int) -> int:
        """Where in `at` the handles of a track begin."""
        return 2 * len(self.homes) + 4 * k

    def city(self, c: int) -> Point:
        return self.at[2 * c], self.at[2 * c + 1]

    def ends(self, k: int) -> tuple[float, float, float, float]:
        """The cities of a track; the far one of a wrapping track lies beyond the edge."""
        track, at = self.tracks[k], self.at
        a, b = 2 * track.a, 2 * track.b
        return at[a], at[a + 1], at[b] + track.wrap * self.width, at[b + 1]

    def curve(self, k: int, steps: int) -> list[Point]:
        ax, ay, bx, by = self.ends(k)
        h, at = self.handles(k), self.at
        return curve((ax, ay), (bx, by), (at[h], at[h + 1]), (at[h + 2], at[h + 3]), steps)

    def bend(self, k: int, height: float) -> None:
        """Bend a track symmetrically; its handles stand `height` chords beside the straight line."""
        ax, ay, bx, by = self.ends(k)
        h = self.handles(k)
        self.at[h : h + 4] = [-(by - ay) * height, (bx - ax) * height] * 2

    def shift(self, x: float, y: float) -> None:
        for c in range(len(self.homes)):
            self.at[2 * c] += x
            self.at[2 * c + 1] += y


def make_plan(
    cities: Sequence[City],
    places: Sequence[Point],
    frame: MapFrame,
    tracks: list[Track],
    rings: list[float],
    hints: Hints,
    sizes: Sizes,
) -> LayoutPlan:
    """Every city at home, every track straight."""
    homes = []
    for city, place in zip(cities, places, strict=True):
        (x, y), (dx, dy) = frame(*place), hints.nudge.get(city.id, (0.0, 0.0))
        homes.append((x + dx, y + dy))
    wraps = any(track.wrap for track in tracks)
    for track in tracks:
        track.stretch = hints.stretch_of(cities[track.a].id, cities[track.b].id, track.sea)
        if track.wrap:
            _choose_edge(track, homes, frame.width)
    return LayoutPlan(
        sizes=sizes,
        width=frame.width,
        height=frame.height,
        wraps=wraps,
        homes=homes,
        tracks=tracks,
        radii=city_radii(cities, sizes),
        rings=rings,
        near=_neighbors(homes),
        trims=[[rings[track.a], rings[track.b]] for track in tracks],
        at=[value for home in homes for value in home] + [0.0] * (4 * len(tracks)),
    )


def city_radii(cities: Sequence[City], sizes: Sizes) -> list[float]:
    return [sizes.junction if city.junction else sizes.city for city in cities]


def _choose_edge(track: Track, homes: Sequence[Point], width: float) -> None:
    """Let a wrapping track leave over the edge near its first city; distances share out its spaces."""
    a, b = homes[track.a][0], homes[track.b][0]
    track.wrap = 1 if a > b else -1
    here, there = (width - a, b) if track.wrap > 0 else (a, width - b)
    track.near = min(max(round(track.length * here / (here + there)), 1), track.length - 1)


def _neighbors(homes: Sequence[Point]) -> list[tuple[int, int, float]]:
    found: dict[tuple[int, int], float] = {}
    for c, here in enumerate(homes):
        order = sorted((e for e in range(len(homes)) if e != c), key=lambda e: math.dist(here, homes[e]))
        for e in order[:NEIGHBORS]:
            found[min(c, e), max(c, e)] = min((110.0 / max(math.dist(here, homes[e]), 1.0)) ** 2, 1.0)
    return [(c, e, weight) for (c, e), weight in found.items()]
