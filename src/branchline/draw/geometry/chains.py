"""Chains of points: how long they are, what lies along and beside them, where two of them cross."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]


def lengths(points: Sequence[Point]) -> list[float]:
    """The distance run along a chain up to each of its points."""
    run = [0.0]
    for (x, y), (u, v) in pairwise(points):
        run.append(run[-1] + math.hypot(u - x, v - y))
    return run


def along(points: Sequence[Point], run: Sequence[float], s: float) -> Point:
    """The point after a distance s along a chain."""
    if s <= 0:
        return points[0]
    if s >= run[-1]:
        return points[-1]
    j = bisect_left(run, s)
    w = (s - run[j - 1]) / ((run[j] - run[j - 1]) or 1.0)
    (x, y), (u, v) = points[j - 1], points[j]
    return x + w * (u - x), y + w * (v - y)


def stretch(points: Sequence[Point], start: float, stop: float) -> list[Point]:
    """The part of a chain between two distances from its start."""
    run = lengths(points)
    inner = [p for p, s in zip(points, run, strict=True) if start + 1e-6 < s < stop - 1e-6]
    return [along(points, run, start), *inner, along(points, run, stop)]


def beside(points: Sequence[Point], offset: float) -> list[Point]:
    """A chain that runs beside another; where y points down, a positive offset is to the right."""
    out = []
    for i, (x, y) in enumerate(points):
        p, q = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        dx, dy = q[0] - p[0], q[1] - p[1]
        d = math.hypot(dx, dy) or 1.0
        out.append((x - dy / d * offset, y + dx / d * offset))
    return out


def extent(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """The smallest box around a chain."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def crossings(one: Sequence[Point], two: Sequence[Point], shift: float = 0.0) -> int:
    """How often two chains cross when the second is moved sideways by `shift`."""
    left, top, right, bottom = extent(one)
    west, north, east, south = extent(two)
    if left > east + shift or right < west + shift or top > south or bottom < north:
        return 0
    count = 0
    for (ax, ay), (bx, by) in pairwise(one):
        ux, uy = bx - ax, by - ay
        for (cx, cy), (dx, dy) in pairwise(two):
            px, py, vx, vy = cx + shift - ax, cy - ay, dx - cx, dy - cy
            side_c, side_d = ux * py - uy * px, ux * (py + vy) - uy * (px + vx)
            side_a, side_b = vy * px - vx * py, vy * (px - ux) - vx * (py - uy)
            count += side_c * side_d < 0 and side_a * side_b < 0
    return count
