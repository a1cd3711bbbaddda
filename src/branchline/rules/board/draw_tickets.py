"""Draw tickets: take some from the top of the deck, and choose among them (U-5, E-6, W-20, B-18)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, DrawTickets
from branchline.core.events import TicketsOffered
from branchline.core.game import Step
from branchline.core.ids import Seat
from branchline.core.phases import TicketOffer
from branchline.core.refusals import Refusal
from branchline.core.states.state import State

ACTIONS = (DrawTickets,)

_DRAW = (DrawTickets(),)


def options(state: State, seat: Seat) -> Sequence[Action]:
    return _DRAW if state.tickets else ()


def refusal(state: State, seat: Seat, action: DrawTickets) -> Refusal | None:
    return None if state.tickets else Refusal.NO_TICKETS


def perform(state: State, seat: Seat, action: DrawTickets) -> Step[State]:
    count = state.board.rules.offer
    offered, rest = state.tickets[:count], state.tickets[count:]
    after = state._replace(phase=TicketOffer(offered), tickets=rest, passes=0)
    return Step(after, (TicketsOffered(seat, len(offered), offered),))
