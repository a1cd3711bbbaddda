"""Plans: which tickets to go for, over which routes, and what that is worth in the turns that are left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import exp
from typing import NamedTuple

from branchline.bots.atlas import CARDS_A_TURN, GREY
from branchline.bots.needs import Needs, needs_of, purse_spaces
from branchline.bots.network import NEVER, Web
from branchline.bots.sight import Sight
from branchline.bots.taste import Taste
from branchline.core.ids import TicketId

LEAST_PRICE = 0.2
POINTS_A_PIECE = 2.3
"""What a piece that no ticket needs can still bring."""
MOST_COMBINED = 5
"""With more open tickets than this, not all their combinations are looked at."""


class Plan(NamedTuple):
    """Routes to claim for the goals, and routes to borrow by stations; `value` in points at the end."""

    goals: tuple[TicketId, ...]
    routes: tuple[int, ...]
    borrowed: tuple[int, ...]
    needs: Needs
    turns: float
    sure: float
    value: float
    serves: dict[int, TicketId]


class Planning:
    """One round of planning: what routes cost now, and plans for any set of tickets at these prices."""

    def __init__(self, sight: Sight, taste: Taste, turns: float) -> None:
        self.sight = sight
        self.taste = taste
        self.turns = turns
        self.pace = sight.atlas.pace * taste.pace
        self.prices = self._prices()
        self.web = Web(sight.atlas, self.prices)

    def _prices(self) -> list[float]:
        """What each route costs in turns, less what it is worth by itself."""
        sight, taste = self.sight, self.taste
        atlas = sight.atlas
        board = sight.board
        colors = len(board.colors)
        held = purse_spaces(sight)
        fullest = [max(held[deck * colors : (deck + 1) * colors]) for deck in range(len(sight.pieces))]
        usable = sight.open
        lend = self._borrowing_price()
        prices = []
        for number, turns in enumerate(atlas.turns):
            if sight.mine >> number & 1:
                prices.append(0.0)
            elif usable >> number & 1:
                purse = atlas.purse[number]
                have = fullest[atlas.deck[number]] if purse == GREY else held[purse]
                have = min(have + 0.5 * sight.wilds, atlas.length[number]) / atlas.spaces_a_card[atlas.deck[number]]
                net = turns - taste.held * have / CARDS_A_TURN - taste.netting * atlas.points[number] / self.pace
                prices.append(net if net > LEAST_PRICE else LEAST_PRICE)
            elif lend < NEVER and sight.taken >> number & 1:
                prices.append(lend)
            else:
                prices.append(NEVER)
        return prices

    def _borrowing_price(self) -> float:
        rules = self.sight.board.rules
        number = self.sight.rivals[self.sight.seat].built.bit_count() + 1
        if number > rules.stations:
            return NEVER
        return 1 + number / CARDS_A_TURN + rules.station_points / self.pace

    def legs(self, tickets: Iterable[TicketId]) -> list[tuple[TicketId, tuple[int, int]]]:
        """The cities to be joined; the longest tickets first, since they decide where the network runs."""
        printed = self.sight.board.tickets
        ordered = sorted(tickets, key=lambda ticket: -printed[ticket].points)
        return [(ticket, pair) for ticket in ordered for pair in pairwise(printed[ticket].cities)]

    def plan(self, goals: Sequence[TicketId], missed: Iterable[TicketId]) -> Plan | None:
        """The plan for these goals, the other tickets given up; None if they cannot be reached."""
        sight = self.sight
        legs = self.legs(goals)
        network = self.web.best_joined([pair for _, pair in legs])
        if network is None:
            return None
        borrowed = tuple([route for route in network.routes if sight.taken >> route & 1])
        routes = tuple([route for route in network.routes if not sight.taken >> route & 1])
        stations = len(borrowed)
        if stations > sight.board.rules.stations - sight.rivals[sight.seat].built.bit_count():
            return None
        if not self._fits(routes):
            return None
        needs = needs_of(sight, routes)
        turns = len(routes) + needs.missing * self.taste.slowness / CARDS_A_TURN
        turns += stations * self._borrowing_price()
        sure = self.chance(turns) if routes or borrowed else 1.0
        value = self._value(goals, missed, routes, turns, sure) - stations * sight.board.rules.station_points
        serves = {route: legs[leg][0] for route, leg in zip(network.routes, network.serves, strict=True)}
        return Plan(tuple(goals), routes, borrowed, needs, turns, sure, value, serves)

    def _fits(self, routes: Iterable[int]) -> bool:
        atlas = self.sight.atlas
        left = list(self.sight.pieces)
        for route in routes:
            left[atlas.deck[route]] -= atlas.length[route]
        return min(left) >= 0

    def chance(self, turns: float) -> float:
        """How likely it is that so many turns will be there."""
        spread = 0.5 + self.taste.doubt * self.turns
        late = (turns - self.turns) / spread
        return 1 / (1 + exp(min(30.0, 2 * late)))

    def _value(
        self, goals: Iterable[TicketId], missed: Iterable[TicketId], routes: Sequence[int], turns: float, sure: float
    ) -> float:
        printed = self.sight.board.tickets
        atlas = self.sight.atlas
        value = sum([sure * printed[goal].points - (1 - sure) * printed[goal].penalty for goal in goals])
        value -= sum([printed[ticket].penalty for ticket in missed])
        points = sum([atlas.points[route] for route in routes])
        pieces = sum(self.sight.pieces) - sum([atlas.length[route] for route in routes])
        if turns > self.turns:
            return value + points * self.turns / turns
        return value + points + min(self.pace * (self.turns - turns), POINTS_A_PIECE * pieces)

    def best(self, tickets: Sequence[TicketId]) -> Plan:
        """The best plan among the goals that could be set; none of the tickets, if it must be."""
        everything = self.plan(tickets, ())
        if everything is not None and (everything.sure > 0.9 or not tickets):
            return everything
        best = everything
        for goals in self._subsets(tickets):
            plan = self.plan(goals, [ticket for ticket in tickets if ticket not in goals])
            if plan is not None and (best is None or plan.value > best.value):
                best = plan
        assert best is not None  # The empty set of goals can always be reached.
        return best

    def _subsets(self, tickets: Sequence[TicketId]) -> Iterable[tuple[TicketId, ...]]:
        if len(tickets) <= MOST_COMBINED:
            for size in range(len(tickets) - 1, -1, -1):
                yield from combinations(tickets, size)
            return
        ordered = sorted(tickets, key=lambda ticket: -self.sight.board.tickets[ticket].points)
        for size in range(len(ordered) - 1, -1, -1):
            yield tuple(ordered[:size])
            yield tuple(ordered[len(ordered) - size :])
