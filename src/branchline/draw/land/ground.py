"""What is land and what is water on a map."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]


class Ground:
    """Land and lakes as rings, asked by scan lines a few units apart."""

    STEP = 4.0

    def __init__(self, land: Sequence[Sequence[Point]], lakes: Sequence[Sequence[Point]]) -> None:
        self._land, self._lakes = self._rows(land), self._rows(lakes)

    def _rows(self, rings: Sequence[Sequence[Point]]) -> dict[int, list[float]]:
        rows: dict[int, list[float]] = {}
        for ring in rings:
            for i, (x, y) in enumerate(ring):
                u, v = ring[i - 1]
                for row in range(math.ceil(min(y, v) / self.STEP), math.ceil(max(y, v) / self.STEP)):
                    rows.setdefault(row, []).append(x + (row * self.STEP - y) / (v - y) * (u - x))
        return rows

    def is_land(self, x: float, y: float) -> bool:
        row = round(y / self.STEP)
        on_land, on_lake = (sum(at < x for at in rows.get(row, ())) % 2 == 1 for rows in (self._land, self._lakes))
        return on_land and not on_lake
