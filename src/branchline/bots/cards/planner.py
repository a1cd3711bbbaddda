"""The planner of the Card Game: counts the deck, schedules its rows, and values every move in points."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.bot import Budget, Decision
from branchline.bots.cards.draw import best_draw
from branchline.bots.cards.hasty import draw_reason, keep
from branchline.bots.cards.lay import lay_moves
from branchline.bots.cards.plan import CardPlan
from branchline.bots.cards.position import CardPosition, position_of
from branchline.bots.cards.tickets import Prospects
from branchline.bots.cards.weights import CardWeights
from branchline.bots.move import Move, gain_of
from branchline.bots.reason import because
from branchline.core.actions import Action, DrawTickets
from branchline.core.cards import with_one
from branchline.core.game import Game
from branchline.core.ids import Kind, TicketId
from branchline.core.phases import SecondCard, Turn
from branchline.core.states.card_state import CardState
from branchline.core.views.card_view import CardView
from branchline.core.views.view import ChoosingTickets, OfferSeen

MAX_OFFERS = 8
"""After so many offers of tickets each further one must gain a point more, so that the game ends."""


class CardPlannerBot:
    """Compares all moves by their gain in points."""

    name = "planner"

    def __init__(self, game: Game[CardState, CardView], budget: Budget, weights: CardWeights | None = None) -> None:
        self._weights = weights or CardWeights()

    def decide(self, view: CardView, legal: Sequence[Action], rng: Random) -> Decision:
        match view.phase:
            case Turn() | SecondCard():
                found = candidates(position_of(view), self._weights, rng)
                return max(found, key=gain_of, default=Move(legal[0], because("only-move"), 0.0)).decision
            case ChoosingTickets(offer=offer):
                kept = best_tickets(position_of(view), self._weights, offer, view.cardset.rules.first_keep)
            case OfferSeen(tickets=offer) if offer is not None:
                kept = best_tickets(position_of(view), self._weights, offer, 0)
            case _:
                return Decision(legal[0], because("best-settlement"))
        reason = because("joint-tickets", tickets=kept) if kept else because("no-ticket-fits")
        return Decision(keep(offer, kept), reason)


def best_tickets(
    position: CardPosition, weights: CardWeights, offer: tuple[TicketId, ...], least: int
) -> tuple[TicketId, ...]:
    return Prospects(CardPlan(position, weights)).best_of(offer, least)[1]


def candidates(position: CardPosition, weights: CardWeights, rng: Random) -> list[Move]:
    """All moves that are compared in a turn; none where the seat can only pass."""
    plan = CardPlan(position, weights)
    idle = plan.value(position.hand, position.yards, position.deck_size)
    found = _draws(plan, idle)
    if not position.second:
        found += lay_moves(plan, idle)
        if position.tickets_left:
            gain = Prospects(plan).value_of_drawing(rng) - weights.ticket_draw_margin
            gain -= max(0, position.offers - MAX_OFFERS)
            found.append(Move(DrawTickets(), because("tickets-promise"), gain))
    return found


def _draws(plan: CardPlan, idle: float) -> list[Move]:
    """The best draw, if any. The value of a card is what it adds to the plan, with two cards less in the deck."""
    position = plan.position
    if not position.deck_size or position.ending:
        return []
    deck = max(0, position.deck_size - 2)
    base = plan.value(position.hand, position.yards, deck)
    kinds = range(len(position.hand))
    values = [plan.value(with_one(position.hand, Kind(kind)), position.yards, deck) - base for kind in kinds]
    draw = best_draw(position, values)
    gain = draw.value + base - idle + plan.weights.draw_bonus
    return [Move(draw.action, draw_reason(draw, "draws-for-plan"), gain)]
