"""First bends: the side to which each track bends before anything moves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from branchline.draw.geometry.chains import crossings
from branchline.draw.geometry.wrapping import shortest
from branchline.draw.hints import Hints
from branchline.draw.land.ground import Ground
from branchline.draw.routes.plan import LayoutPlan

Point = tuple[float, float]
SWEEPS = 3
TRIED = (0.15, 0.3, 0.5, 0.8)
NEAR_CITY, NEAR_TRACK = 30.0, 19.0


def choose_bends(plan: LayoutPlan, names: Sequence[str], hints: Hints, ground: Ground | None) -> None:
    """Try several bends for every track and keep the best: off other cities and tracks, ships on water."""
    trial = _BendTrial(plan, ground)
    order = sorted(range(len(plan.tracks)), key=trial.need)
    for _ in range(SWEEPS):
        for k in order:
            track = plan.tracks[k]
            best = hints.bend_of(names[track.a], names[track.b], track.sea)
            if best is None:
                best = min(trial.offers(k), key=lambda height: trial.cost(k, height))
            plan.bend(k, best)
            trial.chains[k] = trial.chain(k)


class _BendTrial:
    """The cost of bending one track, among the present bends of the others."""

    def __init__(self, plan: LayoutPlan, ground: Ground | None) -> None:
        self.plan, self.ground = plan, ground
        self.chains: dict[int, list[Point]] = {}

    def need(self, k: int) -> float:
        """The length of a track in chords: more than 1 means that it must bend."""
        plan, track = self.plan, self.plan.tracks[k]
        ax, ay, bx, by = plan.ends(k)
        wanted = track.length * plan.sizes.pitch * track.stretch + sum(plan.trims[k])
        return wanted / (math.hypot(bx - ax, by - ay) + 1.0)

    def offers(self, k: int) -> list[float]:
        # A flat bend of height h makes a chord longer by 8/3 h², and the handles stand a third farther out.
        fit = math.sqrt(max(0.0, 3 / 8 * (min(self.need(k), 4.0) - 1.0)))
        return sorted({0.0, fit, -fit, *TRIED, *(-height for height in TRIED)}, key=abs)

    def chain(self, k: int) -> list[Point]:
        return self.plan.curve(k, max(8, 3 * self.plan.tracks[k].length))[1:-1]

    def cost(self, k: int, height: float) -> float:
        self.plan.bend(k, height)
        track, points = self.plan.tracks[k], self.chain(k)
        part = track.length / len(points)
        cost = 3.0 * abs(height) * (1.0 + 0.2 * track.length)
        for x, y in points:
            cost += part * self._place(k, x, y)
        for j, chain in self.chains.items():
            if j != k:
                cost += self._beside(k, j, points, chain) * part
        return cost

    def _place(self, k: int, x: float, y: float) -> float:
        plan, track, period = self.plan, self.plan.tracks[k], self.plan.period
        cost = 0.0
        if self.ground is not None:
            wet = not self.ground.is_land(x % period if period else x, y)
            cost += 0.0 if wet == track.sea else 1.6 if track.sea else 0.25
        if y < 10 or y > plan.height - 10 or (not track.wrap and (x < 10 or x > plan.width - 10)):
            cost += 3.0
        for c in range(len(plan.homes)):
            if c not in (track.a, track.b):
                dx, dy = shortest(plan.at[2 * c] - x, period), plan.at[2 * c + 1] - y
                if dx * dx + dy * dy < NEAR_CITY**2:
                    cost += 4.0
        return cost

    def _beside(self, k: int, j: int, points: Sequence[Point], chain: Sequence[Point]) -> float:
        plan, period = self.plan, self.plan.period
        one, two = plan.tracks[k], plan.tracks[j]
        between = points[len(points) // 2][0] - chain[len(chain) // 2][0]
        shift = period * round(between / period) if period else 0.0
        cost = 4.0 * crossings(points, chain, shift) * len(points) / one.length
        if not {one.a, one.b} & {two.a, two.b}:
            for x, y in points[::2]:
                if any((x - u - shift) ** 2 + (y - v) ** 2 < NEAR_TRACK**2 for u, v in chain[::2]):
                    cost += 0.5
        return cost
