"""The planner: plans a network for all its tickets, and makes the move of each turn that gains most for the plan."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.board.moves.pieces import choose_pieces, pieces_used
from branchline.bots.board.moves.tickets import keep_tickets
from branchline.bots.board.moves.tunnels import answer_toll
from branchline.bots.board.planning.plan import Planning
from branchline.bots.board.planning.turns_left import own_turns_left
from branchline.bots.board.position import BoardPosition
from branchline.bots.board.turn import TurnPlan
from branchline.bots.board.weights import PlannerWeights
from branchline.bots.bot import Budget, Decision
from branchline.bots.move import Move
from branchline.bots.reason import because
from branchline.core.actions import Action, ChoosePieces
from branchline.core.game import Game
from branchline.core.ids import TicketId
from branchline.core.phases import SecondCard, Toll, Turn
from branchline.core.states.state import State
from branchline.core.views.view import ChoosingPieces, ChoosingTickets, OfferSeen, View


class PlannerBot:
    """Plans at every decision anew; the common measure is turns."""

    name = "planner"

    def __init__(self, game: Game[State, View], budget: Budget, weights: PlannerWeights | None = None) -> None:
        self._weights = weights or PlannerWeights()

    def decide(self, view: View, legal: Sequence[Action], rng: Random) -> Decision:
        move = planned_move(view, legal, self._weights)
        return Decision(legal[0], because("only-move")) if move is None else move.decision


def planning_for(view: View, weights: PlannerWeights) -> Planning:
    position = BoardPosition(view)
    return Planning(position, weights, own_turns_left(position, weights.turns_trust))


def planned_move(view: View, legal: Sequence[Action], weights: PlannerWeights) -> Move | None:
    """The planner's move for a view; None where there is only one."""
    match view.phase:
        case Turn():
            return TurnPlan(planning_for(view, weights)).best_move()
        case SecondCard():
            return TurnPlan(planning_for(view, weights)).draw()
        case ChoosingTickets(offer=offer):
            return _keep(planning_for(view, weights), offer, view.board.rules.first_keep)
        case OfferSeen(tickets=tickets) if tickets is not None:
            return _keep(planning_for(view, weights), tickets, view.board.rules.keep)
        case ChoosingPieces():
            return _pieces(planning_for(view, weights))
        case Toll():
            return answer_toll(planning_for(view, weights), legal)
    return None


def _keep(planning: Planning, offer: tuple[TicketId, ...], least: int) -> Move:
    keep = keep_tickets(planning, offer, least)
    return Move(keep, because("fitting-tickets", tickets=keep.kept), 0.0)


def _pieces(planning: Planning) -> Move:
    position = planning.position
    plan = planning.best_plan(position.open_tickets())
    pieces = choose_pieces(position, pieces_used(position, plan.routes), int(planning.weights.train_reserve))
    return Move(ChoosePieces(pieces), because("planned-pieces", pieces=pieces), 0.0)
