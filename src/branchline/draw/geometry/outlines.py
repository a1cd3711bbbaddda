"""Outlines of land and water: clipping, simplifying, and writing them as SVG paths."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def clip(ring: Sequence[Point], box: Box) -> list[Point]:
    """The part of a closed ring inside a box (Sutherland and Hodgman)."""
    points = list(ring)
    for axis, bound, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        out: list[Point] = []
        for i, p in enumerate(points):
            q = points[i - 1]
            inside_p, inside_q = (p[axis] - bound) * sign >= 0, (q[axis] - bound) * sign >= 0
            if inside_p != inside_q:
                w = (bound - q[axis]) / (p[axis] - q[axis])
                out.append((q[0] + w * (p[0] - q[0]), q[1] + w * (p[1] - q[1])))
            if inside_p:
                out.append(p)
        points = out
    return points


def clip_line(line: Sequence[Point], box: Box) -> list[list[Point]]:
    """The pieces of an open line whose points lie inside a box."""
    pieces: list[list[Point]] = [[]]
    for x, y in line:
        if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
            pieces[-1].append((x, y))
        elif pieces[-1]:
            pieces.append([])
    return [piece for piece in pieces if len(piece) > 1]


def area(ring: Sequence[Point]) -> float:
    total = 0.0
    for i, (x, y) in enumerate(ring):
        u, v = ring[i - 1]
        total += u * y - x * v
    return abs(total) / 2


def simplify(points: Sequence[Point], least: float, closed: bool) -> list[Point]:
    """Drop corners, the flattest first, until each spans a triangle of at least that area (Visvalingam)."""
    count = len(points)
    before, after = [i - 1 for i in range(count)], [i + 1 for i in range(count)]
    if closed and count:
        before[0], after[-1] = count - 1, 0
    alive = [True] * count

    def triangle(i: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = points[before[i]], points[i], points[after[i]]
        return abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2

    current = {i: triangle(i) for i in (range(count) if closed else range(1, count - 1))}
    heap = [(value, i) for i, value in current.items()]
    heapq.heapify(heap)
    left = count
    while heap and left > (3 if closed else 2):
        value, i = heapq.heappop(heap)
        if not alive[i] or value != current[i]:
            continue
        if value >= least:
            break
        alive[i], left = False, left - 1
        p, n = before[i], after[i]
        after[p], before[n] = n, p
        for j in (p, n):
            if j in current:
                # Never smaller than the corner just dropped, or a bay would vanish point by point.
                current[j] = max(triangle(j), value)
                heapq.heappush(heap, (current[j], j))
    return [p for p, keep in zip(points, alive, strict=True) if keep]


def svg_path(lines: Sequence[Sequence[Point]], closed: bool, digits: int = 1) -> str:
    """Chains of points as one SVG path of relative steps, in as few characters as possible."""
    unit = 10**digits
    out: list[str] = []
    for line in lines:
        corners = [(round(x * unit), round(y * unit)) for x, y in line]
        px, py = corners[0]
        out.append(f"M{_figures((px, py), unit)}")
        steps: list[int] = []
        for x, y in corners[1:]:
            if (x, y) != (px, py):
                steps += (x - px, y - py)
                px, py = x, y
        out.append(f"l{_figures(steps, unit)}" if steps else "")
        out.append("z" if closed else "")
    return "".join(out)


def _figures(values: Sequence[int], unit: int) -> str:
    text = ""
    for value in values:
        figure = f"{value / unit:.1f}".removesuffix(".0") if unit > 1 else str(value)
        figure = figure.replace("0.", ".", 1) if figure.startswith(("0.", "-0.")) else figure
        text += figure if not text or figure.startswith("-") else f" {figure}"
    return text
