"""Spaces: the curve of every track cut into lanes, and the lanes into slots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from branchline.draw.geometry import chains, rectangles
from branchline.draw.geometry.rectangles import Quad
from branchline.draw.routes.plan import LayoutPlan

Point = tuple[float, float]
EDGE = 5.0
"""What a slot keeps from the edge of a wrapping board."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One space for a wagon or a ship: its middle, its turn in degrees, its size."""

    x: float
    y: float
    angle: float
    width: float
    height: float

    def quad(self, grow: float = 0.0) -> Quad:
        return rectangles.quad(self.x, self.y, self.angle, self.width + 2 * grow, self.height + 2 * grow)


@dataclass(frozen=True, slots=True)
class Lane:
    """The drawing of one route: its slots in order, and the line they stand on, in two pieces if it wraps."""

    slots: tuple[Slot, ...]
    lines: tuple[tuple[Point, ...], ...]


def all_lanes(plan: LayoutPlan) -> dict[str, Lane]:
    """Every route's lane on the plan as it stands."""
    return {route: lane for k in range(len(plan.tracks)) for route, lane in lanes(plan, k).items()}


def lanes(plan: LayoutPlan, k: int) -> dict[str, Lane]:
    """The lanes of one track, with slots of one size; they run from its first city to its second."""
    sizes, track = plan.sizes, plan.tracks[k]
    curve = plan.curve(k, max(24, 12 * track.length))
    total = chains.lengths(curve)[-1]
    first, last = plan.trims[k]
    inner = chains.stretch(curve, min(first, total / 2 - 1), max(total - last, total / 2 + 1))
    pieces = []
    for number in range(track.lanes):
        line = chains.beside(inner, (number - (track.lanes - 1) / 2) * (sizes.slot_height + sizes.lane_gap))
        pieces.append(_pieces(plan, k, line))
    pitch = min(chains.lengths(usable)[-1] / count for lane in pieces for _, usable, count in lane)
    width = min(sizes.slot, pitch - sizes.lane_gap)
    out = {}
    for route, lane in zip(track.routes, pieces, strict=True):
        slots = [slot for _, usable, count in lane for slot in _slots_along(usable, count, width, sizes.slot_height)]
        out[route] = Lane(tuple(slots), tuple(line for line, _, _ in lane))
    return out


def _pieces(plan: LayoutPlan, k: int, line: Sequence[Point]) -> list[tuple[tuple[Point, ...], list[Point], int]]:
    """The pieces of a lane: whole line, the part of it for slots, and how many. A wrapping lane has two."""
    track = plan.tracks[k]
    if not track.wrap:
        return [(tuple(line), list(line), track.length)]
    edge = plan.width if track.wrap > 0 else 0.0
    beyond = next((i for i, p in enumerate(line) if (p[0] - edge) * track.wrap >= 0), len(line) - 1)
    beyond = min(max(beyond, 2), len(line) - 2)
    (px, py), (qx, qy) = line[beyond - 1], line[beyond]
    w = min(max((edge - px) / ((qx - px) or 1.0), 0.0), 1.0)
    border = (px + w * (qx - px), py + w * (qy - py))
    near = [*line[:beyond], border]
    far = [(x - track.wrap * plan.width, y) for x, y in (border, *line[beyond:])]
    return [
        (tuple(near), chains.stretch(near, 0.0, chains.lengths(near)[-1] - EDGE), track.near),
        (tuple(far), chains.stretch(far, EDGE, chains.lengths(far)[-1]), track.length - track.near),
    ]


def _slots_along(line: Sequence[Point], count: int, width: float, height: float) -> list[Slot]:
    run = chains.lengths(line)
    pitch = run[-1] / count
    out = []
    for i in range(count):
        middle = (i + 0.5) * pitch
        x, y = chains.along(line, run, middle)
        (px, py), (qx, qy) = (chains.along(line, run, middle + side * width / 2) for side in (-1, 1))
        angle = math.degrees(math.atan2(qy - py, qx - px))
        # Half way between chord and arc the slot leans out of the curve as little as possible.
        x, y = (x + (px + qx) / 2) / 2, (y + (py + qy) / 2) / 2
        out.append(Slot(x, y, (angle + 90.0) % 180.0 - 90.0, width, height))
    return out
