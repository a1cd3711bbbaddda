"""Beds of rivers and canals under the sea tracks that follow them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from branchline.core.printed.board import City
from branchline.draw.geometry import chains, outlines
from branchline.draw.land.ground import Ground
from branchline.draw.routes.plan import LayoutPlan

Point = tuple[float, float]
BANK = 6.0
"""Water on either side of the spaces."""
CORNER = 1.0


def river_beds(plan: LayoutPlan, cities: Sequence[City], rivers: Collection[str], ground: Ground) -> str:
    """The beds of the named tracks as closed SVG paths, as far as they do not lie in a lake or the sea already."""
    beds = []
    for k, track in enumerate(plan.tracks):
        one, two = cities[track.a].id, cities[track.b].id
        if track.sea and (f"{one}--{two}" in rivers or f"{two}--{one}" in rivers):
            curve = plan.curve(k, 8 * track.length)
            length = chains.lengths(curve)[-1]
            line = _ashore(chains.stretch(curve, plan.radii[track.a], length - plan.radii[track.b]), ground)
            if len(line) > 2:
                half = plan.sizes.breadth(track.lanes) / 2 + BANK
                ring = [*chains.beside(line, half), *reversed(chains.beside(line, -half))]
                beds.append(outlines.simplify(ring, CORNER, closed=True))
    return outlines.svg_path(beds, closed=True)


def _ashore(line: list[Point], ground: Ground) -> list[Point]:
    """The line without its ends in the water."""
    dry = [i for i, (x, y) in enumerate(line) if ground.is_land(x, y)]
    return line[dry[0] : dry[-1] + 1] if dry else []
