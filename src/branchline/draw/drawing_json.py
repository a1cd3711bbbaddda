"""A drawing as plain values for JSON, typed, and back to a layout; docs/drawing.md describes the format."""

import re
from collections.abc import Sequence
from typing import Any, Literal, NotRequired, TypedDict, cast

from branchline.core.printed.board import Route
from branchline.draw.geometry.outlines import simplify, svg_path
from branchline.draw.land.coast import Art
from branchline.draw.layout import Layout, Spot
from branchline.draw.names.edge_labels import EdgeLabel
from branchline.draw.names.labels import Label
from branchline.draw.routes.spaces import Lane, Slot
from branchline.draw.sizes import Sizes

FORMAT = 2
Point = tuple[float, float]
SlotPlace = tuple[float, float, float]
"""The middle of a space and its angle in degrees."""
NameLine = tuple[str, float, float]
"""A line of a name, with the place where it begins."""
FLAT = 0.6
"""Square units: corners of a lane's line that are flatter than this are not written."""


class DrawnLabel(TypedDict):
    """A name on the board. `texts` has its lines by language; "" is the lettering of the board."""

    anchor: Literal["start", "middle", "end"]
    box: tuple[float, float, float, float]
    texts: dict[str, list[NameLine]]


class DrawnCity(TypedDict):
    """The disc of a city; a junction has no name."""

    at: Point
    radius: float
    junction: NotRequired[bool]
    label: NotRequired[DrawnLabel]


class DrawnRoute(TypedDict):
    """The spaces of a route and the lines under them as SVG paths; `wilds` are the spaces that demand a locomotive."""

    slots: list[SlotPlace]
    lines: list[str]
    width: NotRequired[float]
    wilds: NotRequired[list[int]]


class DrawnEdgeLabel(TypedDict):
    """Where routes leave a board that wraps, with the name of the city to which they lead."""

    to: str
    routes: list[str]
    at: Point
    label: DrawnLabel


class DrawnLand(TypedDict):
    """What lies under the routes: SVG paths, and the mountain signs as foot and half width."""

    land: str
    lakes: str
    rivers: str
    borders: str
    peaks: list[tuple[float, float, float]]


class Drawing(TypedDict):
    """How a board is drawn, in units of its own canvas; `key` says from which board."""

    key: str
    format: int
    size: Point
    wraps: bool
    slot: Point
    font: float
    edge_font: float
    art: DrawnLand
    cities: dict[str, DrawnCity]
    routes: dict[str, DrawnRoute]
    edge_labels: list[DrawnEdgeLabel]


def write_drawing(layout: Layout, routes: Sequence[Route], key: str = "") -> Drawing:
    """The layout as values of which JSON is made; figures are rounded to a tenth of a unit."""
    sizes = layout.sizes
    wilds = {route.id: route.wilds for route in routes}
    return {
        "key": key,
        "format": FORMAT,
        "size": (_tenth(layout.width), _tenth(layout.height)),
        "wraps": layout.wraps,
        "slot": (sizes.slot, sizes.slot_height),
        "font": sizes.font,
        "edge_font": sizes.edge_font,
        "art": {
            "land": layout.art.land,
            "lakes": layout.art.lakes,
            "rivers": layout.art.rivers,
            "borders": layout.art.borders,
            "peaks": [(_tenth(x), _tenth(y), _tenth(half)) for x, y, half in layout.art.peaks],
        },
        "cities": {name: _spot(spot) for name, spot in layout.cities.items()},
        "routes": {name: _lane(lane, wilds.get(name, 0), sizes) for name, lane in layout.routes.items()},
        "edge_labels": [_edge_label(edge) for edge in layout.edge_labels],
    }


def _tenth(value: float) -> float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def _spot(spot: Spot) -> DrawnCity:
    out: DrawnCity = {"at": (_tenth(spot.x), _tenth(spot.y)), "radius": spot.radius}
    if spot.junction:
        out["junction"] = True
    if spot.label:
        out["label"] = write_label(spot.label)
    return out


def _edge_label(edge: EdgeLabel) -> DrawnEdgeLabel:
    at = (_tenth(edge.x), _tenth(edge.y))
    return {"to": edge.to, "routes": list(edge.routes), "at": at, "label": write_label(edge.label)}


def write_label(label: Label) -> DrawnLabel:
    """A label without the languages that use the board's own lettering."""
    texts = {key: [(text, _tenth(x), _tenth(y)) for text, x, y in lines] for key, lines in label.texts.items()}
    left, top, right, bottom = label.box
    return {
        "anchor": cast(Any, label.anchor),
        "box": (_tenth(left), _tenth(top), _tenth(right), _tenth(bottom)),
        "texts": {key: lines for key, lines in texts.items() if key == "" or lines != texts[""]},
    }


def _lane(lane: Lane, wilds: int, sizes: Sizes) -> DrawnRoute:
    out: DrawnRoute = {
        "slots": [(_tenth(slot.x), _tenth(slot.y), _tenth(slot.angle)) for slot in lane.slots],
        "lines": [svg_path([simplify(line, FLAT, closed=False)], closed=False) for line in lane.lines],
    }
    width = _tenth(lane.slots[0].width)
    if width != sizes.slot:
        out["width"] = width
    if wilds:
        first = (len(lane.slots) - wilds) // 2
        out["wilds"] = list(range(first, first + wilds))
    return out


def read_drawing(values: Drawing) -> Layout:
    """The layout that was written; languages left out are those that use the board's own name."""
    if values["format"] != FORMAT:
        raise ValueError(f"this version reads drawings of format {FORMAT}, not {values['format']}")
    slot, height = values["slot"]
    sizes = Sizes(slot=slot, slot_height=height, font=values["font"], edge_font=values["edge_font"])
    art = values["art"]
    peaks = tuple((x, y, half) for x, y, half in art["peaks"])
    return Layout(
        width=values["size"][0],
        height=values["size"][1],
        wraps=values["wraps"],
        sizes=sizes,
        art=Art(art["land"], art["lakes"], art["rivers"], art["borders"], peaks),
        cities={name: _read_spot(spot) for name, spot in values["cities"].items()},
        routes={name: _read_lane(lane, slot, height) for name, lane in values["routes"].items()},
        edge_labels=tuple(
            EdgeLabel(edge["to"], tuple(edge["routes"]), edge["at"][0], edge["at"][1], read_label(edge["label"]))
            for edge in values["edge_labels"]
        ),
    )


def _read_spot(spot: DrawnCity) -> Spot:
    label = read_label(spot["label"]) if "label" in spot else None
    x, y = spot["at"]
    return Spot(x, y, spot["radius"], spot.get("junction", False), label)


def read_label(label: DrawnLabel) -> Label:
    """The label that was written."""
    texts = {key: tuple((text, x, y) for text, x, y in lines) for key, lines in label["texts"].items()}
    left, top, right, bottom = label["box"]
    return Label(label["anchor"], (left, top, right, bottom), texts)


def _read_lane(lane: DrawnRoute, slot: float, height: float) -> Lane:
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
