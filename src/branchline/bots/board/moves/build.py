"""Build stations for the routes that a plan borrows, and harbors in the cities that most tickets name."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.board_facts import CARDS_PER_TURN
from branchline.bots.board.moves.harbors import HarborSite, reached_sites
from branchline.bots.board.moves.stations import station_city
from branchline.bots.board.planning.needs import needs_of
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.bots.board.position import BoardPosition
from branchline.bots.move import Move
from branchline.bots.reason import because
from branchline.core.actions import BuildHarbor, BuildStation
from branchline.core.cards import minus
from branchline.core.ids import Cards, CityId
from branchline.rules.board import harbor
from branchline.rules.board.payment.payment import sets_of_one_color


def build_station(planning: Planning, plan: Plan) -> Move | None:
    """A station for the first route to be borrowed, once all cards are there or only two turns are to spare."""
    position = planning.position
    if not plan.stations or (plan.needs.missing > 0 and planning.turns > plan.steps + 2):
        return None
    route = plan.stations[0]
    city = station_city(position, route)
    pays = sets_of_one_color(position.board, position.hand, position.built.bit_count() + 1)
    if city is None or not pays:
        return None
    pay = min(pays, key=lambda pay: _payment_cost(position, plan, pay))
    reason = because("station", city=city, ticket=plan.serves[route])
    return Move(BuildStation(CityId(city), pay), reason, 0.0)


def _payment_cost(position: BoardPosition, plan: Plan, pay: Cards) -> float:
    """Three for each wild, one for each card that the plan needs."""
    needed = sum(
        count
        for kind, count in enumerate(pay[:-1])
        if count and plan.needs.spare[position.facts.kind_group[kind]] < count * position.facts.covers[kind]
    )
    return 3 * pay[-1] + needed


def build_harbor(planning: Planning, plan: Plan, harbors: Sequence[HarborSite]) -> Move | None:
    """A harbor in the best city that a route reaches, if its points exceed what the delay costs the plan."""
    position = planning.position
    ready = reached_sites(position, harbors)
    if not ready:
        return None
    pays = harbor.payments(position.board, position.hand)
    if not pays:
        return None
    best = ready[0]
    lacking = needs_of(position, plan.routes, minus(position.hand, pays[0])).missing - plan.needs.missing
    if planning.delay_cost(plan, 1 + lacking / CARDS_PER_TURN) > best.points:
        return None
    reason = because("harbor", city=best.city, count=best.tickets)
    return Move(BuildHarbor(best.city, pays[0]), reason, 0.0)
