"""The coast: land, lakes, rivers and borders of the earth, cut to a board and carried along with its cities."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from branchline.draw.geometry import chains, outlines
from branchline.draw.geometry.rectangles import Box

Point = tuple[float, float]
ToCanvas = Callable[[float, float], Point]
BLEED = 12.0
"""How far the art runs on beyond the canvas, so that outlines do not show at its edge."""
CORNER = 2.6
"""Square units of the triangle at a corner, below which the corner is dropped."""
ISLAND, LAKE, RIVER = 32.0, 110.0, 40.0
"""Smaller islands and lakes (square units) and shorter rivers (units) are left out."""
CITY_ISLAND = 15.0
"""An island so near to a city is the city's."""
MAX_CHARACTERS = {"land": 18_000, "lakes": 4_000, "rivers": 3_500, "borders": 1_500}
"""Characters that a layer may take; a layer that needs more is drawn more coarsely."""


@dataclass(frozen=True, slots=True)
class Art:
    """The picture under the tracks, as SVG path strings; land and lakes are filled by the rule "evenodd"."""

    land: str = ""
    lakes: str = ""
    rivers: str = ""
    borders: str = ""
    peaks: tuple[tuple[float, float, float], ...] = ()
    """Mountain signs: x and y of the foot, and size."""


@cache
def earth() -> dict[str, list[list[Point]]]:
    """Natural Earth's lines in degrees; they run on over the antimeridian."""
    raw = json.loads(files("branchline.draw").joinpath("coast", "earth.json").read_text("utf-8"))
    return {layer: [_unpacked(line, raw["grain"]) for line in raw[layer]] for layer in MAX_CHARACTERS}


def _unpacked(steps: Sequence[int], grain: int) -> list[Point]:
    x = y = 0
    points = []
    for i in range(0, len(steps), 2):
        x, y = x + steps[i], y + steps[i + 1]
        points.append((x / grain, y / grain))
    return points


def window(layer: str, degrees: Box) -> list[list[Point]]:
    """The lines of a layer inside a window of longitudes and latitudes (south first); copies a turn away count too."""
    west, south, east, north = degrees
    closed = layer in ("land", "lakes")
    out = []
    for line in earth()[layer]:
        left, bottom, right, top = chains.extent(line)
        if top < south or bottom > north:
            continue
        for turn in (-360.0, 0.0, 360.0):
            if right + turn >= west and left + turn <= east:
                copy = [(x + turn, y) for x, y in line]
                out += [outlines.clip(copy, degrees)] if closed else outlines.clip_line(copy, degrees)
    return [line for line in out if len(line) > 1]


def on_canvas(degrees: Box, to_canvas: ToCanvas) -> dict[str, list[list[Point]]]:
    """All layers inside a window of degrees, taken to the canvas by `to_canvas`."""
    return {layer: [[to_canvas(*p) for p in line] for line in window(layer, degrees)] for layer in MAX_CHARACTERS}


def draw_coast(
    layers: Mapping[str, Sequence[Sequence[Point]]], cities: Sequence[Point], width: float, height: float
) -> Art:
    """The art of a canvas, still without mountains; an island with a city stays, however small."""
    frame = (-BLEED, -BLEED, width + BLEED, height + BLEED)

    def size(ring: Sequence[Point]) -> float:
        left, top, right, bottom = chains.extent(ring)
        near = (
            left - CITY_ISLAND < x < right + CITY_ISLAND and top - CITY_ISLAND < y < bottom + CITY_ISLAND
            for x, y in cities
        )
        return math.inf if right - left < 2 * CITY_ISLAND and any(near) else outlines.area(ring)

    def rings(layer: str, least: float) -> str:
        cut = [outlines.clip(ring, frame) for ring in layers[layer]]
        return _fitted(layer, [(size(ring), ring) for ring in cut if len(ring) > 2], least, closed=True)

    def lines(layer: str) -> str:
        pieces = [piece for line in layers[layer] for piece in outlines.clip_line(line, frame)]
        return _fitted(layer, [(chains.lengths(piece)[-1], piece) for piece in pieces], RIVER, closed=False)

    return Art(rings("land", ISLAND), rings("lakes", LAKE), lines("rivers"), lines("borders"))


def _fitted(layer: str, sized: Sequence[tuple[float, list[Point]]], least: float, closed: bool) -> str:
    """Simplify the outlines and leave out the smallest, more and more, until the path is short enough."""
    corner = CORNER if closed else 2 * CORNER
    while True:
        kept = [outlines.simplify(line, corner, closed) for size, line in sized if size > least]
        path = outlines.svg_path(kept, closed)
        if len(path) <= MAX_CHARACTERS[layer]:
            return path
        corner, least = 1.25 * corner, 1.25 * least
