"""Claims: which route, when, and with which cards."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.hasty import claim_best
from branchline.bots.board.moves.harbors import HarborSite, spending_prices
from branchline.bots.board.moves.tunnels import TURN_IN_CARDS, chance_of_passing
from branchline.bots.board.planning.needs import needs_of
from branchline.bots.board.planning.payment import payment_cost, payments_for
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.bots.board.planning.point_routes import PointRoute
from branchline.bots.board.position import BoardPosition
from branchline.bots.move import Move
from branchline.bots.reason import because
from branchline.core.actions import ClaimRoute
from branchline.core.ids import Cards, RouteId

HIGH_RISK = 0.3
"""From this risk on, in cards, the reason for a claim is that others may want the route."""


class ClaimChooser:
    """The claims that a plan can make now, each with its gain."""

    def __init__(self, planning: Planning, plan: Plan, harbors: Sequence[HarborSite]) -> None:
        self._planning = planning
        self._position = planning.position
        self._plan = plan
        self._saved = spending_prices(planning.position, len(harbors)) if harbors else {}
        self.must_hurry = planning.turns <= plan.steps + 1

    def claims(self, point_routes: Sequence[PointRoute]) -> list[Move]:
        """The claims that the hand can pay for, for a ticket or for points."""
        claims = [self._for_ticket(route) for route in self._plan.routes]
        if not self.must_hurry:
            claims += [self._for_points(each.route) for each in point_routes if each.missing <= 0]
        return [claim for claim in claims if claim is not None]

    def _for_ticket(self, route: int) -> Move | None:
        found = self.payment(route)
        if found is None:
            return None
        lane, pay, gain = found
        risk = risk_of_waiting(self._planning, lane)
        gain += risk
        if self.must_hurry:
            gain += 10 + self._position.facts.points[lane]
        elif not self._plan.needs.missing:
            gain += 5
        key = "claims-first" if risk > HIGH_RISK else "claims-for"
        reason = because(key, route=lane, ticket=self._plan.serves[route])
        return Move(ClaimRoute(RouteId(lane), pay), reason, gain)

    def _for_points(self, route: int) -> Move | None:
        if self._planning.delay_cost(self._plan, 1) > self._position.facts.points[route]:
            return None
        found = self.payment(route)
        if found is None:
            return None
        lane, pay, gain = found
        if not self._plan.needs.missing:
            gain += 4
        reason = because("longest-route", route=lane, count=self._position.facts.points[lane])
        return Move(ClaimRoute(RouteId(lane), pay), reason, gain)

    def payment(self, route: int) -> tuple[int, Cards, float] | None:
        """The lane and payment that cost the rest of the plan least, and the gain of claiming so, in cards."""
        position, weights = self._position, self._planning.weights
        rest = needs_of(position, [other for other in self._plan.routes if other != route])
        wild = weights.wild_in_payment if rest.missing > 0 or self._saved else weights.spare_wild_in_payment
        bonus = weights.claim_bonus * self._planning.card_scarcity
        best: tuple[int, Cards, float] | None = None
        for lane in position.open_lanes(route):
            for pay in payments_for(position, lane):
                gain = bonus - payment_cost(position, rest, pay, wild, self._saved)
                if best is None or gain > best[2]:
                    best = lane, pay, gain
        if best is not None and position.board.routes[best[0]].tunnel:
            lane, pay, gain = best
            return lane, pay, gain - TURN_IN_CARDS * (1 - chance_of_passing(position, pay))
        return best


def last_claim(position: BoardPosition) -> Move | None:
    """The claim of the most points that the hand can pay for, when there is no time for anything else."""
    found = claim_best(position, position.claimable)
    if found is None:
        return None
    return Move(found, because("last-chance", route=found.route, count=position.facts.points[found.route]), 0.0)


def risk_of_waiting(planning: Planning, route: int) -> float:
    """What not claiming a route now may cost, in cards: the chance that a rival claims it, times the detour."""
    position = planning.position
    if len(position.open_lanes(route)) > 1 and position.both_lanes:
        return 0.0
    a, b = position.facts.ends[route]
    length = position.facts.length[route]
    chance = 0.0
    for seat, rival in enumerate(position.players):
        if seat != position.seat and rival.hand_size >= length and sum(rival.pieces) >= length:
            touches = sum(bool(rival.routes & position.board.routes_at[city]) for city in (a, b))
            wanted = 1 + 2 * touches + planning.contention * position.facts.points[route]
            chance += planning.weights.route_danger * wanted
    if not chance:
        return 0.0
    around = planning.graph.shortest_paths((a,), goal=b, without=route).distance[b]
    return chance * TURN_IN_CARDS * min(10.0, around - planning.graph.prices[route])
