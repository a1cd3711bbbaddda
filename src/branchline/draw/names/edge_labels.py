"""Labels at the edge: where wrapping tracks leave the board stands the city to which they lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from branchline.core.printed.board import City
from branchline.draw.names import labels
from branchline.draw.names.labels import Label, Placement
from branchline.draw.names.placement import Surroundings
from branchline.draw.routes.plan import LayoutPlan
from branchline.draw.routes.spaces import Lane

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class EdgeLabel:
    """One end of a track at the edge: the city beyond, the routes that leave here, and the name set beside them."""

    to: str
    routes: tuple[str, ...]
    x: float
    y: float
    label: Label


def place_edge_labels(
    plan: LayoutPlan, cities: Sequence[City], lanes: dict[str, Lane], around: Surroundings
) -> list[EdgeLabel]:
    """Place every name at its edge, above or below its track, where it disturbs least."""
    found = []
    for track in plan.tracks:
        if not track.wrap:
            continue
        for piece, there, east in ((0, track.b, track.wrap > 0), (1, track.a, track.wrap < 0)):
            ends = [lanes[route].lines[piece][-1 if piece == 0 else 0] for route in track.routes]
            x, y = plan.width if east else 0.0, sum(p[1] for p in ends) / len(ends)
            near = around.near(x, y)
            offers = list(_placements(cities[there], plan.sizes.breadth(track.lanes) / 2, east, plan.sizes.edge_font))
            best = min(offers, key=lambda s: s.penalty + around.clash(s.label(x, y).box, near))
            label = best.label(x, y)
            around.written.append(label.box)
            found.append(EdgeLabel(cities[there].id, tuple(track.routes), x, y, label))
    return found


def edge_text(name: str, east: bool) -> str:
    """The name with a sign that points over the edge."""
    return f"{name} ›" if east else f"‹ {name}"


def _placements(city: City, half: float, east: bool, font: float) -> Iterator[Placement]:
    names = {"": city.name, **city.names}
    lines = {key: (edge_text(name, east),) for key, name in names.items()}
    width, height = labels.box_size(lines, font)
    anchor = "end" if east else "start"
    for far in range(9):
        for inwards in range(8):
            x = 5.0 + 8.0 * inwards
            left = -x - width if east else x
            for top in (half + 2.0 + 4.0 * far, -half - 2.0 - 4.0 * far - height):
                box = (left, top, left + width, top + height)
                yield Placement("", box, anchor, "both", lines, 0.8 * far + 0.5 * inwards, font)
