"""The thin-plate spline: the smoothest way to carry a map along when its cities move."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]


class Warp:
    """Moves every place of a map so that each source point lands on its target."""

    def __init__(self, sources: Sequence[Point], targets: Sequence[Point], stiffness: float = 0.0) -> None:
        self.sources = list(sources)
        count = len(self.sources)
        rows = []
        for i, (x, y) in enumerate(self.sources):
            row = [_bend(x - u, y - v) for u, v in self.sources]
            row[i] += stiffness
            rows.append([*row, 1.0, x, y, targets[i][0] - x, targets[i][1] - y])
        for k in range(3):
            side = [(1.0, x, y)[k] for x, y in self.sources]
            rows.append([*side, 0.0, 0.0, 0.0, 0.0, 0.0])
        _solve(rows)
        self.dx = [row[count + 3] for row in rows]
        self.dy = [row[count + 4] for row in rows]

    def __call__(self, x: float, y: float) -> Point:
        n = len(self.sources)
        dx = self.dx[n] + self.dx[n + 1] * x + self.dx[n + 2] * y
        dy = self.dy[n] + self.dy[n + 1] * x + self.dy[n + 2] * y
        for (u, v), p, q in zip(self.sources, self.dx, self.dy, strict=False):
            b = _bend(x - u, y - v)
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
        rows[i] = [value / lead for value in rows[i]]
        top = rows[i]
        for r in range(size):
            factor = rows[r][i]
            if r != i and factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], top, strict=True)]
