"""Claim: which route, when, and with which cards."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.hasty import claim_best
from branchline.bots.board.moves.harbors import Site, price_of_spending
from branchline.bots.board.moves.tunnels import LOST_TURN, chance_of_passing
from branchline.bots.board.planning.needs import needs_of
from branchline.bots.board.planning.payment import payments_for, taken_from
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.bots.board.planning.point_routes import Fill
from branchline.bots.board.position import Sight
from branchline.bots.move import Move
from branchline.bots.reason import because
from branchline.core.actions import ClaimRoute
from branchline.core.ids import Cards, RouteId

IN_DANGER = 0.3
"""From this risk on, in cards, a route is claimed because others may want it."""


class Claiming:
    """Looks for the claim to make now."""

    def __init__(self, planning: Planning, plan: Plan, harbors: Sequence[Site]) -> None:
        self._planning = planning
        self._sight = planning.sight
        self._plan = plan
        self._saved = price_of_spending(planning.sight, len(harbors)) if harbors else {}
        self.must_hurry = planning.turns <= plan.steps + 1

    def claims(self, more: Sequence[Fill]) -> list[Move]:
        """The claims that can be made, for a ticket or for points."""
        claims = [self._for_ticket(route) for route in self._plan.routes]
        if not self.must_hurry:
            claims += [self._for_points(each.route) for each in more if each.missing <= 0]
        return [claim for claim in claims if claim is not None]

    def _for_ticket(self, route: int) -> Move | None:
        found = self.payment(route)
        if found is None:
            return None
        lane, pay, gain = found
        danger = risk(self._planning, lane)
        gain += danger
        if self.must_hurry:
            gain += 10 + self._sight.atlas.points[lane]
        elif not self._plan.needs.missing:
            gain += 5
        key = "claims-first" if danger > IN_DANGER else "claims-for"
        reason = because(key, route=lane, ticket=self._plan.serves[route])
        return Move(ClaimRoute(RouteId(lane), pay), reason, gain)

    def _for_points(self, route: int) -> Move | None:
        if self._planning.delay(self._plan, 1) > self._sight.atlas.points[route]:
            return None
        found = self.payment(route)
        if found is None:
            return None
        lane, pay, gain = found
        if not self._plan.needs.missing:
            gain += 4
        reason = because("longest-route", route=lane, count=self._sight.atlas.points[lane])
        return Move(ClaimRoute(RouteId(lane), pay), reason, gain)

    def payment(self, route: int) -> tuple[int, Cards, float] | None:
        """The lane and payment that take least from the rest of the plan, and what claiming so gains, in cards."""
        sight = self._sight
        rest = needs_of(sight, [other for other in self._plan.routes if other != route])
        wild = 1.2 if rest.missing > 0 or self._saved else 0.6
        eager = self._planning.taste.eager * self._planning.rarer
        best: tuple[int, Cards, float] | None = None
        for lane in sight.lanes(route):
            for pay in payments_for(sight, lane):
                gain = eager - taken_from(sight, rest, pay, wild, self._saved)
                if best is None or gain > best[2]:
                    best = lane, pay, gain
        if best is not None and sight.board.routes[best[0]].tunnel:
            lane, pay, gain = best
            return lane, pay, gain - LOST_TURN * (1 - chance_of_passing(sight, pay))
        return best


def last_claim(sight: Sight) -> Move | None:
    """The claim of the most points that can be had at once, when there is no time for anything else."""
    found = claim_best(sight, sight.open)
    if found is None:
        return None
    return Move(found, because("last-chance", route=found.route, count=sight.atlas.points[found.route]), 0.0)


def risk(planning: Planning, route: int) -> float:
    """What may be lost by not claiming a route now, in cards: how likely it is taken, times the detour."""
    sight = planning.sight
    if len(sight.lanes(route)) > 1 and sight.both_lanes:
        return 0.0
    a, b = sight.atlas.ends[route]
    length = sight.atlas.length[route]
    chance = 0.0
    for seat, rival in enumerate(sight.rivals):
        if seat != sight.seat and rival.hand_size >= length and sum(rival.pieces) >= length:
            touches = sum(bool(rival.routes & sight.board.routes_at[city]) for city in (a, b))
            chance += planning.taste.danger * (1 + 2 * touches + planning.envy * sight.atlas.points[route])
    if not chance:
        return 0.0
    around = planning.web.grow((a,), goal=b, without=route).far[b]
    return chance * LOST_TURN * min(10.0, around - planning.web.prices[route])
