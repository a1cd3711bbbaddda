"""The planner of the Card Game: counts the deck, schedules its rows, and weighs every play in points."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from branchline.bots.bot import Budget
from branchline.bots.cards.draw import best_draw
from branchline.bots.cards.hasty import keep, why_drawn
from branchline.bots.cards.lay import layings
from branchline.bots.cards.plan import CardPlan
from branchline.bots.cards.position import CardSight, sight_of
from branchline.bots.cards.tickets import Prospects
from branchline.bots.cards.weights import CardTaste
from branchline.bots.reason import Reason, because
from branchline.core.actions import Action, DrawTickets
from branchline.core.card_state import CardState
from branchline.core.card_view import CardView
from branchline.core.cards import with_one
from branchline.core.game import Game
from branchline.core.ids import Kind, TicketId
from branchline.core.phases import SecondCard, Turn
from branchline.core.view import ChoosingTickets, OfferSeen

PATIENCE = 8
"""Offers of tickets in a game after which each further one must promise more: somebody has to end the game."""


class Candidate(NamedTuple):
    """An action, what it gains over doing nothing, and the reason."""

    action: Action
    gain: float
    why: Reason


class CardPlannerBot:
    """Measures everything in points."""

    name = "planner"

    def __init__(self, game: Game[CardState, CardView], budget: Budget, taste: CardTaste | None = None) -> None:
        self.why: Reason | None = None
        self._taste = taste or CardTaste()

    def decide(self, view: CardView, legal: Sequence[Action], rng: Random) -> Action:
        match view.phase:
            case Turn() | SecondCard():
                found = candidates(sight_of(view), self._taste, rng)
                best = max(found, key=gain_of, default=Candidate(legal[0], 0.0, because("only-move")))
                self.why = best.why
                return best.action
            case ChoosingTickets(offer=offer):
                kept = best_tickets(sight_of(view), self._taste, offer, view.cardset.rules.first_keep)
            case OfferSeen(tickets=offer) if offer is not None:
                kept = best_tickets(sight_of(view), self._taste, offer, 0)
            case _:
                self.why = because("best-settlement")
                return legal[0]
        self.why = because("joint-tickets", tickets=kept) if kept else because("no-ticket-fits")
        return keep(offer, kept)


def gain_of(candidate: Candidate) -> float:
    return candidate.gain


def best_tickets(sight: CardSight, taste: CardTaste, offer: tuple[TicketId, ...], least: int) -> tuple[TicketId, ...]:
    return Prospects(CardPlan(sight, taste)).best_of(offer, least)[1]


def candidates(sight: CardSight, taste: CardTaste, rng: Random) -> list[Candidate]:
    """All that is worth a thought in a turn; nothing where the seat can only pass."""
    plan = CardPlan(sight, taste)
    idle = plan.worth(sight.hand, sight.yards, sight.deck_size)
    found = _draws(plan, idle)
    if not sight.second:
        found += [Candidate(*laying) for laying in layings(plan, idle)]
        if sight.tickets_left:
            gain = Prospects(plan).worth_of_drawing(rng) - taste.thrift - max(0, sight.offers - PATIENCE)
            found.append(Candidate(DrawTickets(), gain, because("tickets-promise")))
    return found


def _draws(plan: CardPlan, idle: float) -> list[Candidate]:
    """The best draw. What a card is worth is what it adds to the plan, the deck being smaller then."""
    sight = plan.sight
    if not sight.deck_size or sight.ending:
        return []
    deck = max(0, sight.deck_size - 2)
    base = plan.worth(sight.hand, sight.yards, deck)
    kinds = range(len(sight.hand))
    worth = [plan.worth(with_one(sight.hand, Kind(kind)), sight.yards, deck) - base for kind in kinds]
    draw = best_draw(sight, worth)
    gain = draw.worth + base - idle + plan.taste.race
    return [Candidate(draw.action, gain, why_drawn(draw, "draws-for-plan"))]
