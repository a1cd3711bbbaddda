"""The placement of every city's name: off slots, cities and other names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from branchline.core.printed.board import City
from branchline.draw.geometry import rectangles
from branchline.draw.geometry.rectangles import Box, Quad
from branchline.draw.names import labels
from branchline.draw.names.labels import Placement
from branchline.draw.routes.plan import LayoutPlan
from branchline.draw.routes.spaces import all_lanes

Point = tuple[float, float]
SWEEPS = 8
KEPT = 12
"""So many of a city's best placements are looked at when names compete with each other."""
NEAR = 240.0
STAY_BONUS = 0.4
"""A name changes its place only for a better one, or the plan would never settle."""
OTHER_CITY = 14.0
"""Within this distance of another city a name begins to look like that city's."""


@dataclass(slots=True)
class Surroundings:
    """What names must keep off: slots, cities, the edge of the canvas, and what else has been written."""

    slots: Sequence[Quad]
    cities: Sequence[tuple[float, float, float]]
    frame: Box
    written: list[Box] = field(default_factory=list)

    def near(self, x: float, y: float) -> list[Quad]:
        return [q for q in self.slots if abs(q[0][0] - x) < NEAR and abs(q[0][1] - y) < NEAR]

    def clash(self, box: Box, slots: Sequence[Quad], owner: int = -1) -> float:
        """How badly a box would stand here; `owner` is the city it belongs to."""
        mine = rectangles.box_quad(box)
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        reach_x, reach_y = (box[2] - box[0]) / 2 + 28, (box[3] - box[1]) / 2 + 28
        cost = 0.0
        for slot in slots:
            slot_x, slot_y = (slot[0][0] + slot[2][0]) / 2, (slot[0][1] + slot[2][1]) / 2
            if abs(slot_x - x) < reach_x and abs(slot_y - y) < reach_y:
                d = rectangles.depth(mine, slot, -5.0)
                cost += 4.0 + 2.0 * (d + 1.5) if d > -1.5 else 0.1 * max(d + 5.0, 0.0)
        for c, (u, v, radius) in enumerate(self.cities):
            if c != owner and abs(u - x) < reach_x and abs(v - y) < reach_y:
                d = rectangles.disc_depth(mine, u, v, radius + 2.0)
                cost += 6.0 + 2.0 * d if d > 0 else 0.12 * max(d + OTHER_CITY, 0.0)
        out = max(self.frame[0] - box[0], self.frame[1] - box[1], box[2] - self.frame[2], box[3] - self.frame[3])
        cost += 8.0 + 3.0 * out if out > 0 else 0.0
        return cost + sum(overlap(box, other) for other in self.written)


def overlap(one: Box, two: Box) -> float:
    """How badly two names stand to each other."""
    x, y = min(one[2], two[2]) - max(one[0], two[0]), min(one[3], two[3]) - max(one[1], two[1])
    return 6.0 + 2.0 * min(x, y) if x > -3 and y > -1 else 0.0


def surroundings(plan: LayoutPlan) -> Surroundings:
    quads = [slot.quad() for lane in all_lanes(plan).values() for slot in lane.slots]
    cities = [(*plan.city(c), radius) for c, radius in enumerate(plan.radii)]
    side = 3.0 if plan.wraps else -40.0
    return Surroundings(quads, cities, (side, -40.0, plan.width - side, plan.height + 40.0))


def name_cities(
    plan: LayoutPlan, cities: Sequence[City], sides: Mapping[str, str], before: Sequence[Placement | None] = ()
) -> list[Placement | None]:
    """A placement for every name, chosen again and again until nothing changes; junctions have none."""
    around = surroundings(plan)
    choice: list[Placement | None] = list(before) or [None] * len(cities)
    offers = [_offers(plan, c, city, sides.get(city.id), around) for c, city in enumerate(cities)]
    for _ in range(SWEEPS):
        changed = False
        for c, mine in enumerate(offers):
            if mine:
                others = [rectangles.moved(s.box, *plan.city(e)) for e, s in enumerate(choice) if s and e != c]
                best = _best(mine, plan.city(c), others, choice[c])
                changed = changed or best != choice[c]
                choice[c] = best
        if not changed:
            break
    return choice


def _offers(
    plan: LayoutPlan, c: int, city: City, side: str | None, around: Surroundings
) -> list[tuple[float, Placement]]:
    if city.junction or not city.name:
        return []
    near = around.near(*plan.city(c))
    ways = labels.placements({"": city.name, **city.names}, plan.radii[c], plan.sizes)
    found: list[tuple[float, Placement]] = []
    for placement in sorted(ways, key=lambda way: way.penalty):
        # Enough placements are better than this one and all after it could be.
        if sum(cost <= placement.penalty for cost, _ in found) >= KEPT:
            break
        if side in (None, placement.side):
            box = rectangles.moved(placement.box, *plan.city(c))
            found.append((placement.penalty + around.clash(box, near, c), placement))
    return sorted(found, key=lambda offer: offer[0])[:KEPT]


def _best(
    offers: Sequence[tuple[float, Placement]], at: Point, others: Sequence[Box], present: Placement | None
) -> Placement:
    def cost(offer: tuple[float, Placement]) -> float:
        box = rectangles.moved(offer[1].box, *at)
        stay = STAY_BONUS if present is not None and present.box == offer[1].box else 0.0
        return offer[0] - stay + sum(overlap(box, other) for other in others)

    return min(offers, key=cost)[1]
