"""Labels: how wide a name is, how it breaks into lines, and the ways to place it beside its city."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from branchline.draw.geometry.rectangles import Box, moved
from branchline.draw.sizes import Sizes

# Widths of a bold grotesque face in thousandths of the font size; what is not listed is as wide as an "n".
_WIDTHS = {
    278: "Iijlf .,()'/‹›", 333: "t-", 389: "r", 556: "acekszvxyJ", 611: "bdghnopqu", 667: "EFLPSVXY",
    722: "ABCDHKNRTUZ", 778: "GOQw", 833: "M", 889: "m", 944: "W",
}  # fmt: skip
_WIDTH = {letter: width / 1000 for width, letters in _WIDTHS.items() for letter in letters}
_SPARE = 1.07
"""Fonts of different systems differ by some per cent; with this, Inter, Arial and DejaVu Sans fit."""
LINE, TALL, BASE = 1.08, 0.92, 0.74
"""In font sizes: from line to line, height of the box of one line, and its baseline below its top."""
LONG = 12
"""Names of so many letters look better on two lines."""


def text_width(text: str, font: float) -> float:
    """A cautious estimate of a name's width."""
    plain = unicodedata.normalize("NFD", text.replace("ł", "l").replace("Ł", "L"))
    return _SPARE * font * sum(_WIDTH.get(c, 0.611) for c in plain if not unicodedata.combining(c))


def broken(name: str) -> tuple[str, ...]:
    """The name on two lines, split where they come out most alike, but not after an abbreviation."""
    words = name.split(" ")
    if len(words) == 1:
        return (name,)

    def unlike(cut: int) -> tuple[bool, int]:
        return words[cut - 1].endswith("."), max(len(" ".join(words[:cut])), len(" ".join(words[cut:])))

    cut = min(range(len(words) - 1, 0, -1), key=unlike)
    return " ".join(words[:cut]), " ".join(words[cut:])


@dataclass(frozen=True, slots=True)
class Label:
    """A name as it is set: its room, and for each language its lines, x and baseline; "" is the board's own name."""

    anchor: str
    box: Box
    texts: Mapping[str, tuple[tuple[str, float, float], ...]]


@dataclass(frozen=True, slots=True)
class Placement:
    """One way to place a name, measured from its city; one box serves all languages."""

    side: str
    box: Box
    anchor: str
    grow: str
    """Where shorter names stay: "down" from the top, "up" from the bottom, or in the middle of "both"."""
    lines: Mapping[str, tuple[str, ...]]
    penalty: float
    font: float

    def label(self, x: float, y: float) -> Label:
        """This placement for a city at (x, y)."""
        left, top, right, bottom = moved(self.box, x, y)
        text_x = {"start": left, "end": right, "middle": (left + right) / 2}[self.anchor]
        texts = {}
        for language, lines in self.lines.items():
            height = _height(len(lines), self.font)
            start = {"up": bottom - height, "down": top, "both": (top + bottom - height) / 2}[self.grow]
            baseline = start + BASE * self.font
            texts[language] = tuple((line, text_x, baseline + i * LINE * self.font) for i, line in enumerate(lines))
        return Label(self.anchor, (left, top, right, bottom), texts)


def placements(names: Mapping[str, str], radius: float, sizes: Sizes) -> list[Placement]:
    """All ways to place these names around a disc."""
    ways: list[dict[str, tuple[str, ...]]] = [{key: (name,) for key, name in names.items()}]
    if any(" " in name for name in names.values()):
        ways.append({key: broken(name) for key, name in names.items()})
    preferred = 0 if max(map(len, names.values())) < LONG else len(ways) - 1
    out = []
    for number, lines in enumerate(ways):
        width, height = box_size(lines, sizes.font)
        unusual = 0.0 if number == preferred else 1.5
        for side, box, anchor, grow, penalty in _around(width, height, radius):
            out.append(Placement(side, box, anchor, grow, lines, unusual + penalty, sizes.font))
    return out


def box_size(lines: Mapping[str, tuple[str, ...]], font: float) -> tuple[float, float]:
    """Width and height that hold the name in every language."""
    width = max(text_width(line, font) for name in lines.values() for line in name)
    return width, _height(max(map(len, lines.values())), font)


def _height(lines: int, font: float) -> float:
    return font * (TALL + LINE * (lines - 1))


def _around(width: float, height: float, radius: float) -> Iterator[tuple[str, Box, str, str, float]]:
    """Places around a disc, the nearest first: side, box, anchor, growth, and penalty."""
    half, middle = height / 2, width / 2
    for gap, far in ((2.5, 0.0), (6.0, 1.2), (11.0, 3.0), (17.0, 6.0), (24.0, 10.0)):
        side, cross = radius + gap, 0.72 * radius + 0.6 * gap
        for slide, less in ((0.0, 0.0), (-0.5, 0.5), (0.5, 0.5)):
            y = slide * (height + 0.6 * radius)
            yield "e", (side, y - half, side + width, y + half), "start", "both", far + less
            yield "w", (-side - width, y - half, -side, y + half), "end", "both", far + less + 0.3
        for slide, less in ((0.0, 0.0), (-0.18, 0.5), (0.18, 0.5), (-0.32, 0.5), (0.32, 0.5)):
            x = slide * width
            yield "n", (x - middle, -side - height, x + middle, -side), "middle", "up", far + less + 0.4
            yield "s", (x - middle, side, x + middle, side + height), "middle", "down", far + less + 0.4
        yield "ne", (cross, -cross - height, cross + width, -cross), "start", "up", far + 0.6
        yield "se", (cross, cross, cross + width, cross + height), "start", "down", far + 0.6
        yield "nw", (-cross - width, -cross - height, -cross, -cross), "end", "up", far + 0.7
        yield "sw", (-cross - width, cross, -cross, cross + height), "end", "down", far + 0.7
