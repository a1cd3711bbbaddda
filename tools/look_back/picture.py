"""The plot of docs/analysis.md: chances told to the right, games won upwards."""

from __future__ import annotations

from tools.look_back.moments import Bin


def plot(results: dict[str, list[Bin]], before: dict[str, list[Bin]] | None = None) -> str:
    """The bins of each game as an SVG: told to the right, came upwards, a bar of two standard errors.

    Rings are the same games `before` their chances were recalibrated.
    """
    colors = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
    size, edge = 420, 44
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 170} {size}" font-family="sans-serif">']
    out.append(f'<rect width="{size + 170}" height="{size}" fill="#fff"/>')

    def x(share: float) -> float:
        return edge + share * (size - edge - 12)

    def y(share: float) -> float:
        return size - edge - share * (size - edge - 12)

    for step in range(0, 11, 2):
        share = step / 10
        out.append(f'<path d="M{x(0)} {y(share):.1f}H{x(1)}M{x(share):.1f} {y(0)}V{y(1)}" stroke="#ddd"/>')
        out.append(f'<text x="{x(share):.1f}" y="{y(0) + 16}" font-size="11" text-anchor="middle">{step * 10}</text>')
        out.append(f'<text x="{x(0) - 6}" y="{y(share) + 4:.1f}" font-size="11" text-anchor="end">{step * 10}</text>')
    out.append(f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#555" stroke-dasharray="5 4"/>')
    out.append(f'<text x="{x(0.5)}" y="{size - 8}" font-size="12" text-anchor="middle">chance told, %</text>')
    out.append(f'<text x="12" y="{y(1) - 2}" font-size="12">games won, %</text>')
    for color, (name, bins) in zip(colors, results.items(), strict=False):
        shift = (colors.index(color) - 1.5) * 4
        for each in bins:
            at, low, high = x(each.told) + shift, y(each.came - 2 * each.error), y(each.came + 2 * each.error)
            out.append(f'<path d="M{at:.1f} {low:.1f}V{high:.1f}" stroke="{color}" stroke-width="2"/>')
            out.append(f'<circle cx="{at:.1f}" cy="{y(each.came):.1f}" r="4" fill="{color}"/>')
        for each in (before or {}).get(name, []):
            ring = f'cx="{x(each.told) + shift:.1f}" cy="{y(each.came):.1f}" r="3.5"'
            out.append(f'<circle {ring} fill="none" stroke="{color}" stroke-opacity="0.6"/>')
        row = 30 + 20 * colors.index(color)
        out.append(f'<circle cx="{size + 12}" cy="{row - 4}" r="5" fill="{color}"/>')
        out.append(f'<text x="{size + 24}" y="{row}" font-size="13">{name}</text>')
    return "\n".join([*out, "</svg>", ""])
