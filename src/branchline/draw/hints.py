"""Hints: what a person decided about the drawing of one board; everything else is computed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Pin = tuple[float, float, str, float, float]
"""Longitude and latitude of a place without a city, the city beside which it shall lie, and how far from it."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What may be said about a board. Tracks are named "city--other-city", in either order."""

    projection: str = "auto"
    """ "conic", "cylinder" (a map of the world), "plane" (free coordinates), or "auto"."""
    cut: float | None = None
    """The longitude at which a map of the world is cut open."""
    aspect: float | None = None
    scale: float = 1.0
    nudge: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """How far the place moves to which a city is drawn back."""
    bend: Mapping[str, float] = field(default_factory=dict)
    """First bend of a track, as a part of its chord: positive to the right, seen from the first city."""
    stretch: Mapping[str, float] = field(default_factory=dict)
    """How much longer than its spaces need a track is, for instance around a cape."""
    label: Mapping[str, str] = field(default_factory=dict)
    """The side of a city on which its name must stand: e, w, n, s, ne, nw, se, sw."""
    pins: tuple[Pin, ...] = ()
    """Places of the coast that go where told, while the rest of the map follows the cities."""

    rivers: tuple[str, ...] = ()
    """Sea tracks that follow a river or a canal: water is drawn under them."""

    def bend_of(self, one: str, two: str, sea: bool) -> float | None:
        """The bend wanted for the track from one city to the other, or None."""
        return _of_track(self.bend, one, two, sea, backwards=-1.0)

    def stretch_of(self, one: str, two: str, sea: bool) -> float:
        """How much longer the track between two cities is than its spaces need."""
        found = _of_track(self.stretch, one, two, sea, backwards=1.0)
        return 1.0 if found is None else found


def _of_track(table: Mapping[str, float], one: str, two: str, sea: bool, backwards: float) -> float | None:
    """Look a track up in either direction; "--sea" behind a name means the sea track alone, where rails run too."""
    for end in ("--sea", "") if sea else ("",):
        if (value := table.get(f"{one}--{two}{end}")) is not None:
            return value
        if (value := table.get(f"{two}--{one}{end}")) is not None:
            return backwards * value
    return None


def read_hints(text: str) -> Hints:
    """The hints in a TOML text."""
    raw: dict[str, Any] = tomllib.loads(text)
    canvas = raw.get("canvas", {})
    return Hints(
        projection=canvas.get("projection", "auto"),
        cut=canvas.get("cut"),
        aspect=canvas.get("aspect"),
        scale=canvas.get("scale", 1.0),
        nudge={city: (float(x), float(y)) for city, (x, y) in raw.get("nudge", {}).items()},
        bend=raw.get("bend", {}),
        stretch=raw.get("stretch", {}),
        label=raw.get("label", {}),
        rivers=tuple(canvas.get("rivers", ())),
        pins=tuple((*pin["at"], pin["beside"], *pin["by"]) for pin in raw.get("pin", [])),
    )
