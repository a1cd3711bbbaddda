"""The ends of tracks: each begins as near to its cities as its neighbors there allow."""

from __future__ import annotations

import math

from branchline.draw.geometry import chains, rectangles
from branchline.draw.geometry.rectangles import Quad
from branchline.draw.routes.plan import LayoutPlan

Point = tuple[float, float]
End = tuple[int, int]
"""A track, and 0 or 1 for its first or second city."""
CLEAR = 5.0
"""What a slot keeps from the disc of its own city."""
FARTHER = 3.0
"""How much beyond its city's ring a track may begin."""


def trim_ends(plan: LayoutPlan) -> None:
    """Set the plan's trims: start at the discs of the cities, and step back where first spaces would touch."""
    curves = [plan.curve(k, max(16, 6 * track.length)) for k, track in enumerate(plan.tracks)]
    meetings: dict[int, list[End]] = {}
    for k, track in enumerate(plan.tracks):
        meetings.setdefault(track.a, []).append((k, 0))
        meetings.setdefault(track.b, []).append((k, 1))
        plan.trims[k] = [plan.radii[track.a] + CLEAR, plan.radii[track.b] + CLEAR]
    for city, meeting in meetings.items():
        first = {end: _first_space(plan, curves, end) for end in meeting}
        while True:
            touching = {
                end
                for i, one in enumerate(meeting)
                for two in meeting[:i]
                if rectangles.depth(first[one], first[two], 0.0) > 0
                for end in (one, two)
            }
            back = [(k, end) for k, end in touching if plan.trims[k][end] < plan.rings[city] + FARTHER]
            if not back:
                break
            for k, end in back:
                plan.trims[k][end] += 1.0
                first[k, end] = _first_space(plan, curves, (k, end))


def _first_space(plan: LayoutPlan, curves: list[list[Point]], end: End) -> Quad:
    """The first space (all lanes of it) as seen from the city."""
    k, side = end
    curve = curves[k] if side == 0 else curves[k][::-1]
    run = chains.lengths(curve)
    start = plan.trims[k][side]
    (px, py), (qx, qy) = chains.along(curve, run, start), chains.along(curve, run, start + plan.sizes.slot)
    angle = math.degrees(math.atan2(qy - py, qx - px))
    x, y = (px + qx) / 2 - curve[0][0], (py + qy) / 2 - curve[0][1]
    breadth = plan.sizes.breadth(plan.tracks[k].lanes) + 0.8 * plan.sizes.lane_gap
    return rectangles.quad(x, y, angle, math.hypot(qx - px, qy - py), breadth)
