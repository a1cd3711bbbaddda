"""The document: a layout as plain values for JSON, compact, and back; docs/drawing.md describes the format."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from branchline.core.board import Route
from branchline.draw.geometry.outlines import simplify, svg_path
from branchline.draw.land.coast import Art
from branchline.draw.layout import Layout, Spot
from branchline.draw.names.edge_labels import Exit
from branchline.draw.names.labels import Label
from branchline.draw.routes.spaces import Lane, Slot
from branchline.draw.sizes import Sizes

FORMAT = 1
Point = tuple[float, float]
FLAT = 0.6
"""Square units: corners of a lane's line that are flatter than this are not written."""


def write(layout: Layout, routes: Sequence[Route]) -> dict[str, Any]:
    """The layout as values of which JSON is made; figures are rounded to a tenth of a unit."""
    sizes = layout.sizes
    wilds = {route.id: route.wilds for route in routes}
    return {
        "format": FORMAT,
        "size": [_tenth(layout.width), _tenth(layout.height)],
        "wraps": layout.wraps,
        "slot": [sizes.slot, sizes.slot_height],
        "font": sizes.font,
        "exit_font": sizes.exit_font,
        "art": {
            "land": layout.art.land,
            "lakes": layout.art.lakes,
            "rivers": layout.art.rivers,
            "borders": layout.art.borders,
            "peaks": [[_tenth(value) for value in peak] for peak in layout.art.peaks],
        },
        "cities": {name: _spot(spot) for name, spot in layout.cities.items()},
        "routes": {name: _lane(lane, wilds.get(name, 0), sizes) for name, lane in layout.routes.items()},
        "exits": [
            {"to": way.to, "routes": list(way.routes), "at": [_tenth(way.x), _tenth(way.y)], "label": _label(way.label)}
            for way in layout.exits
        ],
    }


def _tenth(value: float) -> float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def _spot(spot: Spot) -> dict[str, Any]:
    out: dict[str, Any] = {"at": [_tenth(spot.x), _tenth(spot.y)], "radius": spot.radius}
    if spot.junction:
        out["junction"] = True
    if spot.label:
        out["label"] = _label(spot.label)
    return out


def _label(label: Label) -> dict[str, Any]:
    texts = {key: [[text, _tenth(x), _tenth(y)] for text, x, y in lines] for key, lines in label.texts.items()}
    return {
        "anchor": label.anchor,
        "box": [_tenth(value) for value in label.box],
        "texts": {key: lines for key, lines in texts.items() if key == "" or lines != texts[""]},
    }


def _lane(lane: Lane, wilds: int, sizes: Sizes) -> dict[str, Any]:
    out: dict[str, Any] = {
        "slots": [[_tenth(slot.x), _tenth(slot.y), _tenth(slot.angle)] for slot in lane.slots],
        "lines": [svg_path([simplify(line, FLAT, closed=False)], closed=False) for line in lane.lines],
    }
    width = _tenth(lane.slots[0].width)
    if width != sizes.slot:
        out["width"] = width
    if wilds:
        first = (len(lane.slots) - wilds) // 2
        out["wilds"] = list(range(first, first + wilds))
    return out


def read(values: Mapping[str, Any]) -> Layout:
    """The layout that was written; languages left out are those that use the board's own name."""
    if values["format"] != FORMAT:
        raise ValueError(f"this version reads layouts of format {FORMAT}, not {values['format']}")
    slot, height = values["slot"]
    sizes = Sizes(slot=slot, slot_height=height, font=values["font"], exit_font=values["exit_font"])
    art = {key: value for key, value in values["art"].items() if key != "peaks"}
    return Layout(
        width=values["size"][0],
        height=values["size"][1],
        wraps=values["wraps"],
        sizes=sizes,
        art=Art(**art, peaks=tuple((x, y, half) for x, y, half in values["art"]["peaks"])),
        cities={name: _read_spot(spot) for name, spot in values["cities"].items()},
        routes={name: _read_lane(lane, slot, height) for name, lane in values["routes"].items()},
        exits=tuple(
            Exit(way["to"], tuple(way["routes"]), way["at"][0], way["at"][1], _read_label(way["label"]))
            for way in values["exits"]
        ),
    )


def _read_spot(spot: Mapping[str, Any]) -> Spot:
    label = _read_label(spot["label"]) if "label" in spot else None
    x, y = spot["at"]
    return Spot(x, y, spot["radius"], spot.get("junction", False), label)


def _read_label(label: Mapping[str, Any]) -> Label:
    texts = {key: tuple((text, x, y) for text, x, y in lines) for key, lines in label["texts"].items()}
    left, top, right, bottom = label["box"]
    return Label(label["anchor"], (left, top, right, bottom), texts)


def _read_lane(lane: Mapping[str, Any], slot: float, height: float) -> Lane:
    slots = tuple(Slot(x, y, angle, lane.get("width", slot), height) for x, y, angle in lane["slots"])
    return Lane(slots, tuple(read_line(line) for line in lane["lines"]))


def read_line(path: str) -> tuple[Point, ...]:
    """The points of a line written as an SVG path of relative steps."""
    figures = [float(figure) for figure in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", path)]
    x = y = 0.0
    points = []
    for i in range(0, len(figures), 2):
        x, y = x + figures[i], y + figures[i + 1]
        points.append((x, y))
    return tuple(points)
