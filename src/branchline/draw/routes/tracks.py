"""Tracks: the routes that run side by side between two cities, and the curve they share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from branchline.core.printed.board import Route
from branchline.draw.sizes import Sizes

Point = tuple[float, float]


@dataclass(slots=True)
class Track:
    """One curve between two cities with one lane a route.

    The curve is p(t) = (1-t)·a + t·b + 3(1-t)²t·u + 3(1-t)t²·v, a cubic Bézier whose handles are given as
    offsets u and v from the straight line, so that it follows its cities when they move.
    """

    a: int
    b: int
    deck: int
    length: int
    routes: list[str] = field(default_factory=list)
    wrap: int = 0
    """Wrapping tracks: +1 leaves over the east edge, -1 over the west edge, 0 stays on the board."""
    near: int = 0
    """Wrapping tracks: how many spaces lie on the side of city a."""
    stretch: float = 1.0
    """How much longer than usual the track is; its spaces then stand farther apart."""

    @property
    def lanes(self) -> int:
        return len(self.routes)

    @property
    def sea(self) -> bool:
        return self.deck > 0


def group_tracks(routes: Sequence[Route]) -> list[Track]:
    """Make routes of one kind and length between the same cities the lanes of one track."""
    tracks: dict[tuple[int, int, int, int, bool], Track] = {}
    for route in routes:
        a, b = sorted((int(route.a), int(route.b)))
        key = (a, b, int(route.deck), route.length, route.wraps)
        track = tracks.setdefault(key, Track(a, b, int(route.deck), route.length, wrap=int(route.wraps)))
        track.routes.append(route.id)
    return list(tracks.values())


def ring_radii(radii: Sequence[float], tracks: Sequence[Track], sizes: Sizes) -> list[float]:
    """How far from each city its tracks may begin: far enough for all of them to stand around it."""
    around = [0.0] * len(radii)
    for track in tracks:
        for end in (track.a, track.b):
            around[end] += sizes.breadth(track.lanes) + sizes.lane_gap
    return [max(radius + 6.0, 1.12 * total / (2 * math.pi)) for radius, total in zip(radii, around, strict=True)]


def weights(t: float) -> tuple[float, float]:
    """How much the two handles pull at the point t of a track's curve."""
    s = 1.0 - t
    return 3 * s * s * t, 3 * s * t * t


def curve(a: Point, b: Point, u: Point, v: Point, steps: int) -> list[Point]:
    """The curve of a track as a chain of points."""
    points = []
    for j in range(steps + 1):
        t = j / steps
        p, q = weights(t)
        points.append(
            (
                (1 - t) * a[0] + t * b[0] + p * u[0] + q * v[0],
                (1 - t) * a[1] + t * b[1] + p * u[1] + q * v[1],
            )
        )
    return points
