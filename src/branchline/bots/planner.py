"""The planner: plans a whole network for its tickets, and spends every turn on what brings that plan the most."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.bot import Budget
from branchline.bots.building import build_harbor, build_station
from branchline.bots.claiming import Claiming, last_claim, worth_of_cards
from branchline.bots.drawing import best_draw, usual_draw
from branchline.bots.fill import fill
from branchline.bots.fleet import choose_pieces, laid
from branchline.bots.harbors import sites
from branchline.bots.offers import keep_tickets, worth_of_drawing
from branchline.bots.plan import Planning
from branchline.bots.sight import Sight
from branchline.bots.taste import Taste
from branchline.bots.tempo import my_turns
from branchline.bots.why import Reason, because
from branchline.core.actions import (
    Action,
    ChoosePieces,
    DrawTickets,
    ExchangePieces,
    LeaveTunnel,
    PayToll,
)
from branchline.core.game import Game
from branchline.core.ids import TicketId
from branchline.core.phases import SecondCard, Toll, Turn
from branchline.core.state import State
from branchline.core.view import ChoosingPieces, ChoosingTickets, OfferSeen, View


class PlannerBot:
    """Measures everything in turns."""

    name = "planner"

    def __init__(self, game: Game[State, View], budget: Budget, taste: Taste | None = None) -> None:
        self.why: Reason | None = None
        self._taste = taste or Taste()

    def decide(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        sight = Sight(view)
        planning = Planning(sight, self._taste, my_turns(sight, self._taste.trust))
        match view.phase:
            case Turn() | SecondCard():
                return self._play(planning, legal)
            case ChoosingTickets(offer=offer):
                return self._keep(planning, offer, view.board.rules.first_keep)
            case OfferSeen(tickets=tickets) if tickets is not None:
                return self._keep(planning, tickets, view.board.rules.keep)
            case ChoosingPieces():
                return self._pieces(planning)
            case Toll():
                self.why = because("pays-toll" if isinstance(legal[0], PayToll) else "leaves-tunnel")
                return legal[0] if isinstance(legal[0], PayToll) else LeaveTunnel()
        self.why = because("only-move")
        return legal[0]

    def _keep(self, planning: Planning, offer: tuple[TicketId, ...], least: int) -> Action:
        keep = keep_tickets(planning, offer, least)
        self.why = because("fitting-tickets", tickets=keep.kept)
        return keep

    def _pieces(self, planning: Planning) -> Action:
        plan = planning.best(planning.sight.open_tickets())
        pieces = choose_pieces(planning.sight, laid(planning.sight, plan.routes))
        self.why = because("planned-pieces", pieces=pieces)
        return ChoosePieces(pieces)

    def _play(self, planning: Planning, legal: Sequence[Action]) -> Action:
        sight = planning.sight
        plan = planning.best(sight.open_tickets())
        harbors = sites(sight, [*sight.done_tickets(), *plan.goals])
        more = fill(planning, plan, planning.turns - plan.turns)
        worth = worth_of_cards(planning, plan, more, harbors)
        draw = best_draw(sight, worth)
        if type(sight.view.phase) is Turn:
            built = build_harbor(planning, harbors)
            if built is not None:
                self.why = built.why
                return built.action
            claiming = Claiming(planning, plan, harbors)
            claim = claiming.best(more)
            if claim is not None and draw is not None and claim.gain < draw.worth - usual_draw(sight, worth):
                claim = None
            claim = claim or build_station(planning, plan)
            if claim is None and plan.exchange.number and (not plan.needs.missing or claiming.must_hurry):
                self.why = because("exchange", count=plan.exchange.number)
                return ExchangePieces(plan.exchange.give, plan.exchange.number)
            if claim is None and planning.turns <= 1:
                claim = last_claim(sight)
            if claim is not None:
                self.why = claim.why
                return claim.action
            if sight.view.tickets_left and worth_of_drawing(planning, plan) > planning.pace + self._taste.curious:
                self.why = because("tickets-fit")
                return DrawTickets()
        if draw is None:
            self.why = because("only-move")
            return legal[0]
        self.why = because("draws-blind")
        return draw.action
