"""The greedy bot: every ticket by its shortest way, claimed as soon as the cards are there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from branchline.bots.board.board_facts import GREY
from branchline.bots.board.hasty import claim_best, is_nearly_over
from branchline.bots.board.moves.draw import best_draw
from branchline.bots.board.planning.network import NEVER, Web
from branchline.bots.board.position import Sight
from branchline.bots.bot import Budget
from branchline.bots.reason import Reason, because
from branchline.core.actions import Action, ChoosePieces, DrawTickets, KeepTickets, LeaveTunnel, PayToll
from branchline.core.bits import mask_of, members
from branchline.core.game import Game
from branchline.core.ids import RouteSet, TicketId
from branchline.core.phases import SecondCard, Toll, Turn
from branchline.core.state import State
from branchline.core.view import ChoosingTickets, OfferSeen, View

SPARE = 0.55
"""The part of the pieces that tickets may take: some get lost to detours."""
ENOUGH = 0.5
"""The part of its pieces that must be left for new tickets."""
LONG = 0.15
"""Turns that a way may take longer for each point that its routes bring more."""
LEAST = 0.2


class Way(NamedTuple):
    """The routes still to be claimed for the open tickets, each with the ticket that it serves."""

    routes: RouteSet
    serves: dict[int, TicketId]


class GreedyBot:
    """Looks at nothing but its own tickets. With all of them done it takes new ones, or the longest routes."""

    name = "greedy"

    def __init__(self, game: Game[State, View], budget: Budget) -> None:
        self.why: Reason | None = None
        self._known: tuple[object, Way] | None = None

    def decide(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        phase = view.phase
        if isinstance(phase, Turn | SecondCard):
            return self._play(Sight(view), legal)
        if isinstance(phase, ChoosingTickets):
            return self._keep(Sight(view), phase.offer, view.board.rules.first_keep)
        if isinstance(phase, OfferSeen) and phase.tickets is not None:
            return self._keep(Sight(view), phase.tickets, view.board.rules.keep)
        if isinstance(phase, Toll):
            self.why = because("pays-toll" if isinstance(legal[0], PayToll) else "leaves-tunnel")
            return legal[0] if isinstance(legal[0], PayToll) else LeaveTunnel()
        if isinstance(legal[0], ChoosePieces):
            self.why = because("default-pieces")
            return ChoosePieces(view.board.rules.default_pieces)
        self.why = because("only-move")
        return legal[0]

    def _keep(self, sight: Sight, offer: tuple[TicketId, ...], least: int) -> Action:
        """The tickets of the most points a piece, as many as the pieces suffice for."""
        web = Web(sight.atlas, prices(sight))
        goals = sight.open_tickets()
        chosen: set[TicketId] = set()
        for ticket in sorted(offer, key=lambda ticket: -sight.board.tickets[ticket].points):
            joint = web.joined([pair for goal in (*goals, ticket) for pair in stops(sight, goal)])
            if joint is not None and _spaces(sight, joint.routes) <= SPARE * sum(sight.pieces):
                goals.append(ticket)
                chosen.add(ticket)
        cheap_first = sorted(offer, key=lambda ticket: sight.board.tickets[ticket].penalty)
        while len(chosen) < min(least, len(offer)):
            chosen.add(next(ticket for ticket in cheap_first if ticket not in chosen))
        kept = tuple(ticket for ticket in offer if ticket in chosen)
        self.why = because("worthy-tickets", tickets=kept)
        return KeepTickets(kept, tuple(ticket for ticket in offer if ticket not in chosen))

    def _play(self, sight: Sight, legal: Sequence[Action]) -> Action:
        way = self._way(sight)
        if type(sight.view.phase) is Turn:
            action = self._claim(sight, way) or self._tickets(sight, way)
            if action is not None:
                return action
        draw = best_draw(sight, _worth(sight, way.routes or sight.open))
        if draw is None:
            self.why = because("only-move")
            return legal[0]
        self.why = because("draws-blind") if draw.kind is None else because("draws-for-tickets", card=draw.kind)
        return draw.action

    def _claim(self, sight: Sight, way: Way) -> Action | None:
        claim = claim_best(sight, way.routes)
        if claim is not None:
            self.why = because("claims-for", route=claim.route, ticket=way.serves[claim.route])
            return claim
        if way.routes and not is_nearly_over(sight):
            return None
        claim = claim_best(sight, sight.open)
        if claim is not None:
            self.why = because("longest-route", route=claim.route, count=sight.atlas.points[claim.route])
        return claim

    def _tickets(self, sight: Sight, way: Way) -> Action | None:
        rules = sight.board.rules
        enough = sum(sight.pieces) > ENOUGH * (rules.pieces_kept or sum(rules.pieces))
        if way.routes or not sight.view.tickets_left or not enough or is_nearly_over(sight):
            return None
        self.why = because("all-done")
        return DrawTickets()

    def _way(self, sight: Sight) -> Way:
        key = (sight.board, sight.mine, sight.closed, sight.tickets, sight.pieces)
        if self._known is None or self._known[0] != key:
            self._known = key, _way(sight)
        return self._known[1]


def prices(sight: Sight) -> list[float]:
    """The turns that each route would take, less a little for its points: none for the own ones."""
    atlas = sight.atlas
    return [
        0.0
        if sight.mine >> route & 1
        else NEVER
        if sight.closed >> route & 1
        else max(LEAST, atlas.turns[route] - LONG * atlas.points[route])
        for route in range(len(atlas.turns))
    ]


def stops(sight: Sight, ticket: TicketId) -> list[tuple[int, int]]:
    cities = sight.board.tickets[ticket].cities
    return list(pairwise(cities))


def _spaces(sight: Sight, routes: Iterable[int]) -> int:
    return sum(sight.atlas.length[route] for route in routes)


def _way(sight: Sight) -> Way:
    """The quickest ways of all open tickets that can still be reached, what is laid for one serving the next."""
    web = Web(sight.atlas, prices(sight))
    tickets = [ticket for ticket in sight.open_tickets() if web.joined(stops(sight, ticket)) is not None]
    pairs = [(ticket, pair) for ticket in tickets for pair in stops(sight, ticket)]
    network = web.joined([pair for _, pair in pairs])
    assert network is not None
    serves = {route: pairs[pair][0] for route, pair in zip(network.routes, network.serves, strict=True)}
    return Way(mask_of(serves) & sight.open, serves)


def _worth(sight: Sight, wanted: RouteSet) -> list[float]:
    """A card of a color that is short is worth one, any other little; for grey routes the fuller purses count."""
    atlas = sight.atlas
    short = [0.0] * (atlas.purses + 1)
    grey = [False, False]
    for route in members(wanted):
        purse = atlas.purse[route]
        if purse == GREY:
            grey[atlas.deck[route]] = True
        else:
            short[purse] += atlas.length[route]
    for kind, count in enumerate(sight.hand):
        short[atlas.purse_of[kind]] -= count * atlas.covers[kind]
    colors = len(sight.board.colors)
    worth = []
    for kind, purse in enumerate(atlas.purse_of[:-1]):
        fits = 1.0 if short[purse] > 0 else 0.0
        if not fits and grey[purse // colors]:
            fits = 0.4 - 0.08 * short[purse]
        worth.append((0.1 + fits) * atlas.covers[kind])
    return [*worth, 1.3]
