"""Settle tickets: every seat completes, with its stack, what it chooses among what the stack can pay (C-16, C-17)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from branchline.core.actions import Action, SettleTickets
from branchline.core.bits import mask_of
from branchline.core.events import ChoiceMade, EndReason, Event, GameEnded, TicketsSettled
from branchline.core.game import Step
from branchline.core.idle import stands_still
from branchline.core.ids import Seat, TicketId
from branchline.core.optimize.best_settlement import can_settle
from branchline.core.optimize.settlement_choices import settlements
from branchline.core.phases import FINISHED, Settlement
from branchline.core.refusals import Refusal
from branchline.core.states.card_state import CardPlayer, CardState, points_of
from branchline.rules.cards.halves import begin_second_half, has_second_half

ACTIONS = (SettleTickets,)


def options(state: CardState, seat: Seat) -> Sequence[Action]:
    player = state.players[seat]
    return settlements(state.cardset, player.stack, player.tickets)


def refusal(state: CardState, seat: Seat, action: SettleTickets) -> Refusal | None:
    """One choice has one form: every ticket once, in ascending order."""
    player = state.players[seat]
    tickets = action.tickets
    printed = state.cardset.tickets
    if any(ticket not in range(len(printed)) or not player.tickets >> ticket & 1 for ticket in tickets):
        return Refusal.NOT_YOUR_TICKET
    if any(first >= second for first, second in pairwise(tickets)):
        return Refusal.NOT_YOUR_TICKET
    needs = [printed[ticket].needs for ticket in tickets]
    return None if can_settle(player.stack[:-1], player.stack[-1], needs) else Refusal.STACK_CANNOT_PAY


def perform(state: CardState, seat: Seat, action: SettleTickets) -> Step[CardState]:
    """Hold the choice until all are made: what others complete may matter for the Big Cities."""
    pending = state.phase
    assert isinstance(pending, Settlement)
    made = (*pending.choices[:seat], action.tickets, *pending.choices[seat + 1 :])
    chosen = [choice for choice in made if choice is not None]
    if len(chosen) < len(made):
        return Step(state._replace(phase=Settlement(made)), (ChoiceMade(seat),))
    return _all_chosen(state, chosen, [ChoiceMade(seat)])


def _all_chosen(state: CardState, chosen: list[tuple[TicketId, ...]], events: list[Event]) -> Step[CardState]:
    players = []
    for seat, (player, tickets) in enumerate(zip(state.players, chosen, strict=True)):
        done = mask_of(tickets)
        players.append(CardPlayer(player.hand, player.stack, player.tickets & ~done, player.completed | done))
        events.append(TicketsSettled(Seat(seat), tickets, points_of(state.cardset, done)))
    settled = state._replace(players=tuple(players))
    if has_second_half(settled):
        return begin_second_half(settled, events)
    still = stands_still(settled.idle, len(players))
    events.append(GameEnded(EndReason.NOTHING_NEW if still else EndReason.LAST_TURNS))
    return Step(settled._replace(phase=FINISHED), tuple(events))
