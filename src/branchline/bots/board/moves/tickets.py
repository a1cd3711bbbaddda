"""Tickets: which of an offer to keep, and what drawing more is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from branchline.bots.board.planning.network import NEVER, Web
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.core.actions import KeepTickets
from branchline.core.bits import mask_of, members
from branchline.core.events import TicketsKept, TicketsOffered
from branchline.core.ids import TicketId
from branchline.rules.board.scoring import regions


def keep_tickets(planning: Planning, offer: Sequence[TicketId], least: int) -> KeepTickets:
    """The choice whose plan is worth the most, those held already reckoned in."""
    sight = planning.sight
    held = planning.best(sight.open_tickets()).goals
    points = [ticket.points for ticket in sight.board.tickets]
    best: tuple[float, tuple[TicketId, ...]] | None = None
    for size in range(min(least, len(offer)), len(offer) + 1):
        for kept in combinations(offer, size):
            open_ones = [ticket for ticket in kept if not sight.joins(sight.board.tickets[ticket].cities)]
            done = sum([points[ticket] for ticket in kept if ticket not in open_ones])
            value = done + _worth_together(planning, held, open_ones)
            if best is None or value > best[0]:
                best = value, kept
    assert best is not None
    kept = best[1]
    return KeepTickets(kept, tuple(ticket for ticket in offer if ticket not in kept))


def _worth_together(planning: Planning, held: Sequence[TicketId], fresh: Sequence[TicketId]) -> float:
    """What the goals held are worth with these new ones; if they cannot all be reached, what the best of them are."""
    together = planning.plan([*held, *fresh], ())
    if together is not None and together.sure > 0.7:
        return together.value
    return planning.best_goals([*held, *fresh]).value


def worth_of_drawing(planning: Planning, plan: Plan) -> float:
    """What the best choice out of an offer brings on the average, the turns for it paid."""
    gains = sorted(_gains(planning, plan), reverse=True)
    drawn = min(planning.sight.board.rules.offer, planning.sight.view.tickets_left, len(gains))
    return expected_best(gains, drawn) if drawn else -NEVER


def expected_best(gains: Sequence[float], drawn: int) -> float:
    """The mean of the best of some that are drawn at random; the gains come in falling order."""
    total = len(gains)
    ways = comb(total, drawn)
    # One is the best of the draw if all others that are drawn come after it.
    return sum(gain * comb(total - place - 1, drawn - 1) for place, gain in enumerate(gains)) / ways


def _gains(planning: Planning, plan: Plan) -> list[float]:
    """What each ticket that may still come would add to the plan, joined to its network."""
    sight = planning.sight
    reach = Reach(planning, plan)
    stake = sum([2 * sight.board.tickets[goal].points for goal in plan.goals])
    gains = []
    for number in tickets_to_come(planning):
        ticket = sight.board.tickets[number]
        way = reach.way(ticket.cities)
        if way is None:
            gains.append(-float(ticket.penalty))
            continue
        turns, routes = plan.turns + way.turns + 1, len(plan.routes) + way.routes
        sure = planning.chance(turns, reach.left - way.pieces, routes, way.points + reach.points)
        gain = sure * (ticket.points + way.points) - (1 - sure) * ticket.penalty - planning.pace * way.turns
        gains.append(max(-float(ticket.penalty), gain - (plan.sure - sure) * stake))
    return gains


class Way(NamedTuple):
    """What it takes to join cities to a network, and the points of the routes on the way."""

    turns: float
    points: float
    pieces: int
    routes: int


class Reach:
    """How far cities are from a network: the plan's own, with all that is laid and all that is to be."""

    def __init__(self, planning: Planning, plan: Plan) -> None:
        self._sight = planning.sight
        atlas = planning.sight.atlas
        prices = list(planning.web.prices)
        for route in plan.routes:
            prices[route] = 0.0
        self._web = Web(atlas, prices)
        laid = [atlas.ends[route] for route in (*plan.routes, *members(planning.sight.mine))]
        main = max(regions(laid), key=int.bit_count, default=0)
        self._tree = self._web.grow(members(main))
        self.points = sum([atlas.points[route] for route in plan.routes])
        self.left = self._sight.stock - sum([atlas.length[route] for route in plan.routes])
        self._known: dict[int, Way | None] = {}

    def _from(self, city: int) -> Way | None:
        """The way from one city to the network."""
        if city not in self._known:
            self._known[city] = self._walked(city)
        return self._known[city]

    def _walked(self, city: int) -> Way | None:
        if self._tree.far[city] >= NEVER:
            return None
        new = [route for route, _ in self._web.walk(self._tree, city) if self._web.prices[route]]
        if any(self._sight.taken >> route & 1 for route in new):
            return None
        atlas = self._sight.atlas
        return Way(
            sum([atlas.turns[route] for route in new]),
            sum([atlas.points[route] for route in new]),
            sum([atlas.length[route] for route in new]),
            len(new),
        )

    def way(self, cities: Sequence[int]) -> Way | None:
        """What it takes to join all these cities; None where that is not possible."""
        turns = points = 0.0
        pieces = routes = 0
        for city in cities:
            way = self._from(city)
            if way is None:
                return None
            turns += way.turns
            points += way.points
            pieces += way.pieces
            routes += way.routes
        return Way(turns, points, pieces, routes) if pieces <= self.left else None


def tickets_to_come(planning: Planning) -> list[int]:
    """Tickets that may be on top of the deck, as far as this seat knows: its own returns lie at the bottom."""
    sight = planning.sight
    memory = sight.view.memory
    offered = 0
    returned = 0
    for event in memory.tickets if memory else ():
        if isinstance(event, TicketsOffered):
            offered += event.count
        elif isinstance(event, TicketsKept) and event.seat == sight.seat and event.returned is not None:
            returned |= mask_of(event.returned)
    loose = sum(not ticket.long for ticket in sight.board.tickets)
    fresh_left = loose - offered >= sight.board.rules.offer
    gone = sight.tickets | returned if fresh_left else sight.tickets
    return [number for number, ticket in enumerate(sight.board.tickets) if not gone >> number & 1 and not ticket.long]
