"""Thumbnails: a board in a few kilobytes, for the list of boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.draw.drawing_json import read_line
from branchline.draw.geometry.outlines import area, simplify, svg_path
from branchline.draw.layout import Layout

WIDTH = 320.0
CORNER, ISLAND, FLAT = 2.0, 14.0, 1.5


def thumb(layout: Layout, colors: Mapping[str, str]) -> dict[str, Any]:
    """Land, cities, and the lines of the routes by color (`colors` names each route's), 320 units wide."""
    scale = WIDTH / layout.width

    def shrunk(path: str) -> list[tuple[float, float]]:
        return [(x * scale, y * scale) for x, y in read_line(path)]

    def rings(path: str) -> str:
        all_rings = [shrunk(ring) for ring in path.split("z") if ring]
        return svg_path([simplify(r, CORNER, closed=True) for r in all_rings if area(r) > ISLAND], closed=True)

    lines: dict[str, list[list[tuple[float, float]]]] = {}
    for route, lane in layout.routes.items():
        for line in lane.lines:
            points = [(x * scale, y * scale) for x, y in line]
            lines.setdefault(colors[route], []).append(simplify(points, FLAT, closed=False))
    return {
        "size": [WIDTH, round(layout.height * scale, 1)],
        "land": rings(layout.art.land),
        "lakes": rings(layout.art.lakes),
        "lines": {color: svg_path(found, closed=False) for color, found in sorted(lines.items())},
        "cities": [[round(spot.x * scale, 1), round(spot.y * scale, 1)] for spot in layout.cities.values()],
    }
