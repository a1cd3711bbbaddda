"""Exits: where wrapping tracks leave the board, with the name of the city to which they lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from branchline.core.board import City
from branchline.draw.names import labels
from branchline.draw.names.labels import Label, Setting
from branchline.draw.names.placement import Surroundings
from branchline.draw.routes.plan import Plan
from branchline.draw.routes.spaces import Lane

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Exit:
    """One end of a track at the edge: the city beyond, the routes that leave here, and the name set beside them."""

    to: str
    routes: tuple[str, ...]
    x: float
    y: float
    label: Label


def name_exits(plan: Plan, cities: Sequence[City], lanes: dict[str, Lane], around: Surroundings) -> list[Exit]:
    """Sets every name at its edge, above or below its track, where it disturbs least."""
    found = []
    for track in plan.tracks:
        if not track.turn:
            continue
        for piece, there, east in ((0, track.b, track.turn > 0), (1, track.a, track.turn < 0)):
            ends = [lanes[route].lines[piece][-1 if piece == 0 else 0] for route in track.routes]
            x, y = plan.width if east else 0.0, sum(p[1] for p in ends) / len(ends)
            near = around.near(x, y)
            offers = list(_settings(cities[there], plan.sizes.breadth(track.lanes) / 2, east, plan.sizes.exit_font))
            best = min(offers, key=lambda s: s.dislike + around.clash(s.label(x, y).box, near))
            label = best.label(x, y)
            around.written.append(label.box)
            found.append(Exit(cities[there].id, tuple(track.routes), x, y, label))
    return found


def _settings(city: City, half: float, east: bool, font: float) -> Iterator[Setting]:
    names = {"": city.name, **city.names}
    lines = {key: (f"{name} ›" if east else f"‹ {name}",) for key, name in names.items()}
    width, height = labels.room(lines, font)
    anchor = "end" if east else "start"
    for far in range(9):
        for inwards in range(8):
            x = 5.0 + 8.0 * inwards
            left = -x - width if east else x
            for top in (half + 2.0 + 4.0 * far, -half - 2.0 - 4.0 * far - height):
                box = (left, top, left + width, top + height)
                yield Setting("", box, anchor, "both", lines, 0.8 * far + 0.5 * inwards, font)
