"""Beads: discs strung along the tracks, which stand for the spaces while a plan settles."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from branchline.draw.routes.plan import LayoutPlan
from branchline.draw.routes.tracks import weights

EDGE = 8.0
"""What the spaces of a wrapping track leave free at the edge of the board."""
SLIDE, LOOSE = 0.5, 0.25
"""How hard and from where (in chords) a handle that slides along its track is pushed back."""
SHARP = 0.4
"""A turn from space to space, in radians, from which a curve resists much more."""


@dataclass(slots=True)
class Beads:
    """Place of every bead, where on its track's curve it sits, which track that is, and its radius."""

    x: list[float] = field(default_factory=list)
    y: list[float] = field(default_factory=list)
    t: list[float] = field(default_factory=list)
    track: list[int] = field(default_factory=list)
    radius: list[float] = field(default_factory=list)


class BeadStrings:
    """The beads of every track, strung anew at each step, when the lengths of the tracks are measured too."""

    def __init__(self, plan: LayoutPlan) -> None:
        sizes = plan.sizes
        self.plan = plan
        self.steps = [max(8, 3 * track.length) for track in plan.tracks]
        self.table = {n: [(j / n, *weights(j / n)) for j in range(1, n + 1)] for n in set(self.steps)}
        self.half = [(sizes.breadth(track.lanes) + sizes.lane_gap + 1.0) / 2 for track in plan.tracks]
        self.count = [track.length * (3 if track.lanes == 1 else 2) for track in plan.tracks]

    def measure(self, gradient: list[float], length: float, smoothness: float) -> Beads:
        """Measure all tracks, string their beads, and add the gradients of length and smoothness, so weighted."""
        beads = Beads()
        for k in range(len(self.plan.tracks)):
            self._track(k, gradient, length, smoothness, beads)
        return beads

    def _track(self, k: int, gradient: list[float], length: float, smoothness: float, beads: Beads) -> None:
        plan, track = self.plan, self.plan.tracks[k]
        ax, ay, bx, by = plan.ends(k)
        h = plan.handles(k)
        ux, uy, vx, vy = plan.at[h : h + 4]
        dx, dy, part = bx - ax, by - ay, 1.0 / self.steps[k]
        px, py, total, p0, q0 = ax, ay, 0.0, 0.0, 0.0
        xs, ys, run = [ax], [ay], [0.0]
        # The gradient of the length: for the ends (e, with opposite signs) and for the two handles.
        ex = ey = eux = euy = evx = evy = 0.0
        for t, p, q in self.table[self.steps[k]]:
            x, y = ax + t * dx + p * ux + q * vx, ay + t * dy + p * uy + q * vy
            sx, sy = x - px, y - py
            d = math.sqrt(sx * sx + sy * sy) + 1e-9
            total += d
            sx /= d
            sy /= d
            ex += sx * part
            ey += sy * part
            eux += sx * (p - p0)
            euy += sy * (p - p0)
            evx += sx * (q - q0)
            evy += sy * (q - q0)
            px, py, p0, q0 = x, y, p, q
            xs.append(x)
            ys.append(y)
            run.append(total)
        force = length * self._excess(k, total) / math.sqrt(track.length)
        a, b = 2 * track.a, 2 * track.b
        gradient[a] -= force * ex
        gradient[a + 1] -= force * ey
        gradient[b] += force * ex
        gradient[b + 1] += force * ey
        gradient[h] += force * eux
        gradient[h + 1] += force * euy
        gradient[h + 2] += force * evx
        gradient[h + 3] += force * evy
        if track.wrap:
            self._split(k, xs, run, gradient, length)
        self._smooth(k, total, gradient, smoothness)
        self._string_one(k, xs, ys, run, beads)

    def _excess(self, k: int, total: float) -> float:
        """How much the track is too long (or, negative, too short) for its spaces, with a mild pull to the middle."""
        track, sizes = self.plan.tracks[k], self.plan.sizes
        free = total - sum(self.plan.trims[k])
        # On a bend the inner lane of a double track is the shorter one.
        low = (sizes.pitch_min + 1.5 * (track.lanes - 1)) * track.stretch * track.length
        high = sizes.pitch_max * track.stretch * track.length
        return min(free - low, 0.0) + max(free - high, 0.0) + 0.02 * (free - (low + high) / 2)

    def _split(self, k: int, xs: list[float], run: list[float], gradient: list[float], length: float) -> None:
        """Keep the cities of a wrapping track far enough from the edge for whole spaces on both sides."""
        plan, track = self.plan, self.plan.tracks[k]
        edge = plan.width if track.wrap > 0 else 0.0
        for j in range(1, len(xs)):
            if (xs[j] - edge) * track.wrap > 0:
                cut = run[j - 1] + (run[j] - run[j - 1]) * (edge - xs[j - 1]) / (xs[j] - xs[j - 1])
                here, there = plan.trims[k]
                pitch = plan.sizes.pitch_min
                short_a = here + track.near * pitch + EDGE - cut
                short_b = there + (track.length - track.near) * pitch + EDGE - (run[-1] - cut)
                gradient[2 * track.a] += track.wrap * length * max(short_a, 0.0)
                gradient[2 * track.b] -= track.wrap * length * max(short_b, 0.0)
                return

    def _smooth(self, k: int, total: float, gradient: list[float], smoothness: float) -> None:
        """Keep the turn from one space to the next small at either end of the curve, and so everywhere."""
        h, track = self.plan.handles(k), self.plan.tracks[k]
        ux, uy, vx, vy = self.plan.at[h : h + 4]
        turn = 6 * self.plan.sizes.pitch / (total * total + 400.0)
        for x, y, here, there in ((vx - 2 * ux, vy - 2 * uy, h, h + 2), (ux - 2 * vx, uy - 2 * vy, h + 2, h)):
            angle = turn * math.sqrt(x * x + y * y)
            g = smoothness * turn * turn * (1.0 + 15.0 * max(angle - SHARP, 0.0)) / track.stretch
            gradient[here] -= 2 * g * x
            gradient[here + 1] -= 2 * g * y
            gradient[there] += g * x
            gradient[there + 1] += g * y
        # A handle that slides along the chord would fold the curve back on itself.
        ax, ay, bx, by = self.plan.ends(k)
        chord = math.hypot(bx - ax, by - ay) + 1.0
        cx, cy = (bx - ax) / chord, (by - ay) / chord
        for i in (h, h + 2):
            slide = self.plan.at[i] * cx + self.plan.at[i + 1] * cy
            f = SLIDE * (slide - max(-LOOSE * chord, min(slide, LOOSE * chord)))
            gradient[i] += f * cx
            gradient[i + 1] += f * cy

    def _string_one(self, k: int, xs: list[float], ys: list[float], run: list[float], beads: Beads) -> None:
        """String beads at equal distances along the part of the curve that bears spaces."""
        first, last = self.plan.trims[k]
        count, total, steps = self.count[k], run[-1], self.steps[k]
        room = max(total - first - last, 1.0)
        j = 0
        for i in range(count):
            s = min(first + room * (i + 0.5) / count, total)
            while j < steps - 1 and run[j + 1] < s:
                j += 1
            w = (s - run[j]) / (run[j + 1] - run[j] + 1e-9)
            beads.x.append(xs[j] + w * (xs[j + 1] - xs[j]))
            beads.y.append(ys[j] + w * (ys[j + 1] - ys[j]))
            beads.t.append((j + w) / steps)
            beads.track.append(k)
            beads.radius.append(self.half[k])


def add_bead_gradients(plan: LayoutPlan, beads: Beads, fx: list[float], fy: list[float], gradient: list[float]) -> None:
    """Hand the gradient at every bead on to its track's cities and handles, by the weights of the curve."""
    for i, k in enumerate(beads.track):
        x, y = fx[i], fy[i]
        if x == 0.0 and y == 0.0:
            continue
        track, t, h = plan.tracks[k], beads.t[i], plan.handles(k)
        p, q = weights(t)
        a, b = 2 * track.a, 2 * track.b
        gradient[a] += (1 - t) * x
        gradient[a + 1] += (1 - t) * y
        gradient[b] += t * x
        gradient[b + 1] += t * y
        gradient[h] += p * x
        gradient[h + 1] += p * y
        gradient[h + 2] += q * x
        gradient[h + 3] += q * y
