"""The hasty bot: claims the routes of the most points per turn, one after the other, and ignores its tickets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.board.board_facts import GREY
from branchline.bots.board.moves.draw import best_draw
from branchline.bots.board.planning.payment import cheapest, payments_for
from branchline.bots.board.position import BoardPosition
from branchline.bots.bot import Budget, Decision
from branchline.bots.reason import because
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
from branchline.core.states.state import State
from branchline.core.views.view import View


class HastyBot:
    """Waits for the routes of the most points per turn; near the end it claims whatever it can pay for."""

    name = "hasty"

    def __init__(self, game: Game[State, View], budget: Budget) -> None:
        pass

    def decide(self, view: View, legal: Sequence[Action], rng: Random) -> Decision:
        phase = type(view.phase)
        if phase is Turn or phase is SecondCard:
            return self._play(BoardPosition(view), legal)
        if phase is Toll:
            return self._toll(legal)
        first = legal[0]
        if isinstance(first, KeepTickets):
            return self._keep(view, legal)
        if isinstance(first, ChoosePieces):
            return Decision(ChoosePieces(view.board.rules.default_pieces), because("default-pieces"))
        return Decision(first, because("only-move"))

    def _keep(self, view: View, legal: Sequence[Action]) -> Decision:
        """Keep as few tickets as the rules allow, those that cost least when missed."""
        tickets = view.board.tickets
        choices = [choice for choice in legal if isinstance(choice, KeepTickets)]
        best = min(choices, key=lambda choice: sum(tickets[kept].penalty for kept in choice.kept))
        return Decision(best, because("cheapest-tickets"))

    def _toll(self, legal: Sequence[Action]) -> Decision:
        """Pay whenever that is possible: a turn is worth more than a card."""
        if isinstance(legal[0], PayToll):
            return Decision(legal[0], because("pays-toll"))
        return Decision(LeaveTunnel(), because("leaves-tunnel"))

    def _play(self, position: BoardPosition, legal: Sequence[Action]) -> Decision:
        wanted = best_paid_routes(position)
        if type(position.view.phase) is Turn:
            claim = claim_best(position, position.claimable if is_nearly_over(position) else wanted)
            if claim is not None:
                points = position.facts.points[claim.route]
                return Decision(claim, because("longest-route", route=claim.route, count=points))
        draw = best_draw(position, card_values_for(position, wanted))
        if draw is None:
            return Decision(legal[0], because("only-move"))
        reason = because("draws-blind") if draw.kind is None else because("draws-for-long", card=draw.kind)
        return Decision(draw.action, reason)


def is_nearly_over(position: BoardPosition) -> bool:
    """Whether the last turns have begun, or some player is within two pieces of beginning them."""
    rules = position.board.rules
    fewest = min(sum(player.pieces) for player in position.players)
    return position.view.turns_left is not None or fewest <= rules.end_at + 2


def best_paid_routes(position: BoardPosition) -> RouteSet:
    """The claimable routes of the most points per turn."""
    facts = position.facts
    wanted, most = 0, 0.0
    for route in members(position.claimable):
        rate = facts.points[route] / facts.turns_needed[route]
        if rate > most + 1e-9:
            wanted, most = 0, rate
        if rate > most - 1e-9:
            wanted |= 1 << route
    return wanted


def claim_best(position: BoardPosition, routes: RouteSet) -> ClaimRoute | None:
    """The claim of the most points that the hand can pay for, with as few wilds as possible."""
    best: ClaimRoute | None = None
    most = (0.0, 0.0)
    costs = [1.0] * len(position.hand)
    costs[-1] = 3.0
    for route in map(RouteId, members(routes)):
        pay = cheapest(payments_for(position, route), costs)
        if pay is not None:
            gain = (float(position.facts.points[route]), -float(pay[-1]))
            if gain > most:
                most, best = gain, ClaimRoute(route, pay)
    return best


def card_values_for(position: BoardPosition, wanted: RouteSet) -> list[float]:
    """The value of each kind of card for claiming these routes: more with each space of its group already in hand."""
    facts = position.facts
    held = [0] * (facts.group_count + 1)
    for kind, count in enumerate(position.hand):
        held[facts.kind_group[kind]] += count * facts.covers[kind]
    useful = set()
    for route in members(wanted):
        group = facts.color_group[route]
        useful |= {group} if group != GREY else set(facts.deck_groups[facts.deck[route]])
    values = [
        (0.5 + 0.08 * held[group] if group in useful else 0.1) * facts.covers[kind]
        for kind, group in enumerate(facts.kind_group)
    ]
    values[-1] = 1.2
    return values
