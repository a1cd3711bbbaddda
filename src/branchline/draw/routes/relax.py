"""Move cities and bend tracks until every space has room, by gradient descent on one energy.

The energy asks that each track be as long as its spaces need, that tracks, cities and names keep off one another,
that cities stay where geography puts them as seen from their neighbors, and that curves stay gentle.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from branchline.draw.routes.beads import Beads, BeadStrings, add_bead_gradients
from branchline.draw.routes.crowding import Crowding
from branchline.draw.routes.plan import LayoutPlan

SEARCH_EVERY = 8
WALL = 4.0
BEYOND = -30.0
"""The walls of a canvas that is cropped later stand a little outside it."""


@dataclass(frozen=True, slots=True)
class LayoutWeights:
    """How strongly each term of the energy counts in one phase of the descent."""

    length: float = 1.0
    crowding: float = 1.0
    names: float = 1.0
    home: float = 0.001
    shape: float = 0.03
    smoothness: float = 50.0


class Relaxation:
    """A descent that can be continued with other weights."""

    def __init__(self, plan: LayoutPlan) -> None:
        self.plan = plan
        self.strings = BeadStrings(plan)
        self.crowding = Crowding(plan)

    def run(self, count: int, weights: LayoutWeights, step_size: float, last_step_size: float) -> None:
        """Take `count` steps of Adam; each moves a coordinate by about `step_size` at most, falling to the last one."""
        at = self.plan.at
        mean, square = [0.0] * len(at), [0.0] * len(at)
        for step in range(count):
            gradient = [0.0] * len(at)
            beads = self.strings.measure(gradient, weights.length, weights.smoothness)
            if step % SEARCH_EVERY == 0:
                self.crowding.find_close_pairs(beads, margin=6.0 + 6.0 * step_size)
            self.crowding.push(beads, gradient, weights.crowding, weights.names)
            self._stay_home(gradient, weights)
            self._stay_inside(beads, gradient)
            rate = step_size * (last_step_size / step_size) ** (step / count)
            fade, fade_square = 1 - 0.9 ** (step + 1), 1 - 0.99 ** (step + 1)
            for i, g in enumerate(gradient):
                mean[i] = m = 0.9 * mean[i] + 0.1 * g
                square[i] = s = 0.99 * square[i] + 0.01 * g * g
                at[i] -= rate * (m / fade) / (math.sqrt(s / fade_square) + 1e-3)

    def widen(self, clashes: Mapping[int, float]) -> None:
        """Let tracks that still clash claim a little more room in the next run."""
        for k, depth in clashes.items():
            self.strings.half[k] += min(0.5 * depth, 1.5)

    def _stay_home(self, gradient: list[float], weights: LayoutWeights) -> None:
        at, homes = self.plan.at, self.plan.homes
        for c, (x, y) in enumerate(homes):
            gradient[2 * c] += weights.home * (at[2 * c] - x)
            gradient[2 * c + 1] += weights.home * (at[2 * c + 1] - y)
        for c, e, weight in self.plan.near:
            f = weights.shape * weight
            dx = f * (at[2 * c] - at[2 * e] - (homes[c][0] - homes[e][0]))
            dy = f * (at[2 * c + 1] - at[2 * e + 1] - (homes[c][1] - homes[e][1]))
            gradient[2 * c] += dx
            gradient[2 * c + 1] += dy
            gradient[2 * e] -= dx
            gradient[2 * e + 1] -= dy

    def _stay_inside(self, beads: Beads, gradient: list[float]) -> None:
        """Push back from the edges, which are soft walls; only wrapping tracks may pass, and only east and west."""
        plan = self.plan
        width, height, margin = plan.width, plan.height, plan.sizes.margin
        side = WALL if plan.wraps else BEYOND
        for c in range(len(plan.homes)):
            x, y = plan.city(c)
            left, top, right, bottom = (plan.boxes[c] if plan.boxes else None) or (0.0, 0.0, 0.0, 0.0)
            west, east = x + min(left, -margin) - side, x + max(right, margin) - width + side
            north, south = y + min(top, -margin) - BEYOND, y + max(bottom, margin) - height + BEYOND
            gradient[2 * c] += min(west, 0.0) + max(east, 0.0)
            gradient[2 * c + 1] += min(north, 0.0) + max(south, 0.0)
        fx, fy = [0.0] * len(beads.x), [0.0] * len(beads.x)
        for i, (x, y, r) in enumerate(zip(beads.x, beads.y, beads.radius, strict=True)):
            fy[i] = min(y - r - BEYOND, 0.0) + max(y + r + BEYOND - height, 0.0)
            if not plan.tracks[beads.track[i]].wrap:
                fx[i] = min(x - r - side, 0.0) + max(x + r + side - width, 0.0)
        add_bead_gradients(plan, beads, fx, fy, gradient)
