"""Plans: which tickets to complete, over which routes, and the expected points in the turns that are left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import exp
from typing import NamedTuple

from branchline.bots.board.board_facts import CARDS_PER_TURN, GREY
from branchline.bots.board.moves.harbors import harbor_sites, harbor_turns, harbors_left
from branchline.bots.board.moves.pieces import Exchange, exchange_for, pieces_used
from branchline.bots.board.moves.stations import borrowing_cost, route_borrowing_price, routes_needing_station
from branchline.bots.board.planning.needs import Needs, draws_per_fit, needs_of, spaces_held
from branchline.bots.board.planning.network import NEVER, Network, RouteGraph
from branchline.bots.board.position import BoardPosition
from branchline.bots.board.weights import PlannerWeights
from branchline.core.bits import members
from branchline.core.ids import TicketId

MIN_PRICE = 0.2
POINTS_PER_PIECE = 2.3
"""Points that a piece brings at most that no ticket needs."""
OTHER_DISCOUNTS = (1.0, 0.2)
"""Other values of `PlannerWeights.card_discount` that are tried when paths are looked for."""
MAX_COMBINED = 4
"""With more open tickets than this, not all their combinations are compared."""
MAX_URGENCY = 4.0
ONE_DECK_GROUPS = 8
"""The color groups of a board with one deck of cards in eight colors."""
PLANNED_HARBOR = 0.6
"""The part of its points that a harbor counts before it is built."""


class Plan(NamedTuple):
    """Routes to claim for the goals, others to borrow by new stations, and pieces to exchange.

    `turns` is what it takes, `success` the chance that it succeeds, `value` its expected points; `serves` has the
    ticket that each route is for.
    """

    goals: tuple[TicketId, ...]
    routes: tuple[int, ...]
    stations: tuple[int, ...]
    exchange: Exchange
    needs: Needs
    turns: float
    success: float
    value: float
    serves: dict[int, TicketId]

    @property
    def steps(self) -> int:
        """The turns that the plan takes once all cards are in hand."""
        return len(self.routes) + len(self.stations) + (self.exchange.number > 0)


class Planning:
    """The prices of all routes at one decision, and plans for any set of tickets at these prices.

    `turns` are those left, `pace` is the value of one in points.
    """

    def __init__(self, position: BoardPosition, weights: PlannerWeights, turns: float) -> None:
        self.position = position
        self.weights = weights
        self.turns = turns
        self._for_harbors = harbor_turns(position, harbors_left(position))
        self.pace = position.facts.points_per_turn * weights.turn_value
        self.card_scarcity = max(0.0, position.facts.group_count / ONE_DECK_GROUPS - 1)
        """Color groups beyond those of a board with one deck, as a part of them."""
        self.contention = weights.contention * self.card_scarcity
        self._spread = 0.5 + weights.turns_doubt * turns
        self._borrowing = borrowing_cost(position, self.pace)
        self._base, self._saved = self._prices()
        self.graph = self._graph_at(weights.card_discount)

    def _prices(self) -> tuple[list[float], list[float]]:
        """By route: its turns less the discount for its own points; and the turns that cards in hand save."""
        position = self.position
        facts = position.facts
        held = spaces_held(position, position.hand)
        fullest = [max(spaces) for spaces in facts.by_deck(held)]
        points_discount = self.weights.points_discount / self.pace
        base = [NEVER] * len(facts.length)
        saved = [0.0] * len(facts.length)
        for number in members(position.claimable):
            deck = facts.deck[number]
            group = facts.color_group[number]
            available = (fullest[deck] if group == GREY else held[group]) + 0.5 * position.wilds
            saved[number] = min(available, facts.length[number]) / facts.spaces_per_card[deck] / CARDS_PER_TURN
            base[number] = facts.turns_needed[number] - points_discount * facts.points[number]
        for number in members(position.own_routes):
            base[number] = 0.0
        if position.board.rules.stations:  # E-16; without stations, what is built in a city is a harbor
            for number in members(position.claimed & ~position.own_routes):
                base[number] = route_borrowing_price(position, self._borrowing, number)
        return base, saved

    def _graph_at(self, card_discount: float) -> RouteGraph:
        """The board at the prices with this part of the cards in hand taken off."""
        prices = [
            base if not saved else max(MIN_PRICE, base - card_discount * saved)
            for base, saved in zip(self._base, self._saved, strict=True)
        ]
        return RouteGraph(self.position.facts, prices)

    def legs(self, tickets: Iterable[TicketId]) -> list[tuple[TicketId, tuple[int, int]]]:
        """The pairs of cities to connect; those of the most points first, since they decide where the network runs."""
        printed = self.position.board.tickets
        ordered = sorted(tickets, key=lambda ticket: -printed[ticket].points)
        return [(ticket, pair) for ticket in ordered for pair in pairwise(printed[ticket].cities)]

    def plan(
        self, goals: Sequence[TicketId], missed: Iterable[TicketId], graph: RouteGraph | None = None
    ) -> Plan | None:
        """The plan for these goals, with the other tickets missed; None if they cannot be completed."""
        legs = self.legs(goals)
        network = (graph or self.graph).best_network_for([pair for _, pair in legs])
        if network is None:
            return None
        serves = {route: legs[leg][0] for route, leg in zip(network.routes, network.serves, strict=True)}
        return self._valued(tuple(goals), missed, network, serves)

    def _valued(
        self, goals: tuple[TicketId, ...], missed: Iterable[TicketId], network: Network, serves: dict[int, TicketId]
    ) -> Plan | None:
        position = self.position
        routes = tuple([route for route in network.routes if not position.claimed >> route & 1])
        borrowed = [route for route in network.routes if position.claimed >> route & 1]
        stations = routes_needing_station(position, borrowed)
        used = pieces_used(position, routes)
        exchange = exchange_for(position, used)
        if exchange is None or len(stations) > self._borrowing.left:
            return None
        needs = needs_of(position, routes)
        turns = len(routes) + needs.missing * self.weights.draw_slowness * draws_per_fit(needs) / CARDS_PER_TURN
        turns += (
            self.weights.harbor_turns * self._for_harbors
            + (exchange.number > 0)
            + (len(stations) * self._borrowing.turns if stations else 0.0)
        )
        points = sum([position.facts.points[route] for route in routes])
        left = position.total_pieces - sum(used)
        success = self.success_chance(turns, left, len(routes), points) if network.routes else 1.0
        value = self._value(goals, missed, routes, turns, success, left)
        value -= exchange.number + len(stations) * position.board.rules.station_points
        return Plan(goals, routes, tuple(stations), exchange, needs, turns, success, value, serves)

    def success_chance(self, turns: float, left: int, routes: int, points: float) -> float:
        """The chance that a plan succeeds: in time, with pieces left for detours, and with no route lost for good."""
        short = (self.weights.detour_pieces * routes - left) / (1 + 0.25 * routes)
        return (
            self._chance_in_time(turns)
            * exp(-self.weights.route_loss * (routes + self.contention * points))
            / (1 + exp(min(30.0, 2 * short)))
        )

    def _chance_in_time(self, turns: float) -> float:
        return 1 / (1 + exp(min(30.0, 2 * (turns - self.turns) / self._spread)))

    def urgency(self, plan: Plan) -> float:
        """The value of a card for the plan: 1 + stake × chance lost per turn of delay / pace, at most MAX_URGENCY."""
        in_time = self._chance_in_time(plan.turns)
        return min(MAX_URGENCY, 1 + self._stake(plan) * 2 * in_time * (1 - in_time) / self._spread / self.pace)

    def delay_cost(self, plan: Plan, turns: float) -> float:
        """The expected points of goals that are lost by spending so many turns on something else."""
        return self._stake(plan) * (self._chance_in_time(plan.turns) - self._chance_in_time(plan.turns + turns))

    def _stake(self, plan: Plan) -> float:
        printed = self.position.board.tickets
        return sum([printed[goal].points + printed[goal].penalty for goal in plan.goals]) if plan.routes else 0.0

    def _value(
        self,
        goals: Sequence[TicketId],
        missed: Iterable[TicketId],
        routes: Sequence[int],
        turns: float,
        success: float,
        pieces: int,
    ) -> float:
        printed = self.position.board.tickets
        value = sum([success * printed[goal].points - (1 - success) * printed[goal].penalty for goal in goals])
        value -= sum([printed[ticket].penalty for ticket in missed])
        points = sum([self.position.facts.points[route] for route in routes])
        if harbors_left(self.position) > 0:
            sites = harbor_sites(self.position, [*self.position.completed_tickets(), *goals])
            value += PLANNED_HARBOR * success * sum([site.points for site in sites])
        if turns > self.turns:
            return value + points * self.turns / turns
        return value + points + min(self.pace * (self.turns - turns), POINTS_PER_PIECE * pieces)

    def best_plan(self, tickets: Sequence[TicketId]) -> Plan:
        """The plan of the highest value over all sets of goals, also the empty one."""
        best = self.best_goals(tickets)
        if not best.routes:
            return best
        # The same goals over other paths: those that more or fewer of the cards in hand fit.
        missed = [ticket for ticket in tickets if ticket not in best.goals]
        for card_discount in OTHER_DISCOUNTS:
            other = self.plan(best.goals, missed, self._graph_at(card_discount))
            if other is not None and other.value > best.value:
                best = other
        return best

    def best_goals(self, tickets: Sequence[TicketId]) -> Plan:
        """The best plan at the usual prices, whatever its goals."""
        everything = self.plan(tickets, ())
        if everything is not None and (everything.success > 0.8 or not tickets):
            return everything
        if len(tickets) > MAX_COMBINED:
            return self._grown_plan(tickets)
        best = everything
        for size in range(len(tickets) - 1, -1, -1):
            for goals in combinations(tickets, size):
                best = self._better(best, goals, tickets)
        assert best is not None  # There is always a plan for no goals.
        return best

    def _grown_plan(self, tickets: Sequence[TicketId]) -> Plan:
        """Add goals one by one where that raises the value, the most points per price first; twice."""
        best = self._better(None, (), tickets)
        assert best is not None
        for _ in range(2):
            for ticket in sorted(tickets, key=self._rate, reverse=True):
                if ticket not in best.goals:
                    best = self._better(best, (*best.goals, ticket), tickets) or best
        return best

    def _rate(self, ticket: TicketId) -> float:
        cities = self.position.board.tickets[ticket].cities
        price = sum([self.graph.paths_from(a).distance[b] for a, b in pairwise(cities)])
        return self.position.board.tickets[ticket].points / (1 + price)

    def _better(self, best: Plan | None, goals: tuple[TicketId, ...], tickets: Iterable[TicketId]) -> Plan | None:
        """The plan of more value: the best so far, or the one for these goals."""
        plan = self.plan(goals, [ticket for ticket in tickets if ticket not in goals])
        return plan if plan is not None and (best is None or plan.value > best.value) else best
