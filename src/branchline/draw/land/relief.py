"""Relief: mountain signs along the great ranges, wherever the board leaves room for them."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise

from branchline.draw.geometry import chains, rectangles
from branchline.draw.geometry.rectangles import Box, Quad
from branchline.draw.land.coast import ToCanvas
from branchline.draw.land.ground import Ground

Point = tuple[float, float]
Peak = tuple[float, float, float]
STEP = 15.0
APART = 17.0
SIZES = (8.5, 6.5, 10.0, 7.0, 9.0)
"""Half widths of the signs, taken in turn; a sign is about as high as that."""
ASIDE = (0.0, -9.0, 7.0, -4.0, 10.0)
CLEAR = 3.0


@cache
def ranges() -> tuple[tuple[Point, ...], ...]:
    """Ridge lines in degrees."""
    raw = tomllib.loads(files("branchline.draw").joinpath("coast", "ranges.toml").read_text("utf-8"))
    return tuple(tuple((float(x), float(y)) for x, y in line) for line in raw.values())


def peaks(
    degrees: Box,
    to_canvas: ToCanvas,
    size: Point,
    ground: Ground,
    slots: Sequence[Quad],
    cities: Sequence[tuple[float, float, float]],
    names: Sequence[Box],
) -> tuple[Peak, ...]:
    """Signs on land that stand clear of everything else on the canvas and of each other."""
    taken: list[Peak] = []
    for x, y, half in _candidates(degrees, to_canvas):
        box = (x - half - CLEAR, y - 1.5 * half - CLEAR, x + half + CLEAR, y + CLEAR)
        if box[0] < 0 or box[1] < 0 or box[2] > size[0] or box[3] > size[1]:
            continue
        mine = rectangles.box_quad(box)
        if (
            all(ground.is_land(u, v) for u, v in ((x, y), (x - half, y), (x + half, y), (x, y - half)))
            and all(math.hypot((x - u) * 0.8, y - v) > APART for u, v, _ in taken)
            and all(rectangles.depth(mine, slot, 0.0) <= 0 for slot in slots)
            and all(rectangles.disc_depth(mine, u, v, radius) <= 0 for u, v, radius in cities)
            and all(rectangles.part(box, name) is None for name in names)
        ):
            taken.append((x, y, half))
    # The nearer sign stands in front.
    return tuple(sorted(taken, key=lambda peak: peak[1]))


def _candidates(degrees: Box, to_canvas: ToCanvas) -> Iterator[Peak]:
    west, south, east, north = degrees
    for ridge in ranges():
        for turn in (-360.0, 0.0, 360.0):
            if not all(west < lon + turn < east and south < lat < north for lon, lat in ridge):
                continue
            fine = [p for a, b in pairwise(ridge) for p in _between(a, b)]
            line = [to_canvas(lon + turn, lat) for lon, lat in (*fine, ridge[-1])]
            run = chains.lengths(line)
            for i in range(int(run[-1] // STEP) + 1):
                x, y = chains.along(line, run, i * STEP)
                u, v = chains.along(line, run, i * STEP + 1.0)
                d = math.hypot(u - x, v - y) or 1.0
                aside = ASIDE[i % len(ASIDE)]
                yield x - (v - y) / d * aside, y + (u - x) / d * aside, SIZES[i % len(SIZES)]


def _between(a: Point, b: Point) -> list[Point]:
    return [(a[0] + w / 6 * (b[0] - a[0]), a[1] + w / 6 * (b[1] - a[1])) for w in range(6)]
