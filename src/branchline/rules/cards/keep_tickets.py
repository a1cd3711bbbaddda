"""Keep tickets drawn in the Card Game: any number, also none; the rest go under the deck (C-12)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, KeepTickets
from branchline.core.bits import mask_of
from branchline.core.events import Event
from branchline.core.game import Step
from branchline.core.ids import Seat, TicketId
from branchline.core.phases import TicketOffer
from branchline.core.refusals import Refusal
from branchline.core.states.card_state import CardState, with_player
from branchline.rules.board.keep_tickets import kept_event, refuse_choice
from branchline.rules.cards.turn import end_turn
from branchline.rules.ticket_choices import TicketChoices

ACTIONS = (KeepTickets,)

MIN_KEPT = 0


def _offer(state: CardState) -> tuple[TicketId, ...]:
    assert isinstance(state.phase, TicketOffer)
    return state.phase.tickets


def options(state: CardState, seat: Seat) -> Sequence[Action]:
    return TicketChoices(_offer(state), MIN_KEPT, ordered=True)  # B-21


def refusal(state: CardState, seat: Seat, action: KeepTickets) -> Refusal | None:
    return refuse_choice(_offer(state), MIN_KEPT, action, ordered=True)


def perform(state: CardState, seat: Seat, action: KeepTickets) -> Step[CardState]:
    player = state.players[seat]
    players = with_player(state, seat, player._replace(tickets=player.tickets | mask_of(action.kept)))
    events: list[Event] = [kept_event(seat, action)]
    after = state._replace(players=players, tickets=state.tickets + action.returned)
    return end_turn(after, events, idle=0 if action.kept else state.idle + 1)  # B-10a
