"""Tickets: which of an offer to keep, and the value of drawing more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from branchline.bots.board.planning.network import NEVER, RouteGraph
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.core.actions import KeepTickets
from branchline.core.bits import mask_of, members
from branchline.core.events import TicketsKept, TicketsOffered
from branchline.core.ids import TicketId
from branchline.rules.board.scoring import regions


def keep_tickets(planning: Planning, offer: Sequence[TicketId], least: int) -> KeepTickets:
    """The choice of the highest value: its completed tickets, and the plan for the others with the goals held."""
    position = planning.position
    held = planning.best_plan(position.open_tickets()).goals
    points = [ticket.points for ticket in position.board.tickets]
    best: tuple[float, tuple[TicketId, ...]] | None = None
    for size in range(min(least, len(offer)), len(offer) + 1):
        for kept in combinations(offer, size):
            open_ones = [ticket for ticket in kept if not position.connects(position.board.tickets[ticket].cities)]
            done = sum([points[ticket] for ticket in kept if ticket not in open_ones])
            value = done + _value_together(planning, held, open_ones)
            if best is None or value > best[0]:
                best = value, kept
    assert best is not None
    kept = best[1]
    return KeepTickets(kept, tuple(ticket for ticket in offer if ticket not in kept))


def _value_together(planning: Planning, held: Sequence[TicketId], fresh: Sequence[TicketId]) -> float:
    """The value of the plan for the goals held and the new ones; of the best of them, if all are too risky."""
    together = planning.plan([*held, *fresh], ())
    if together is not None and together.success > 0.7:
        return together.value
    return planning.best_goals([*held, *fresh]).value


def value_of_drawing(planning: Planning, plan: Plan) -> float:
    """The expected gain of the best ticket of an offer, in points, its turns paid for."""
    gains = sorted(_gains(planning, plan), reverse=True)
    drawn = min(planning.position.board.rules.offer, planning.position.view.tickets_left, len(gains))
    return expected_best(gains, drawn) if drawn else -NEVER


def expected_best(gains: Sequence[float], drawn: int) -> float:
    """The expected maximum of `drawn` random gains; the gains come in falling order."""
    total = len(gains)
    draws = comb(total, drawn)
    # A gain is the maximum if all others that are drawn come after it.
    return sum(gain * comb(total - place - 1, drawn - 1) for place, gain in enumerate(gains)) / draws


def _gains(planning: Planning, plan: Plan) -> list[float]:
    """The gain of each ticket that may be drawn: its points and routes, connected to the plan's network."""
    position = planning.position
    reach = NetworkReach(planning, plan)
    stake = sum([2 * position.board.tickets[goal].points for goal in plan.goals])
    gains = []
    for number in drawable_tickets(planning):
        ticket = position.board.tickets[number]
        extension = reach.extension_to(ticket.cities)
        if extension is None:
            gains.append(-float(ticket.penalty))
            continue
        turns, routes = plan.turns + extension.turns + 1, len(plan.routes) + extension.routes
        success = planning.success_chance(turns, reach.left - extension.pieces, routes, extension.points + reach.points)
        gain = success * (ticket.points + extension.points) - (1 - success) * ticket.penalty
        gain -= planning.pace * extension.turns
        gains.append(max(-float(ticket.penalty), gain - (plan.success - success) * stake))
    return gains


class Extension(NamedTuple):
    """What it takes to connect cities to a network, and the points of the routes used for it."""

    turns: float
    points: float
    pieces: int
    routes: int


class NetworkReach:
    """What it takes to connect cities to the network of a plan: its routes and the own ones."""

    def __init__(self, planning: Planning, plan: Plan) -> None:
        self._position = planning.position
        facts = planning.position.facts
        prices = list(planning.graph.prices)
        for route in plan.routes:
            prices[route] = 0.0
        self._graph = RouteGraph(facts, prices)
        network = [facts.ends[route] for route in (*plan.routes, *members(planning.position.own_routes))]
        main = max(regions(network), key=int.bit_count, default=0)
        self._tree = self._graph.shortest_paths(members(main))
        self.points = sum([facts.points[route] for route in plan.routes])
        self.left = self._position.total_pieces - sum([facts.length[route] for route in plan.routes])
        self._known: dict[int, Extension | None] = {}

    def _extension(self, city: int) -> Extension | None:
        """What it takes to connect one city."""
        if city not in self._known:
            self._known[city] = self._computed(city)
        return self._known[city]

    def _computed(self, city: int) -> Extension | None:
        if self._tree.distance[city] >= NEVER:
            return None
        new = [route for route, _ in self._graph.path_back(self._tree, city) if self._graph.prices[route]]
        if any(self._position.claimed >> route & 1 for route in new):
            return None
        facts = self._position.facts
        return Extension(
            sum([facts.turns_needed[route] for route in new]),
            sum([facts.points[route] for route in new]),
            sum([facts.length[route] for route in new]),
            len(new),
        )

    def extension_to(self, cities: Sequence[int]) -> Extension | None:
        """What it takes to connect all these cities, each by itself; None where that is not possible."""
        turns = points = 0.0
        pieces = routes = 0
        for city in cities:
            extension = self._extension(city)
            if extension is None:
                return None
            turns += extension.turns
            points += extension.points
            pieces += extension.pieces
            routes += extension.routes
        return Extension(turns, points, pieces, routes) if pieces <= self.left else None


def drawable_tickets(planning: Planning) -> list[int]:
    """The tickets that may be on top of the deck as far as this seat knows: its own returns are at the bottom."""
    position = planning.position
    memory = position.view.memory
    offered = 0
    returned = 0
    for event in memory.tickets if memory else ():
        if isinstance(event, TicketsOffered):
            offered += event.count
        elif isinstance(event, TicketsKept) and event.seat == position.seat and event.returned is not None:
            returned |= mask_of(event.returned)
    loose = sum(not ticket.long for ticket in position.board.tickets)
    fresh_left = loose - offered >= position.board.rules.offer
    gone = position.tickets | returned if fresh_left else position.tickets
    return [
        number for number, ticket in enumerate(position.board.tickets) if not gone >> number & 1 and not ticket.long
    ]
