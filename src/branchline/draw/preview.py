"""A plain SVG picture of a layout, for looking at it without the browser table."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from branchline.draw.layout import Layout
from branchline.draw.names.labels import Label
from branchline.draw.routes.spaces import Slot

COLORS = {
    "any": "#b9bbb6", "purple": "#b06fb5", "white": "#f6f4ec", "blue": "#3b7fc4", "yellow": "#f0cf3c",
    "orange": "#e8892f", "black": "#3c3a3d", "red": "#cf3b34", "green": "#5fa043",
}  # fmt: skip
SEA, SHALLOW, SHORE, LAND, COAST = "#cfe0e6", "#c2d8e0", "#b3cdd8", "#f3ecd9", "#8fa7ab"
INK, PAPER = "#2c2a26", "#f7f2e4"


def svg(
    layout: Layout,
    colors: Mapping[str, str],
    tunnels: frozenset[str] = frozenset(),
    sea: frozenset[str] = frozenset(),
    marked: Mapping[str, int] | None = None,
    language: str = "",
) -> str:
    """The picture. `colors` names each route's color, `marked` how many of its spaces bear a symbol."""
    size = f"{layout.width:.0f} {layout.height:.0f}"
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="Inter, Arial, sans-serif">']
    out += _ground(layout)
    for route, lane in layout.routes.items():
        for i, slot in enumerate(lane.slots):
            mark = i < (marked or {}).get(route, 0)
            out.append(_slot(slot, colors.get(route, "any"), route in tunnels, route in sea, mark))
    for spot in layout.cities.values():
        if spot.junction:
            out.append(_star(spot.x, spot.y, spot.radius))
        else:
            disc = f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="{spot.radius}"'
            out.append(f'{disc} fill="#a8342c" stroke="#fffaf0" stroke-width="3"/>')
            out.append(f'{disc} fill="none" stroke="#4a1613" stroke-width="1"/>')
    for spot in layout.cities.values():
        if spot.label:
            out.append(_label(spot.label, language, layout.sizes.font, 600))
    out += [_label(edge.label, language, layout.sizes.edge_font, 500) for edge in layout.edge_labels]
    return "\n".join([*out, "</svg>"])


def _ground(layout: Layout) -> list[str]:
    art = layout.art
    round_ = 'fill="none" stroke-linejoin="round"'
    return [
        f'<rect width="{layout.width:.0f}" height="{layout.height:.0f}" fill="{SEA}"/>',
        f'<path d="{art.land}" {round_} stroke="{SHALLOW}" stroke-width="30"/>',
        f'<path d="{art.land}" {round_} stroke="{SHORE}" stroke-width="12"/>',
        f'<path d="{art.land}" fill="{LAND}" fill-rule="evenodd" stroke="{COAST}" stroke-width="1.1"/>',
        f'<path d="{art.borders}" {round_} stroke="#cdbd97" stroke-width="1.6" stroke-dasharray="8 4 1.5 4"/>',
        f'<path d="{art.rivers}" {round_} stroke="#b5d0d9" stroke-width="1.3"/>',
        f'<path d="{art.lakes}" fill="{SHORE}" fill-rule="evenodd" stroke="{COAST}" stroke-width=".9"/>',
        *(_peak(*peak) for peak in art.peaks),
    ]


def _peak(x: float, y: float, half: float) -> str:
    top = y - 1.35 * half
    return (
        f'<path d="M{x - half:.1f} {y:.1f}L{x:.1f} {top:.1f}L{x + half:.1f} {y:.1f}" fill="#ece2c8" stroke="#bfae88"'
        f' stroke-width="1.1" stroke-linejoin="round"/><path d="M{x:.1f} {top:.1f}L{x + half:.1f} {y:.1f}'
        f'L{x + half * 0.1:.1f} {y:.1f}L{x - half * 0.18:.1f} {y - half * 0.7:.1f}z" fill="#d5c6a1"/>'
    )


def _slot(slot: Slot, color: str, tunnel: bool, sea: bool, mark: bool) -> str:
    edge = "#161518" if color == "black" else "#5d5a50"
    line = 'stroke-dasharray="5 2.5" stroke-width="2"' if tunnel else 'stroke-width="1.1"'
    return (
        f'<g transform="translate({slot.x:.1f} {slot.y:.1f}) rotate({slot.angle:.1f})"><rect x="{-slot.width / 2:.1f}"'
        f' y="{-slot.height / 2:.1f}" width="{slot.width:.1f}" height="{slot.height:.1f}"'
        f' rx="{slot.height / 2 if sea else 2.5}" fill="{COLORS.get(color, color)}" stroke="{edge}" {line}/>'
        + ('<circle r="4.2" fill="#fff" stroke="#333"/>' if mark else "")
        + "</g>"
    )


def _star(x: float, y: float, radius: float) -> str:
    long, short = radius * 1.25, radius * 0.4
    points = [
        (0, -long),
        (short, -short),
        (long, 0),
        (short, short),
        (0, long),
        (-short, short),
        (-long, 0),
        (-short, -short),
    ]
    corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points)
    return f'<polygon points="{corners}" fill="#fff" stroke="#44525a" stroke-width="1.2"/>'


def _label(label: Label, language: str, font: float, weight: int) -> str:
    lines = label.texts.get(language) or label.texts[""]
    return "".join(
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{label.anchor}" font-size="{font}" font-weight="{weight}"'
        f' fill="{INK}" stroke="{PAPER}" stroke-width="3.5" paint-order="stroke" stroke-linejoin="round">'
        f"{escape(line)}</text>"
        for line, x, y in lines
    )
