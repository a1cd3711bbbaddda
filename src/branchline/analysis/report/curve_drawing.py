"""The course of a game as a picture: the chance of every seat to win, from the first decision to the end."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from branchline.analysis.findings import Analysis, CurvePoint

COLORS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
"""Told apart also by those who do not see all colors."""
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 2")

WIDTH, HEIGHT = 900, 300
LEFT, RIGHT, TOP, BOTTOM = 48, 150, 12, 28
STEPS: Final = 4
MARK: Final = 5


def curve_svg(analysis: Analysis, title: str) -> str:
    """An SVG: a line for every seat, a band of two standard errors around it, a dot at each costly decision."""
    points = analysis.curve
    last = max(1, points[-1].number)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">']
    out.append(f"<title>{escape(title)}</title>")
    out += _axes(last)
    for seat, name in enumerate(analysis.names):
        out += _seat(points, seat, name, last)
    for account in analysis.accounts:
        for number in account.costliest:
            at = _at(points[number], account.seat, last)
            text = f"{number + 1}: {analysis.names[account.seat]}"
            out.append(
                f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{MARK}" fill="#fff" '
                f'stroke="{COLORS[account.seat]}" stroke-width="2.5"><title>{escape(text)}</title></circle>'
            )
    return "\n".join([*out, "</svg>"])


def _axes(last: int) -> list[str]:
    out = []
    for step in range(STEPS + 1):
        y = _y(step / STEPS)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ccc" stroke-width="1"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{100 * step // STEPS} %</text>')
    ends = (f'<text x="{_x(n, last):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{n}</text>' for n in (0, last))
    return [*out, *ends]


def _seat(points: Sequence[CurvePoint], seat: int, name: str, last: int) -> list[str]:
    places = [_at(point, seat, last) for point in points]
    upper = [(_x(p.number, last), _y(p.seats[seat].win.mean + 2 * p.seats[seat].win.error)) for p in points]
    lower = [(_x(p.number, last), _y(p.seats[seat].win.mean - 2 * p.seats[seat].win.error)) for p in points]
    line = f'stroke="{COLORS[seat]}" stroke-width="2.5" stroke-dasharray="{DASHES[seat]}" fill="none"'
    y = TOP + 20 + 24 * seat
    x = WIDTH - RIGHT + 12
    return [
        f'<path d="{_path([*upper, *reversed(lower)])}Z" fill="{COLORS[seat]}" opacity=".13"/>',
        f'<path d="{_path(places)}" {line}/>',
        f'<path d="M{x} {y - 5}h26" {line}/><text x="{x + 32}" y="{y}">{escape(name)}</text>',
    ]


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)


def _at(point: CurvePoint, seat: int, last: int) -> tuple[float, float]:
    return _x(point.number, last), _y(point.seats[seat].win.mean)


def _x(number: int, last: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * number / last


def _y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(1.0, max(0.0, share)))
