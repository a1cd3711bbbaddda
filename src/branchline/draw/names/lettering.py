"""Other names on a finished drawing: they are set into the boxes that are there, if they fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from branchline.core.printed.board import City
from branchline.draw.drawing_json import Drawing, DrawnCity, DrawnEdgeLabel, DrawnLabel, read_label, write_label
from branchline.draw.geometry.rectangles import Box
from branchline.draw.names.edge_labels import edge_text
from branchline.draw.names.labels import Label, Placement, box_size, broken

ROUNDING = 0.2
"""Figures of a drawing are rounded to tenths, so that a box may be a little small."""


def lettered(drawing: Drawing, cities: Sequence[City]) -> Drawing | None:
    """The drawing with the names that its cities have now; None where one does not fit its box."""
    names = {city.id: {"": city.name, **city.names} for city in cities}
    spots: dict[str, DrawnCity] = {}
    for city, spot in drawing["cities"].items():
        spots[city] = spot
        if "label" in spot:
            grow = _growth(spot["label"]["box"], spot["at"][1], spot["radius"])
            label = _relabeled(spot["label"], names[city], drawing["font"], grow)
            if label is None:
                return None
            spots[city] = {**spot, "label": label}
    edges: list[DrawnEdgeLabel] = []
    for edge in drawing["edge_labels"]:
        texts = {language: edge_text(name, edge["at"][0] > 0) for language, name in names[edge["to"]].items()}
        label = _relabeled(edge["label"], texts, drawing["edge_font"], "both")
        if label is None:
            return None
        edges.append({**edge, "label": label})
    found: Drawing = {**drawing, "cities": spots, "edge_labels": edges}
    return drawing if found == drawing else found


def _growth(box: Sequence[float], y: float, radius: float) -> str:
    """Where a name with fewer lines than its box stays, by the side of the city on which the box stands."""
    if box[3] < y - radius / 2:
        return "up"
    return "down" if box[1] > y + radius / 2 else "both"


def _relabeled(drawn: DrawnLabel, names: Mapping[str, str], font: float, grow: str) -> DrawnLabel | None:
    """The label with these names by language; lines that are there already stay exactly where they are."""
    label = read_label(drawn)
    if all(_text(label, language) == name for language, name in names.items()) and names.keys() >= label.texts.keys():
        return drawn
    on_two_lines = any(len(lines) > 1 for lines in label.texts.values())
    lines = {language: broken(name) if on_two_lines else (name,) for language, name in names.items()}
    width, height = box_size(lines, font)
    left, top, right, bottom = label.box
    if width > right - left + ROUNDING or height > bottom - top + ROUNDING:
        return None
    box: Box = (left, top, right, bottom)
    texts = dict(Placement("", box, label.anchor, grow, lines, 0.0, font).label(0.0, 0.0).texts)
    for language, name in names.items():
        if _text(label, language) == name:
            texts[language] = label.texts.get(language, label.texts[""])
    return write_label(Label(label.anchor, box, texts))


def _text(label: Label, language: str) -> str:
    return " ".join(line for line, _, _ in label.texts.get(language, label.texts[""]))
