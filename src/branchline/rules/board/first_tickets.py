"""The first tickets: every seat chooses in secret, in any order (U-3, E-4, W-5)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, KeepTickets
from branchline.core.bits import mask_of
from branchline.core.events import ChoiceMade, Event, TicketDeckChanged
from branchline.core.game import Step
from branchline.core.ids import Seat, TicketId
from branchline.core.phases import FirstPieces, FirstTickets
from branchline.core.refusals import Refusal
from branchline.core.rng import shuffled
from branchline.core.states.state import State
from branchline.rules.board.first_pieces import first_turn
from branchline.rules.board.keep_tickets import kept_event, refuse_choice
from branchline.rules.ticket_choices import TicketChoices

ACTIONS = (KeepTickets,)


def _pending(state: State) -> FirstTickets:
    assert isinstance(state.phase, FirstTickets)
    return state.phase


def _ordered(state: State) -> bool:
    """Only where the returned tickets go under the deck as they are does their order matter."""
    return state.board.rules.first_return == "bottom"


def options(state: State, seat: Seat) -> Sequence[Action]:
    return TicketChoices(_pending(state).offers[seat], state.board.rules.first_keep, ordered=_ordered(state))


def refusal(state: State, seat: Seat, action: KeepTickets) -> Refusal | None:
    return refuse_choice(_pending(state).offers[seat], state.board.rules.first_keep, action, ordered=_ordered(state))


def perform(state: State, seat: Seat, action: KeepTickets) -> Step[State]:
    """Hold the choice until all are made, so that nothing depends on who was quicker."""
    pending = _pending(state)
    made = (*pending.choices[:seat], action, *pending.choices[seat + 1 :])
    waiting = state._replace(phase=FirstTickets(pending.offers, made))
    chosen = tuple(choice for choice in made if choice is not None)
    if len(chosen) < len(made):
        return Step(waiting, (ChoiceMade(seat),))
    return _all_chosen(waiting, chosen, [ChoiceMade(seat)])


def _all_chosen(state: State, chosen: tuple[KeepTickets, ...], events: list[Event]) -> Step[State]:
    events += [kept_event(Seat(seat), choice) for seat, choice in enumerate(chosen)]
    players = tuple(
        player._replace(tickets=mask_of(choice.kept)) for player, choice in zip(state.players, chosen, strict=True)
    )
    state = _take_back(state, tuple(ticket for choice in chosen for ticket in choice.returned))
    events.append(TicketDeckChanged(len(state.tickets), state.tickets))
    state = state._replace(players=players)
    if state.board.rules.pieces_kept:
        return Step(state._replace(phase=FirstPieces((None,) * len(players))), tuple(events))
    return first_turn(state, events)


def _take_back(state: State, returned: tuple[TicketId, ...]) -> State:
    match state.board.rules.first_return:
        case "shuffle":  # U-3: all returned tickets together, under the deck
            returned, rng = shuffled(returned, state.rng)
            return state._replace(tickets=state.tickets + returned, rng=rng)
        case "bottom":  # W-5: in seat order
            return state._replace(tickets=state.tickets + returned)
        case _:  # E-4: they leave the game unseen
            return state
