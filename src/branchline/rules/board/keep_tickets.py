"""Keep tickets out of an offer: some at least, the others go back (B-17, B-21)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, KeepTickets
from branchline.core.bits import mask_of
from branchline.core.events import TicketsKept
from branchline.core.game import Step
from branchline.core.ids import Seat, TicketId
from branchline.core.phases import TicketOffer
from branchline.core.refusals import Refusal
from branchline.core.states.state import State, with_player, with_tickets
from branchline.core.states.stock import Stock
from branchline.rules.board.turn import end_turn
from branchline.rules.ticket_choices import TicketChoices

ACTIONS = (KeepTickets,)


def refuse_choice(offer: tuple[TicketId, ...], least: int, action: KeepTickets, *, ordered: bool) -> Refusal | None:
    """What is wrong with a choice out of an offer, if anything."""
    if set(action.kept) | set(action.returned) != set(offer) or len(action.kept) + len(action.returned) != len(offer):
        return Refusal.NOT_OFFERED
    if len(action.kept) < min(least, len(offer)):
        return Refusal.TOO_FEW_KEPT
    shown = tuple(ticket for ticket in offer if ticket in action.kept)
    rest = tuple(ticket for ticket in offer if ticket not in action.kept)
    if action.kept != shown or (action.returned != rest and not ordered):
        return Refusal.WRONG_RETURN_ORDER
    return None


def _offer(state: State) -> tuple[TicketId, ...]:
    assert isinstance(state.phase, TicketOffer)
    return state.phase.tickets


def options(state: State, seat: Seat) -> Sequence[Action]:
    return TicketChoices(_offer(state), state.board.rules.keep, ordered=True)


def refusal(state: State, seat: Seat, action: KeepTickets) -> Refusal | None:
    return refuse_choice(_offer(state), state.board.rules.keep, action, ordered=True)


def perform(state: State, seat: Seat, action: KeepTickets) -> Step[State]:
    after = with_tickets(state.players[seat], mask_of(action.kept))
    stock = Stock(state)
    stock.events.append(kept_event(seat, action))
    return end_turn(state, with_player(state, seat, after), stock, tickets=state.tickets + action.returned)


def kept_event(seat: Seat, action: KeepTickets) -> TicketsKept:
    return TicketsKept(seat, len(action.kept), len(action.returned), action.kept, action.returned)
