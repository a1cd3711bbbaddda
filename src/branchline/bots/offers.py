"""Tickets: which of an offer to keep, and what drawing more is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

from branchline.bots.network import NEVER, Web
from branchline.bots.plan import Plan, Planning
from branchline.core.actions import KeepTickets
from branchline.core.bits import members
from branchline.core.events import TicketsKept
from branchline.core.ids import TicketId
from branchline.rules.scoring import regions


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
    base = planning.chance(plan.turns + 1)
    gains = []
    for number in unseen_tickets(planning):
        ticket = sight.board.tickets[number]
        extra = reach.extra(ticket.cities)
        if extra is None:
            gains.append(-float(ticket.penalty))
            continue
        turns, points = extra
        sure = planning.chance(plan.turns + turns + 1)
        gain = sure * (ticket.points + points) - (1 - sure) * ticket.penalty - planning.pace * turns
        gains.append(max(-float(ticket.penalty), gain - (base - sure) * stake))
    return gains


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
        self._left = self._sight.stock - sum([atlas.length[route] for route in plan.routes])
        self._known: dict[int, tuple[float, float, int]] = {}

    def _to(self, city: int) -> tuple[float, float, int] | None:
        """The turns, the points and the pieces of the way from a city to the network."""
        if self._tree.far[city] >= NEVER:
            return None
        found = self._known.get(city)
        if found is None:
            atlas = self._sight.atlas
            turns = points = 0.0
            spaces = 0
            for route, _ in self._web.walk(self._tree, city):
                if not self._web.prices[route]:
                    continue
                if self._sight.taken >> route & 1:
                    return None
                turns += atlas.turns[route]
                points += atlas.points[route]
                spaces += atlas.length[route]
            found = self._known[city] = turns, points, spaces
        return found

    def extra(self, cities: Sequence[int]) -> tuple[float, float] | None:
        """The turns and points of joining all these cities to the network; None where pieces do not suffice."""
        turns = points = 0.0
        spaces = 0
        for city in cities:
            way = self._to(city)
            if way is None:
                return None
            turns += way[0]
            points += way[1]
            spaces += way[2]
        return (turns, points) if spaces <= self._left else None


def unseen_tickets(planning: Planning) -> list[int]:
    """Tickets that the deck may hold, as far as this seat knows."""
    sight = planning.sight
    memory = sight.view.memory
    assert memory is not None
    seen = sight.tickets
    for event in memory.tickets:
        if isinstance(event, TicketsKept) and event.seat == sight.seat and event.returned is not None:
            for ticket in event.returned:
                seen |= 1 << ticket
    return [number for number, ticket in enumerate(sight.board.tickets) if not seen >> number & 1 and not ticket.long]
