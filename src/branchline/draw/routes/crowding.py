"""Crowding: what stands too close while a plan settles (tracks, cities, names) is pushed apart."""

from __future__ import annotations

import math
from collections.abc import Iterator

from branchline.draw.geometry.rectangles import escape, moved, part
from branchline.draw.geometry.wrapping import shortest
from branchline.draw.routes.beads import Beads, add_bead_gradients
from branchline.draw.routes.plan import LayoutPlan

CITY_GAP = 3.0
"""What a track keeps from a city at which it does not end."""
CITIES_APART = 48.0
NAME_REACH = 75.0
"""No name reaches higher above or below its city than this, a track's breadth included."""


class Crowding:
    """Lists of close pairs, so that a step need not look at everything."""

    def __init__(self, plan: LayoutPlan) -> None:
        self.plan = plan
        self.bead_pairs: list[tuple[int, int, float]] = []
        self.city_pairs: list[tuple[int, int, float]] = []
        self.name_pairs: list[tuple[int, int]] = []

    def find_close_pairs(self, beads: Beads, margin: float) -> None:
        """List the pairs that may touch before the next search."""
        self.bead_pairs = list(self._close_beads(beads, margin))
        self.city_pairs, self.name_pairs = [], []
        plan, period = self.plan, self.plan.period
        for c, radius in enumerate(plan.radii):
            x, y = plan.city(c)
            box = plan.boxes[c] if plan.boxes else None
            for j, bead_y in enumerate(beads.y):
                dy = bead_y - y
                if not -NAME_REACH < dy < NAME_REACH:
                    continue
                dx = shortest(beads.x[j] - x, period)
                track, r = plan.tracks[beads.track[j]], beads.radius[j]
                reach = radius + r + CITY_GAP
                if c not in (track.a, track.b) and dx * dx + dy * dy < (reach + margin) ** 2:
                    self.city_pairs.append((c, j, reach))
                r += margin
                if box and box[0] - r < dx < box[2] + r and box[1] - r < dy < box[3] + r:
                    self.name_pairs.append((c, j))

    def _close_beads(self, beads: Beads, margin: float) -> Iterator[tuple[int, int, float]]:
        period, radius, owner = self.plan.period, beads.radius, beads.track
        cell = 2 * max(radius) + margin
        columns = max(1, int(period // cell))
        grid: dict[tuple[int, int], list[int]] = {}
        keys = []
        for x, y in zip(beads.x, beads.y, strict=True):
            column = int((x % period) / period * columns) % columns if period else int(x // cell)
            keys.append((column, int(y // cell)))
        for i, (column, row) in enumerate(keys):
            # The beads before this one are in the grid already, so that every pair is met once.
            x, y, k, r = beads.x[i], beads.y[i], owner[i], radius[i]
            for gx in {(column + step) % columns if period else column + step for step in (-1, 0, 1)}:
                for gy in (row - 1, row, row + 1):
                    for j in grid.get((gx, gy), ()):
                        if owner[j] != k:
                            dx, dy, reach = shortest(x - beads.x[j], period), y - beads.y[j], r + radius[j]
                            if dx * dx + dy * dy < (reach + margin) ** 2:
                                yield i, j, reach
            grid.setdefault((column, row), []).append(i)

    def push(self, beads: Beads, gradient: list[float], weight: float, names: float) -> None:
        """Add the gradients of everything that is too close."""
        fx, fy = [0.0] * len(beads.x), [0.0] * len(beads.x)
        self._push_beads(beads, fx, fy, gradient, weight)
        if names:
            self._push_names(beads, fx, fy, gradient, names)
        add_bead_gradients(self.plan, beads, fx, fy, gradient)

    def _push_beads(self, beads: Beads, fx: list[float], fy: list[float], gradient: list[float], weight: float) -> None:
        xs, ys, at, period = beads.x, beads.y, self.plan.at, self.plan.period
        for i, j, reach in self.bead_pairs:
            dx, dy = shortest(xs[i] - xs[j], period), ys[i] - ys[j]
            d2 = dx * dx + dy * dy
            if d2 < reach * reach:
                d = math.sqrt(d2) + 1e-6
                f = weight * (reach - d) / d
                fx[i] -= f * dx
                fy[i] -= f * dy
                fx[j] += f * dx
                fy[j] += f * dy
        for c, j, reach in self.city_pairs:
            dx, dy = shortest(at[2 * c] - xs[j], period), at[2 * c + 1] - ys[j]
            d2 = dx * dx + dy * dy
            if d2 < reach * reach:
                d = math.sqrt(d2) + 1e-6
                f = 1.5 * weight * (reach - d) / d
                gradient[2 * c] -= f * dx
                gradient[2 * c + 1] -= f * dy
                fx[j] += f * dx
                fy[j] += f * dy
        for c, e, dx, dy in self._near_cities():
            d2 = dx * dx + dy * dy
            if d2 < CITIES_APART**2:
                d = math.sqrt(d2) + 1e-6
                self._push_cities(gradient, c, e, dx / d, dy / d, 2 * weight * (CITIES_APART - d))

    def _push_names(self, beads: Beads, fx: list[float], fy: list[float], gradient: list[float], weight: float) -> None:
        plan, at, period = self.plan, self.plan.at, self.plan.period
        for c, j in self.name_pairs:
            box = plan.boxes[c]
            dx, dy = shortest(beads.x[j] - at[2 * c], period), beads.y[j] - at[2 * c + 1]
            way = escape(box, dx, dy, beads.radius[j]) if box else None
            if way:
                fx[j] -= weight * way[0]
                fy[j] -= weight * way[1]
                gradient[2 * c] += weight * way[0]
                gradient[2 * c + 1] += weight * way[1]
        for c, e, dx, dy in self._near_cities():
            mine, other = plan.boxes[c], plan.boxes[e]
            ways = (
                escape(mine, dx, dy, plan.radii[e] + CITY_GAP) if mine else None,
                _reversed(escape(other, -dx, -dy, plan.radii[c] + CITY_GAP)) if other else None,
                part(mine, moved(other, dx, dy)) if mine and other else None,
            )
            for way in ways:
                if way:
                    self._push_cities(gradient, c, e, way[0], way[1], weight)

    def _near_cities(self) -> Iterator[tuple[int, int, float, float]]:
        """Every two cities that are near each other, with the way from the first to the second."""
        at, period = self.plan.at, self.plan.period
        for c in range(len(self.plan.homes)):
            x, y = at[2 * c], at[2 * c + 1]
            for e in range(c):
                dy = at[2 * e + 1] - y
                if -NAME_REACH < dy < NAME_REACH:
                    dx = shortest(at[2 * e] - x, period)
                    if -300.0 < dx < 300.0:
                        yield c, e, dx, dy

    @staticmethod
    def _push_cities(gradient: list[float], c: int, e: int, x: float, y: float, force: float) -> None:
        gradient[2 * c] += force * x
        gradient[2 * c + 1] += force * y
        gradient[2 * e] -= force * x
        gradient[2 * e + 1] -= force * y


def _reversed(way: tuple[float, float] | None) -> tuple[float, float] | None:
    return (-way[0], -way[1]) if way else None
