"""The hasty bot: a racer who lays the routes that pay best, one after the other, and ignores the tickets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.board.board_facts import GREY
from branchline.bots.board.moves.draw import best_draw
from branchline.bots.board.planning.payment import cheapest, payments_for
from branchline.bots.board.position import Sight
from branchline.bots.bot import Budget
from branchline.bots.reason import Reason, because
from branchline.core.actions import (
    Action,
    ChoosePieces,
    ClaimRoute,
    KeepTickets,
    LeaveTunnel,
    PayToll,
)
from branchline.core.bits import members
from branchline.core.game import Game
from branchline.core.ids import RouteId, RouteSet
from branchline.core.phases import SecondCard, Toll, Turn
from branchline.core.state import State
from branchline.core.view import View


class HastyBot:
    """Waits for the routes that give the most points a turn; only at the end it takes what it can get."""

    name = "hasty"

    def __init__(self, game: Game[State, View], budget: Budget) -> None:
        self.why: Reason | None = None

    def decide(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        phase = type(view.phase)
        if phase is Turn or phase is SecondCard:
            return self._play(Sight(view), legal)
        if phase is Toll:
            return self._toll(legal)
        first = legal[0]
        if isinstance(first, KeepTickets):
            return self._keep(view, legal)
        if isinstance(first, ChoosePieces):
            self.why = because("default-pieces")
            return ChoosePieces(view.board.rules.default_pieces)
        self.why = because("only-move")
        return first

    def _keep(self, view: View, legal: Sequence[Action]) -> Action:
        """As few tickets as the rules allow, those that cost least when missed."""
        tickets = view.board.tickets
        self.why = because("cheapest-tickets")
        choices = [choice for choice in legal if isinstance(choice, KeepTickets)]
        return min(choices, key=lambda choice: sum(tickets[kept].penalty for kept in choice.kept))

    def _toll(self, legal: Sequence[Action]) -> Action:
        """Pay whenever that is possible: a turn is worth more than a card."""
        first = legal[0]
        self.why = because("pays-toll" if isinstance(first, PayToll) else "leaves-tunnel")
        return first if isinstance(first, PayToll) else LeaveTunnel()

    def _play(self, sight: Sight, legal: Sequence[Action]) -> Action:
        wanted = best_paying(sight)
        if type(sight.view.phase) is Turn:
            claim = claim_best(sight, sight.open if is_nearly_over(sight) else wanted)
            if claim is not None:
                self.why = because("longest-route", route=claim.route, count=sight.atlas.points[claim.route])
                return claim
        draw = best_draw(sight, worth_for(sight, wanted))
        if draw is None:
            self.why = because("only-move")
            return legal[0]
        self.why = because("draws-blind") if draw.kind is None else because("draws-for-long", card=draw.kind)
        return draw.action


def is_nearly_over(sight: Sight) -> bool:
    """Somebody is about to end the game, or has done so already."""
    rules = sight.board.rules
    fewest = min(sum(player.pieces) for player in sight.players)
    return sight.view.turns_left is not None or fewest <= rules.end_at + 2


def best_paying(sight: Sight) -> RouteSet:
    """The open routes that give the most points a turn."""
    atlas = sight.atlas
    wanted, most = 0, 0.0
    for route in members(sight.open):
        rate = atlas.points[route] / atlas.turns[route]
        if rate > most + 1e-9:
            wanted, most = 0, rate
        if rate > most - 1e-9:
            wanted |= 1 << route
    return wanted


def claim_best(sight: Sight, routes: RouteSet) -> ClaimRoute | None:
    """The affordable route of the most points, with as few wilds as can be."""
    best: ClaimRoute | None = None
    most = (0.0, 0.0)
    wild_dear = [1.0] * len(sight.hand)
    wild_dear[-1] = 3.0
    for route in map(RouteId, members(routes)):
        pay = cheapest(payments_for(sight, route), wild_dear)
        if pay is not None:
            gain = (float(sight.atlas.points[route]), -float(pay[-1]))
            if gain > most:
                most, best = gain, ClaimRoute(route, pay)
    return best


def worth_for(sight: Sight, wanted: RouteSet) -> list[float]:
    """What each kind of card is worth to somebody who wants these routes: the fuller the purse, the more."""
    atlas = sight.atlas
    held = [0] * (atlas.purses + 1)
    for kind, count in enumerate(sight.hand):
        held[atlas.purse_of[kind]] += count * atlas.covers[kind]
    useful = set()
    for route in members(wanted):
        purse = atlas.purse[route]
        useful |= {purse} if purse != GREY else set(purses_of_deck(sight, atlas.deck[route]))
    worth = [
        (0.5 + 0.08 * held[purse] if purse in useful else 0.1) * atlas.covers[kind]
        for kind, purse in enumerate(atlas.purse_of)
    ]
    worth[-1] = 1.2
    return worth


def purses_of_deck(sight: Sight, deck: int) -> range:
    colors = len(sight.board.colors)
    return range(deck * colors, (deck + 1) * colors)
