"""The frame: which projection a board takes, how big its canvas is, and how degrees become canvas units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from branchline.core.printed.board import City, Route
from branchline.draw.geometry.chains import extent
from branchline.draw.geometry.projection import Cylinder, Plane, Projection, conic_for
from branchline.draw.geometry.rectangles import Box
from branchline.draw.hints import Hints
from branchline.draw.routes.tracks import Track
from branchline.draw.sizes import Sizes

Point = tuple[float, float]
SIDE, ABOVE = 70.0, 55.0
"""What the canvas is wider and higher than the true places of the cities, on each side, before it is cropped."""
TOO_WIDE = 150.0
"""Degrees of longitude from which a cone no longer serves."""
STRAIGHT = 0.97
"""A track is drawn a little longer than the straight way between its cities."""


@dataclass(frozen=True, slots=True)
class MapFrame:
    """The canvas and the projection: how degrees become canvas units before anything moves."""

    project: Projection
    scale: Point
    corner: Point
    width: float
    height: float

    def __call__(self, lon: float, lat: float) -> Point:
        x, y = self.project(lon, lat)
        return (x - self.corner[0]) * self.scale[0], (y - self.corner[1]) * self.scale[1]

    def window(self, places: Sequence[Point]) -> Box:
        """The longitudes and latitudes that may come to lie on the canvas: west, south, east, north."""
        if isinstance(self.project, Cylinder):
            return self.project.cut - 40.0, -62.0, self.project.cut + 400.0, 84.0
        west, south, east, north = extent(places)
        over, up = 0.35 * (east - west) + 2.0, 0.35 * (north - south) + 2.0
        return west - over, max(south - up, -80.0), east + over, min(north + up, 84.0)

    @property
    def on_earth(self) -> bool:
        return not isinstance(self.project, Plane)


def places_and_projection(
    cities: Sequence[City], routes: Sequence[Route], hints: Hints
) -> tuple[list[Point], Projection]:
    """The places of the cities, longitudes counted from the cut, and the projection for them."""
    places = [city.at for city in cities]
    kind = hints.projection
    if kind == "auto":
        west, south, east, north = extent(places)
        if south < -90.0 or north > 90.0 or west < -360.0 or east > 360.0:
            kind = "plane"
        else:
            kind = "cylinder" if east - west > TOO_WIDE or any(route.wraps for route in routes) else "conic"
    if kind == "plane":
        return places, Plane()
    if kind == "conic":
        return places, conic_for(places)
    cut = hints.cut if hints.cut is not None else find_cut(cities, routes)
    return [((lon - cut) % 360.0 + cut, lat) for lon, lat in places], Cylinder(cut)


def find_cut(cities: Sequence[City], routes: Sequence[Route]) -> float:
    """The meridian in the widest gap that exactly the wrapping routes cross when they go the short way."""
    lons = [city.at[0] % 360.0 for city in cities]
    wrapping = [route.wraps for route in routes]
    marks = sorted(set(lons))
    widest, found = 0.0, None
    for here, there in zip(marks, [*marks[1:], marks[0] + 360.0], strict=True):
        cut = (here + there) / 2
        crossing = [abs((lons[r.a] - cut) % 360.0 - (lons[r.b] - cut) % 360.0) > 180.0 for r in routes]
        if crossing == wrapping and there - here > widest:
            widest, found = there - here, cut
    if found is None:
        raise ValueError("no meridian is crossed by exactly the wrapping routes: check `wraps`, or give the hint `cut`")
    return (found + 180.0) % 360.0 - 180.0


def make_frame(
    places: Sequence[Point],
    project: Projection,
    tracks: Sequence[Track],
    rings: Sequence[float],
    hints: Hints,
    sizes: Sizes,
) -> MapFrame:
    """Choose the scale at which the tracks are, all in all, as long as the ways between their cities."""
    flat = [project(*place) for place in places]
    wanted = span = 0.0
    for track in tracks:
        if not track.wrap:
            wanted += rings[track.a] + rings[track.b] + track.length * sizes.pitch * STRAIGHT
            span += math.dist(flat[track.a], flat[track.b])
    scale = hints.scale * (wanted / span if span else 1.0)
    left, top, right, bottom = extent(flat)
    wraps = any(track.wrap for track in tracks)
    across = 360.0 * scale if wraps else (right - left) * scale + 2 * SIDE
    natural = across / ((bottom - top) * scale + 2 * ABOVE)
    squeeze = math.sqrt((hints.aspect or natural) / natural)
    scale_x, scale_y = scale * squeeze, scale / squeeze
    return MapFrame(
        project,
        (scale_x, scale_y),
        (0.0 if wraps else left - SIDE / scale_x, top - ABOVE / scale_y),
        360.0 * scale_x if wraps else (right - left) * scale_x + 2 * SIDE,
        (bottom - top) * scale_y + 2 * ABOVE,
    )
