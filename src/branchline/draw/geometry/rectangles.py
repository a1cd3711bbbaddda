"""Rectangles: boxes, turned rectangles, and how deep they and discs reach into each other."""

from __future__ import annotations

import math

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Quad = tuple[Point, Point, Point, Point]
"""The corners of a turned rectangle, in order."""


def quad(x: float, y: float, angle: float, width: float, height: float) -> Quad:
    """The rectangle with its middle at (x, y), turned by `angle` degrees."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    ux, uy, vx, vy = c * width / 2, s * width / 2, -s * height / 2, c * height / 2
    return (
        (x - ux - vx, y - uy - vy),
        (x + ux - vx, y + uy - vy),
        (x + ux + vx, y + uy + vy),
        (x - ux + vx, y - uy + vy),
    )


def box_quad(box: Box) -> Quad:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def moved(box: Box, x: float, y: float) -> Box:
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def depth(one: Quad, two: Quad, enough: float = -60.0) -> float:
    """How deep two rectangles overlap: the shortest way that would part them; 0 or less when they are apart.

    Rectangles that are at least -`enough` apart need no exact answer: any figure up to `enough` will do.
    """
    least = math.inf
    for shape in (one, two):
        (x0, y0), (x1, y1), (x2, y2), _ = shape
        for ex, ey in ((x1 - x0, y1 - y0), (x2 - x1, y2 - y1)):
            size = math.sqrt(ex * ex + ey * ey) or 1.0
            nx, ny = -ey / size, ex / size
            a0, a1 = nx * one[0][0] + ny * one[0][1], nx * one[1][0] + ny * one[1][1]
            a2, a3 = nx * one[2][0] + ny * one[2][1], nx * one[3][0] + ny * one[3][1]
            b0, b1 = nx * two[0][0] + ny * two[0][1], nx * two[1][0] + ny * two[1][1]
            b2, b3 = nx * two[2][0] + ny * two[2][1], nx * two[3][0] + ny * two[3][1]
            room = min(max(a0, a1, a2, a3), max(b0, b1, b2, b3)) - max(min(a0, a1, a2, a3), min(b0, b1, b2, b3))
            if room < least:
                if room <= enough:
                    return room
                least = room
    return least


def disc_depth(shape: Quad, x: float, y: float, radius: float) -> float:
    """How deep a disc reaches into a rectangle; 0 or less when they are apart."""
    (ax, ay), (bx, by), _, (dx, dy) = shape
    width, height = math.hypot(bx - ax, by - ay) or 1.0, math.hypot(dx - ax, dy - ay) or 1.0
    u = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / width
    v = ((x - ax) * (dx - ax) + (y - ay) * (dy - ay)) / height
    out_u, out_v = max(-u, u - width, 0.0), max(-v, v - height, 0.0)
    if out_u or out_v:
        return radius - math.hypot(out_u, out_v)
    return radius + min(u, width - u, v, height - v)


def escape(box: Box, x: float, y: float, reach: float) -> Point | None:
    """The way a disc of radius `reach` at (x, y) must go to stand clear of a box; None if it does."""
    left, top, right, bottom = box
    dx, dy = x - min(max(x, left), right), y - min(max(y, top), bottom)
    if dx or dy:
        d = math.hypot(dx, dy)
        return None if d >= reach else (dx / d * (reach - d), dy / d * (reach - d))
    ways = ((0.0, top - y - reach), (0.0, bottom - y + reach), (left - x - reach, 0.0), (right - x + reach, 0.0))
    return min(ways, key=lambda way: abs(way[0] + way[1]))


def part(box: Box, other: Box) -> Point | None:
    """The way the other box must go to stand clear of the first; None if it does."""
    east, west, south, north = box[2] - other[0], box[0] - other[2], box[3] - other[1], box[1] - other[3]
    if east <= 0 or west >= 0 or south <= 0 or north >= 0:
        return None
    return min(((east, 0.0), (west, 0.0), (0.0, south), (0.0, north)), key=lambda way: abs(way[0] + way[1]))
