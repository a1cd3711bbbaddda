"""The drawn map as a picture of numbers: each route colored by how much of something it has."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from branchline.core.printed.board import Board
from branchline.draw import drawing

COLD, WARM = (222, 226, 228), (176, 32, 38)


def heat_map(board: Board, values: Mapping[str, float], unit: str) -> str:
    """An SVG of the board. `values` are by route id; each space tells its number on hovering."""
    picture = drawing(board)
    width, height = picture["size"]
    long, wide = picture["slot"]
    most = max(values.values(), default=0.0) or 1.0
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">']
    out.append(f'<rect width="{width}" height="{height}" fill="#eef3f5"/>')
    out.append(f'<path d="{picture["art"]["land"]}" fill="#faf8f2" stroke="#c3cdd0" fill-rule="evenodd"/>')
    for route in board.routes:
        value = values.get(route.id, 0.0)
        title = f"{board.cities[route.a].name} – {board.cities[route.b].name}: {value:.2f} {unit}"
        out.append(f'<g fill="{_shade(value / most)}" stroke="#777" stroke-width=".6"><title>{escape(title)}</title>')
        for x, y, angle in picture["routes"][route.id]["slots"]:
            out.append(
                f'<rect x="{-long / 2}" y="{-wide / 2}" width="{long}" height="{wide}" rx="2" '
                f'transform="translate({x} {y}) rotate({angle})"/>'
            )
        out.append("</g>")
    for city in picture["cities"].values():
        x, y = city["at"]
        out.append(f'<circle cx="{x}" cy="{y}" r="6" fill="#333"/>')
        if label := city.get("label"):
            lines = label["texts"].get("en") or label["texts"][""]
            out += [_text(line, label["anchor"], picture["font"]) for line in lines]
    return "\n".join([*out, "</svg>"])


def _text(line: tuple[str, float, float], anchor: str, size: float) -> str:
    text, x, y = line
    halo = 'stroke="#faf8f2" stroke-width="3" paint-order="stroke"'
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" {halo}>{escape(text)}</text>'


def _shade(part: float) -> str:
    mixed = (round(cold + (warm - cold) * part) for cold, warm in zip(COLD, WARM, strict=True))
    return f"rgb({','.join(map(str, mixed))})"
