"""The thin-plate spline: the smoothest way to carry a map along when its cities move."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]
UNIT = 1000.0
"""Coordinates are measured in this unit inside, which keeps the equations well conditioned."""
TINY = 1e-9


class Warp:
    """A map moved so that each source point lands on its target."""

    def __init__(self, sources: Sequence[Point], targets: Sequence[Point]) -> None:
        self.sources = [(x / UNIT, y / UNIT) for x, y in sources]
        count = len(self.sources)
        rows = []
        for (x, y), (u, v), target in zip(self.sources, sources, targets, strict=True):
            row = [_bend(x - p, y - q) for p, q in self.sources]
            rows.append([*row, 1.0, x, y, target[0] - u, target[1] - v])
        for k in range(3):
            side = [(1.0, x, y)[k] for x, y in self.sources]
            rows.append([*side, 0.0, 0.0, 0.0, 0.0, 0.0])
        _solve(rows)
        self.dx = [row[count + 3] for row in rows]
        self.dy = [row[count + 4] for row in rows]

    def __call__(self, x: float, y: float) -> Point:
        n, px, py = len(self.sources), x / UNIT, y / UNIT
        dx = self.dx[n] + self.dx[n + 1] * px + self.dx[n + 2] * py
        dy = self.dy[n] + self.dy[n + 1] * px + self.dy[n + 2] * py
        for (u, v), p, q in zip(self.sources, self.dx, self.dy, strict=False):
            b = _bend(px - u, py - v)
            dx += p * b
            dy += q * b
        return x + dx, y + dy


def _bend(x: float, y: float) -> float:
    d2 = x * x + y * y
    return d2 * math.log(d2) if d2 > 0 else 0.0


def _solve(rows: list[list[float]]) -> None:
    """Gauss and Jordan with pivots, in place; the columns beyond the square are the right-hand sides."""
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        lead = rows[i][i]
        if abs(lead) < TINY:
            # Cities in a line or in one place leave this unknown free; zero is the smoothest choice.
            rows[i] = [float(j == i) for j in range(len(rows[i]))]
            continue
        rows[i] = [value / lead for value in rows[i]]
        top = rows[i]
        for r in range(size):
            factor = rows[r][i]
            if r != i and factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], top, strict=True)]
