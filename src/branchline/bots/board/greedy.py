"""The greedy bot: each ticket by its quickest path, every route claimed as soon as the hand can pay for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from branchline.bots.board.board_facts import GREY
from branchline.bots.board.hasty import claim_best, is_nearly_over
from branchline.bots.board.moves.draw import best_draw
from branchline.bots.board.planning.network import NEVER, RouteGraph
from branchline.bots.board.position import BoardPosition
from branchline.bots.bot import Budget, Decision
from branchline.bots.reason import because
from branchline.core.actions import Action, ChoosePieces, DrawTickets, KeepTickets, LeaveTunnel, PayToll
from branchline.core.bits import mask_of, members
from branchline.core.game import Game
from branchline.core.ids import RouteSet, TicketId
from branchline.core.phases import SecondCard, Toll, Turn
from branchline.core.states.state import State
from branchline.core.views.view import ChoosingTickets, OfferSeen, View

TICKET_PIECES = 0.55
"""The part of the pieces that the paths of kept tickets may take: detours will need some."""
NEW_TICKET_PIECES = 0.5
"""The part of its pieces that must be left for new tickets."""
TURNS_PER_POINT = 0.15
"""Turns that a path may take longer for each point that its routes bring more."""
MIN_PRICE = 0.2


class TicketRoutes(NamedTuple):
    """The routes still to be claimed for the open tickets, each with the ticket that it serves."""

    routes: RouteSet
    serves: dict[int, TicketId]


class GreedyBot:
    """Looks at nothing but its own tickets. With all of them done it takes new ones, or the longest routes."""

    name = "greedy"

    def __init__(self, game: Game[State, View], budget: Budget) -> None:
        self._latest: tuple[object, TicketRoutes] | None = None  # Spares work: a turn often asks twice.

    def decide(self, view: View, legal: Sequence[Action], rng: Random) -> Decision:
        phase = view.phase
        if isinstance(phase, Turn | SecondCard):
            return self._play(BoardPosition(view), legal)
        if isinstance(phase, ChoosingTickets):
            return self._keep(BoardPosition(view), phase.offer, view.board.rules.first_keep)
        if isinstance(phase, OfferSeen) and phase.tickets is not None:
            return self._keep(BoardPosition(view), phase.tickets, view.board.rules.keep)
        if isinstance(phase, Toll):
            if isinstance(legal[0], PayToll):
                return Decision(legal[0], because("pays-toll"))
            return Decision(LeaveTunnel(), because("leaves-tunnel"))
        if isinstance(legal[0], ChoosePieces):
            return Decision(ChoosePieces(view.board.rules.default_pieces), because("default-pieces"))
        return Decision(legal[0], because("only-move"))

    def _keep(self, position: BoardPosition, offer: tuple[TicketId, ...], least: int) -> Decision:
        """Keep the tickets of the most points, as many as the pieces suffice for."""
        graph = RouteGraph(position.facts, prices(position))
        goals = position.open_tickets()
        chosen: set[TicketId] = set()
        for ticket in sorted(offer, key=lambda ticket: -position.board.tickets[ticket].points):
            joint = graph.network_for([pair for goal in (*goals, ticket) for pair in legs(position, goal)])
            if joint is not None and _spaces(position, joint.routes) <= TICKET_PIECES * sum(position.pieces):
                goals.append(ticket)
                chosen.add(ticket)
        cheap_first = sorted(offer, key=lambda ticket: position.board.tickets[ticket].penalty)
        while len(chosen) < min(least, len(offer)):
            chosen.add(next(ticket for ticket in cheap_first if ticket not in chosen))
        kept = tuple(ticket for ticket in offer if ticket in chosen)
        returned = tuple(ticket for ticket in offer if ticket not in chosen)
        return Decision(KeepTickets(kept, returned), because("worthy-tickets", tickets=kept))

    def _play(self, position: BoardPosition, legal: Sequence[Action]) -> Decision:
        planned = self._ticket_routes(position)
        if type(position.view.phase) is Turn:
            decision = _claim(position, planned) or _draw_tickets(position, planned)
            if decision is not None:
                return decision
        draw = best_draw(position, _card_values(position, planned.routes or position.claimable))
        if draw is None:
            return Decision(legal[0], because("only-move"))
        reason = because("draws-blind") if draw.kind is None else because("draws-for-tickets", card=draw.kind)
        return Decision(draw.action, reason)

    def _ticket_routes(self, position: BoardPosition) -> TicketRoutes:
        key = (position.board, position.own_routes, position.closed, position.tickets, position.pieces)
        if self._latest is None or self._latest[0] != key:
            self._latest = key, _ticket_routes(position)
        return self._latest[1]


def _claim(position: BoardPosition, planned: TicketRoutes) -> Decision | None:
    claim = claim_best(position, planned.routes)
    if claim is not None:
        return Decision(claim, because("claims-for", route=claim.route, ticket=planned.serves[claim.route]))
    if planned.routes and not is_nearly_over(position):
        return None
    claim = claim_best(position, position.claimable)
    if claim is None:
        return None
    return Decision(claim, because("longest-route", route=claim.route, count=position.facts.points[claim.route]))


def _draw_tickets(position: BoardPosition, planned: TicketRoutes) -> Decision | None:
    rules = position.board.rules
    enough = sum(position.pieces) > NEW_TICKET_PIECES * (rules.pieces_kept or sum(rules.pieces))
    if planned.routes or not position.view.tickets_left or not enough or is_nearly_over(position):
        return None
    return Decision(DrawTickets(), because("all-done"))


def prices(position: BoardPosition) -> list[float]:
    """The price of each route: its turns less a little for its points, nothing for the own ones."""
    facts = position.facts
    return [
        0.0
        if position.own_routes >> route & 1
        else NEVER
        if position.closed >> route & 1
        else max(MIN_PRICE, facts.turns_needed[route] - TURNS_PER_POINT * facts.points[route])
        for route in range(len(facts.turns_needed))
    ]


def legs(position: BoardPosition, ticket: TicketId) -> list[tuple[int, int]]:
    """The pairs of cities that a ticket asks to connect."""
    return list(pairwise(position.board.tickets[ticket].cities))


def _spaces(position: BoardPosition, routes: Iterable[int]) -> int:
    return sum(position.facts.length[route] for route in routes)


def _ticket_routes(position: BoardPosition) -> TicketRoutes:
    """The quickest paths of all open tickets that can still be completed, each using the ones before it."""
    graph = RouteGraph(position.facts, prices(position))
    tickets = [ticket for ticket in position.open_tickets() if graph.network_for(legs(position, ticket)) is not None]
    pairs = [(ticket, pair) for ticket in tickets for pair in legs(position, ticket)]
    network = graph.network_for([pair for _, pair in pairs])
    assert network is not None
    serves = {route: pairs[pair][0] for route, pair in zip(network.routes, network.serves, strict=True)}
    return TicketRoutes(mask_of(serves) & position.claimable, serves)


def _card_values(position: BoardPosition, wanted: RouteSet) -> list[float]:
    """The value of each kind of card: 1.1 if its group is short, else 0.1, more where it can pay for a grey route."""
    facts = position.facts
    short = [0.0] * (facts.group_count + 1)
    grey = [False, False]
    for route in members(wanted):
        group = facts.color_group[route]
        if group == GREY:
            grey[facts.deck[route]] = True
        else:
            short[group] += facts.length[route]
    for kind, count in enumerate(position.hand):
        short[facts.kind_group[kind]] -= count * facts.covers[kind]
    colors = len(position.board.colors)
    values = []
    for kind, group in enumerate(facts.kind_group[:-1]):
        fits = 1.0 if short[group] > 0 else 0.0
        if not fits and grey[group // colors]:
            fits = 0.4 - 0.08 * short[group]
        values.append((0.1 + fits) * facts.covers[kind])
    return [*values, 1.3]
