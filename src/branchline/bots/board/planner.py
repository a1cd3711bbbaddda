"""The planner: plans a whole network for its tickets, and spends every turn on what brings that plan the most."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.board.moves.pieces import choose_pieces, laid
from branchline.bots.board.moves.tickets import keep_tickets
from branchline.bots.board.moves.tunnels import answer_toll
from branchline.bots.board.planning.plan import Planning
from branchline.bots.board.planning.turns_left import my_turns
from branchline.bots.board.position import Sight
from branchline.bots.board.turn import Thought
from branchline.bots.board.weights import Taste
from branchline.bots.bot import Budget
from branchline.bots.move import Move
from branchline.bots.reason import Reason, because
from branchline.core.actions import Action, ChoosePieces
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
        move = considered(view, legal, self._taste)
        if move is None:
            self.why = because("only-move")
            return legal[0]
        self.why = move.why
        return move.action


def planning_for(view: View, taste: Taste) -> Planning:
    sight = Sight(view)
    return Planning(sight, taste, my_turns(sight, taste.trust))


def considered(view: View, legal: Sequence[Action], taste: Taste) -> Move | None:
    """What the planner does in a situation; None where there is nothing to think about."""
    match view.phase:
        case Turn():
            return Thought(planning_for(view, taste)).best_move()
        case SecondCard():
            return Thought(planning_for(view, taste)).draw()
        case ChoosingTickets(offer=offer):
            return _keep(planning_for(view, taste), offer, view.board.rules.first_keep)
        case OfferSeen(tickets=tickets) if tickets is not None:
            return _keep(planning_for(view, taste), tickets, view.board.rules.keep)
        case ChoosingPieces():
            return _pieces(planning_for(view, taste))
        case Toll():
            return answer_toll(planning_for(view, taste), legal)
    return None


def _keep(planning: Planning, offer: tuple[TicketId, ...], least: int) -> Move:
    keep = keep_tickets(planning, offer, least)
    return Move(keep, because("fitting-tickets", tickets=keep.kept), 0.0)


def _pieces(planning: Planning) -> Move:
    plan = planning.best(planning.sight.open_tickets())
    pieces = choose_pieces(planning.sight, laid(planning.sight, plan.routes), int(planning.taste.reserve))
    return Move(ChoosePieces(pieces), because("planned-pieces", pieces=pieces), 0.0)
