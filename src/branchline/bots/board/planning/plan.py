"""Plans: which tickets to go for, over which routes, and what that is worth in the turns that are left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import exp
from typing import NamedTuple

from branchline.bots.board.board_facts import CARDS_A_TURN, GREY
from branchline.bots.board.moves.harbors import harbors_left, sites, turns_for
from branchline.bots.board.moves.pieces import Exchange, exchange_for, laid
from branchline.bots.board.moves.stations import borrowing_price, lending, uncovered
from branchline.bots.board.planning.needs import Needs, needs_of, purse_spaces, slowness
from branchline.bots.board.planning.network import NEVER, Network, Web
from branchline.bots.board.position import Sight
from branchline.bots.board.weights import Taste
from branchline.core.bits import members
from branchline.core.ids import TicketId

LEAST_PRICE = 0.2
POINTS_A_PIECE = 2.3
"""What a piece that no ticket needs can still bring."""
OTHER_TRUST = (1.0, 0.2)
"""Other parts of the cards in hand that may count for a route, when its ways are looked for."""
MOST_COMBINED = 4
"""With more open tickets than this, not all their combinations are looked at."""
MOST_PRESSING = 4.0
FEW_PURSES = 8
"""The purses of a board with one deck of cards, in eight colors."""
BUILT_IN_TIME = 0.6
"""The part of its points that a harbor counts while it is only hoped for."""


class Plan(NamedTuple):
    """Routes to claim for the goals, others to borrow by new stations, pieces to exchange; `value` in points."""

    goals: tuple[TicketId, ...]
    routes: tuple[int, ...]
    stations: tuple[int, ...]
    exchange: Exchange
    needs: Needs
    turns: float
    sure: float
    value: float
    serves: dict[int, TicketId]

    @property
    def steps(self) -> int:
        """The turns that the plan takes once all cards are there."""
        return len(self.routes) + len(self.stations) + (self.exchange.number > 0)


class Planning:
    """One round of planning: what routes cost now, and plans for any set of tickets at these prices."""

    def __init__(self, sight: Sight, taste: Taste, turns: float) -> None:
        self.sight = sight
        self.taste = taste
        self.turns = turns
        self._for_harbors = turns_for(sight, harbors_left(sight))
        self.pace = sight.atlas.pace * taste.pace
        self.rarer = max(0.0, sight.atlas.purses / FEW_PURSES - 1)
        """How much more rarely a card fits than on a board with one deck."""
        self.envy = taste.envy * self.rarer
        self._spread = 0.5 + taste.doubt * turns
        self._lending = lending(sight, self.pace)
        self._base, self._saved = self._prices()
        self.web = self._web(taste.held)

    def _prices(self) -> tuple[list[float], list[float]]:
        """What each route costs in turns, less what it is worth by itself; and what cards in hand take off."""
        sight = self.sight
        atlas = sight.atlas
        colors = len(sight.board.colors)
        held = purse_spaces(sight, sight.hand)
        fullest = [max(held[deck * colors : (deck + 1) * colors]) for deck in range(len(sight.pieces))]
        netting = self.taste.netting / self.pace
        base = [NEVER] * len(atlas.length)
        saved = [0.0] * len(atlas.length)
        for number in members(sight.open):
            deck = atlas.deck[number]
            purse = atlas.purse[number]
            have = (fullest[deck] if purse == GREY else held[purse]) + 0.5 * sight.wilds
            saved[number] = min(have, atlas.length[number]) / atlas.spaces_a_card[deck] / CARDS_A_TURN
            base[number] = atlas.turns[number] - netting * atlas.points[number]
        for number in members(sight.mine):
            base[number] = 0.0
        if sight.board.rules.stations:  # E-16; where there are none, what stands in a city is a harbor
            for number in members(sight.taken & ~sight.mine):
                base[number] = borrowing_price(sight, self._lending, number)
        return base, saved

    def _web(self, trust: float) -> Web:
        """The board at the prices that hold when so large a part of the cards in hand counts."""
        prices = [
            base if not cards else max(LEAST_PRICE, base - trust * cards)
            for base, cards in zip(self._base, self._saved, strict=True)
        ]
        return Web(self.sight.atlas, prices)

    def legs(self, tickets: Iterable[TicketId]) -> list[tuple[TicketId, tuple[int, int]]]:
        """The cities to be joined; the longest tickets first, since they decide where the network runs."""
        printed = self.sight.board.tickets
        ordered = sorted(tickets, key=lambda ticket: -printed[ticket].points)
        return [(ticket, pair) for ticket in ordered for pair in pairwise(printed[ticket].cities)]

    def plan(self, goals: Sequence[TicketId], missed: Iterable[TicketId], web: Web | None = None) -> Plan | None:
        """The plan for these goals, the other tickets given up; None if they cannot be reached."""
        legs = self.legs(goals)
        network = (web or self.web).best_joined([pair for _, pair in legs])
        if network is None:
            return None
        serves = {route: legs[leg][0] for route, leg in zip(network.routes, network.serves, strict=True)}
        return self._valued(tuple(goals), missed, network, serves)

    def _valued(
        self, goals: tuple[TicketId, ...], missed: Iterable[TicketId], network: Network, serves: dict[int, TicketId]
    ) -> Plan | None:
        sight = self.sight
        routes = tuple([route for route in network.routes if not sight.taken >> route & 1])
        stations = uncovered(sight, [route for route in network.routes if sight.taken >> route & 1])
        used = laid(sight, routes)
        exchange = exchange_for(sight, used)
        if exchange is None or len(stations) > self._lending.left:
            return None
        needs = needs_of(sight, routes)
        turns = len(routes) + needs.missing * self.taste.slowness * slowness(needs) / CARDS_A_TURN
        turns += (
            self.taste.harbors * self._for_harbors
            + (exchange.number > 0)
            + (len(stations) * self._lending.turns if stations else 0.0)
        )
        points = sum([sight.atlas.points[route] for route in routes])
        sure = self.chance(turns, sight.stock - sum(used), len(routes), points) if network.routes else 1.0
        value = self._value(goals, missed, routes, turns, sure, sight.stock - sum(used))
        value -= exchange.number + len(stations) * sight.board.rules.station_points
        return Plan(goals, routes, tuple(stations), exchange, needs, turns, sure, value, serves)

    def chance(self, turns: float, left: int, routes: int, points: float) -> float:
        """How likely a plan succeeds: the turns are there, the pieces left over suffice for detours, no way is lost."""
        short = (self.taste.detours * routes - left) / (1 + 0.25 * routes)
        return (
            self._in_time(turns)
            * exp(-self.taste.fragile * (routes + self.envy * points))
            / (1 + exp(min(30.0, 2 * short)))
        )

    def _in_time(self, turns: float) -> float:
        return 1 / (1 + exp(min(30.0, 2 * (turns - self.turns) / self._spread)))

    def press(self, plan: Plan) -> float:
        """How much more a card for the plan is worth than its share of a turn, since the goals are at stake."""
        timely = self._in_time(plan.turns)
        return min(MOST_PRESSING, 1 + self._stake(plan) * 2 * timely * (1 - timely) / self._spread / self.pace)

    def delay(self, plan: Plan, turns: float) -> float:
        """The points that are put at risk by spending turns on something else."""
        return self._stake(plan) * (self._in_time(plan.turns) - self._in_time(plan.turns + turns))

    def _stake(self, plan: Plan) -> float:
        printed = self.sight.board.tickets
        return sum([printed[goal].points + printed[goal].penalty for goal in plan.goals]) if plan.routes else 0.0

    def _value(
        self,
        goals: Sequence[TicketId],
        missed: Iterable[TicketId],
        routes: Sequence[int],
        turns: float,
        sure: float,
        pieces: int,
    ) -> float:
        printed = self.sight.board.tickets
        value = sum([sure * printed[goal].points - (1 - sure) * printed[goal].penalty for goal in goals])
        value -= sum([printed[ticket].penalty for ticket in missed])
        points = sum([self.sight.atlas.points[route] for route in routes])
        if harbors_left(self.sight) > 0:
            hoped = sum([site.worth for site in sites(self.sight, [*self.sight.done_tickets(), *goals])])
            value += BUILT_IN_TIME * sure * hoped
        if turns > self.turns:
            return value + points * self.turns / turns
        return value + points + min(self.pace * (self.turns - turns), POINTS_A_PIECE * pieces)

    def best(self, tickets: Sequence[TicketId]) -> Plan:
        """The best plan among the goals that could be set; none of the tickets, if it must be."""
        best = self.best_goals(tickets)
        if not best.routes:
            return best
        # The same goals by other ways: those for which more cards are in hand.
        missed = [ticket for ticket in tickets if ticket not in best.goals]
        for trust in OTHER_TRUST:
            other = self.plan(best.goals, missed, self._web(trust))
            if other is not None and other.value > best.value:
                best = other
        return best

    def best_goals(self, tickets: Sequence[TicketId]) -> Plan:
        """The best plan at the usual prices."""
        everything = self.plan(tickets, ())
        if everything is not None and (everything.sure > 0.8 or not tickets):
            return everything
        if len(tickets) > MOST_COMBINED:
            return self._grown(tickets)
        best = everything
        for size in range(len(tickets) - 1, -1, -1):
            for goals in combinations(tickets, size):
                best = self._better(best, goals, tickets)
        assert best is not None  # The empty set of goals can always be reached.
        return best

    def _grown(self, tickets: Sequence[TicketId]) -> Plan:
        """Add goals one by one where they help, those first that bring the most for their price; twice."""
        best = self._better(None, (), tickets)
        assert best is not None
        for _ in range(2):
            for ticket in sorted(tickets, key=self._rate, reverse=True):
                if ticket not in best.goals:
                    best = self._better(best, (*best.goals, ticket), tickets) or best
        return best

    def _rate(self, ticket: TicketId) -> float:
        cities = self.sight.board.tickets[ticket].cities
        price = sum([self.web.tree(a).far[b] for a, b in pairwise(cities)])
        return self.sight.board.tickets[ticket].points / (1 + price)

    def _better(self, best: Plan | None, goals: tuple[TicketId, ...], tickets: Iterable[TicketId]) -> Plan | None:
        """The better one of a plan and the plan for these goals."""
        plan = self.plan(goals, [ticket for ticket in tickets if ticket not in goals])
        return plan if plan is not None and (best is None or plan.value > best.value) else best
