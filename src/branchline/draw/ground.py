"""Ground: tells land from water on a map."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]


class Ground:
    """Land as rings, asked by scan lines a few units apart."""

    STEP = 4.0

    def __init__(self, land: Sequence[Sequence[Point]]) -> None:
        self.rows: dict[int, list[float]] = {}
        for ring in land:
            for i, (x, y) in enumerate(ring):
                u, v = ring[i - 1]
                for row in range(math.ceil(min(y, v) / self.STEP), math.ceil(max(y, v) / self.STEP)):
                    self.rows.setdefault(row, []).append(x + (row * self.STEP - y) / (v - y) * (u - x))

    def land(self, x: float, y: float) -> bool:
        return sum(1 for at in self.rows.get(round(y / self.STEP), ()) if at < x) % 2 == 1
