"""Measure a layout: what clashes, how small the smallest space is, how sharply tracks turn, what crosses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from branchline.draw.geometry import chains
from branchline.draw.layout import Layout
from branchline.draw.routes.clashes import Clash, find_clashes

DESKTOP, PHONE = 1280.0, 390.0
"""Widths in pixels of the drawing on a laptop and on a phone held upright."""
PHONE_ZOOM = 3.0
"""On a phone one looks at a third of the board's width at a time."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes are in canvas units unless they say pixels."""

    clashes: tuple[Clash, ...]
    outside: tuple[str, ...]
    slot_min: float
    slot_max: float
    desktop_pixels: float
    """Length of the smallest slot when the whole board is 1280 pixels wide."""
    phone_pixels: float
    """Length of the smallest slot on 390 pixels at zoom 3."""
    sharpest: float
    """The biggest turn in degrees between neighboring spaces of a route."""
    crossings: tuple[str, ...]


def measure(layout: Layout) -> Measures:
    """Everything that can be measured without looking at the picture."""
    cities = {name: (spot.x, spot.y, spot.radius) for name, spot in layout.cities.items()}
    names = {name: spot.label.box for name, spot in layout.cities.items() if spot.label}
    names |= {f"edge label {i} to {edge.to}": edge.label.box for i, edge in enumerate(layout.edge_labels)}
    widths = [slot.width for lane in layout.routes.values() for slot in lane.slots]
    return Measures(
        clashes=tuple(find_clashes(layout.routes, cities, names)),
        outside=tuple(_outside(layout)),
        slot_min=min(widths),
        slot_max=max(widths),
        desktop_pixels=min(widths) * DESKTOP / layout.width,
        phone_pixels=min(widths) * PHONE * PHONE_ZOOM / layout.width,
        sharpest=max(_turns(layout), default=0.0),
        crossings=tuple(_crossings(layout)),
    )


def _outside(layout: Layout) -> Iterator[str]:
    def out(x: float, y: float) -> bool:
        return not (0 <= x <= layout.width and 0 <= y <= layout.height)

    for route, lane in layout.routes.items():
        if any(out(x, y) for slot in lane.slots for x, y in slot.quad()):
            yield route
    for name, spot in layout.cities.items():
        box = spot.label.box if spot.label else (spot.x, spot.y, spot.x, spot.y)
        if out(spot.x, spot.y) or out(box[0], box[1]) or out(box[2], box[3]):
            yield name


def _turns(layout: Layout) -> Iterator[float]:
    for lane in layout.routes.values():
        for one, two in pairwise(lane.slots):
            # Not over the edge of a wrapping board, nor where a track was stretched and its spaces stand apart.
            if math.hypot(one.x - two.x, one.y - two.y) < 1.08 * layout.sizes.pitch_max:
                yield abs((one.angle - two.angle + 90.0) % 180.0 - 90.0)


def _crossings(layout: Layout) -> Iterator[str]:
    for (one, lane), (two, other) in combinations(layout.routes.items(), 2):
        if any(chains.crossings(line, beside) for line in lane.lines for beside in other.lines):
            yield f"{one} × {two}"
