"""Draw tickets in the Card Game: some from the top of their deck, to choose among them (C-12)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, DrawTickets
from branchline.core.events import TicketsOffered
from branchline.core.game import Step
from branchline.core.ids import Seat
from branchline.core.phases import TicketOffer
from branchline.core.refusals import Refusal
from branchline.core.states.card_state import CardState

ACTIONS = (DrawTickets,)

_DRAW = (DrawTickets(),)


def options(state: CardState, seat: Seat) -> Sequence[Action]:
    return _DRAW if state.tickets else ()


def refusal(state: CardState, seat: Seat, action: DrawTickets) -> Refusal | None:
    return None if state.tickets else Refusal.NO_TICKETS


def perform(state: CardState, seat: Seat, action: DrawTickets) -> Step[CardState]:
    size = state.cardset.rules.offer
    offer, rest = state.tickets[:size], state.tickets[size:]
    after = state._replace(phase=TicketOffer(offer), tickets=rest)
    return Step(after, (TicketsOffered(seat, len(offer), offer),))
