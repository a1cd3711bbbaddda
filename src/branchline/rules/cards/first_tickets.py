"""The first tickets of the Card Game: every seat chooses in secret, in any order (C-3)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, KeepTickets
from branchline.core.bits import mask_of
from branchline.core.events import ChoiceMade, Event, TicketDeckChanged
from branchline.core.game import Step
from branchline.core.ids import Seat
from branchline.core.phases import FirstTickets
from branchline.core.refusals import Refusal
from branchline.core.rng import shuffled
from branchline.core.states.card_state import CardState
from branchline.rules.board.keep_tickets import kept_event, refuse_choice
from branchline.rules.cards.turn import begin_turn
from branchline.rules.ticket_choices import TicketChoices

ACTIONS = (KeepTickets,)


def _pending(state: CardState) -> FirstTickets:
    assert isinstance(state.phase, FirstTickets)
    return state.phase


def options(state: CardState, seat: Seat) -> Sequence[Action]:
    return TicketChoices(_pending(state).offers[seat], state.cardset.rules.first_keep, ordered=False)


def refusal(state: CardState, seat: Seat, action: KeepTickets) -> Refusal | None:
    return refuse_choice(_pending(state).offers[seat], state.cardset.rules.first_keep, action, ordered=False)


def perform(state: CardState, seat: Seat, action: KeepTickets) -> Step[CardState]:
    """Hold the choice until all are made, so that nothing depends on who was quicker."""
    pending = _pending(state)
    made = (*pending.choices[:seat], action, *pending.choices[seat + 1 :])
    chosen = [choice for choice in made if choice is not None]
    if len(chosen) < len(made):
        return Step(state._replace(phase=FirstTickets(pending.offers, made)), (ChoiceMade(seat),))
    return _all_chosen(state, chosen, [ChoiceMade(seat)])


def _all_chosen(state: CardState, chosen: list[KeepTickets], events: list[Event]) -> Step[CardState]:
    """Returned tickets are shuffled into the whole ticket deck, not put under it (C-3)."""
    events += [kept_event(Seat(seat), choice) for seat, choice in enumerate(chosen)]
    players = tuple(
        player._replace(tickets=mask_of(choice.kept)) for player, choice in zip(state.players, chosen, strict=True)
    )
    returned = [ticket for choice in chosen for ticket in choice.returned]
    tickets, rng = shuffled((*state.tickets, *returned), state.rng)
    events.append(TicketDeckChanged(len(tickets), tickets))
    ready = state._replace(players=players, tickets=tickets, rng=rng)
    return begin_turn(ready, state.turn, None, events)
