"""Build: stations for the routes that a plan borrows, harbors where tickets meet."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.board_facts import CARDS_A_TURN
from branchline.bots.board.moves.harbors import Site, reached
from branchline.bots.board.moves.stations import site
from branchline.bots.board.planning.needs import needs_of
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.bots.board.position import Sight
from branchline.bots.move import Move
from branchline.bots.reason import because
from branchline.core.actions import BuildHarbor, BuildStation
from branchline.core.cards import minus
from branchline.core.ids import Cards, CityId
from branchline.rules.board import harbor
from branchline.rules.board.payment.payment import sets_of_one_color


def build_station(planning: Planning, plan: Plan) -> Move | None:
    """A station for the first route to be borrowed; late is early enough, as long as it is in time."""
    sight = planning.sight
    if not plan.stations or (plan.needs.missing > 0 and planning.turns > plan.steps + 2):
        return None
    route = plan.stations[0]
    city = site(sight, route)
    pays = sets_of_one_color(sight.board, sight.hand, sight.built.bit_count() + 1)
    if city is None or not pays:
        return None
    pay = min(pays, key=lambda pay: _missed(sight, plan, pay))
    reason = because("station", city=city, ticket=plan.serves[route])
    return Move(BuildStation(CityId(city), pay), reason, 0.0)


def _missed(sight: Sight, plan: Plan, pay: Cards) -> float:
    """Wilds hurt most, then cards that the plan needs."""
    needed = sum(
        count
        for kind, count in enumerate(pay[:-1])
        if count and plan.needs.spare[sight.atlas.purse_of[kind]] < count * sight.atlas.covers[kind]
    )
    return 3 * pay[-1] + needed


def build_harbor(planning: Planning, plan: Plan, harbors: Sequence[Site]) -> Move | None:
    """A harbor in the best city that has been reached, once the cards are there and the tickets can wait for it."""
    sight = planning.sight
    ready = reached(sight, harbors)
    if not ready:
        return None
    pays = harbor.payments(sight.board, sight.hand)
    if not pays:
        return None
    best = ready[0]
    lacking = needs_of(sight, plan.routes, minus(sight.hand, pays[0])).missing - plan.needs.missing
    if planning.delay(plan, 1 + lacking / CARDS_A_TURN) > best.worth:
        return None
    reason = because("harbor", city=best.city, count=best.tickets)
    return Move(BuildHarbor(best.city, pays[0]), reason, 0.0)
