"""A tunnel's toll: pay what the turned-up cards ask for, or leave (E-9 to E-12)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, LeaveTunnel, PayToll
from branchline.core.cards import holds, minus, plus
from branchline.core.events import TunnelLeft
from branchline.core.game import Step
from branchline.core.ids import Cards, Seat
from branchline.core.phases import Toll
from branchline.core.refusals import Refusal
from branchline.core.states.state import State, with_hand, with_player
from branchline.core.states.stock import Stock
from branchline.rules.board.claim import claimed
from branchline.rules.board.turn import end_turn

ACTIONS = (PayToll, LeaveTunnel)


def _pending(state: State) -> Toll:
    assert isinstance(state.phase, Toll)
    return state.phase


def options(state: State, seat: Seat) -> Sequence[Action]:
    return (*(PayToll(pay) for pay in _payments(state, seat)), LeaveTunnel())


def _payments(state: State, seat: Seat) -> list[Cards]:
    """Cards of the color played or wilds; only wilds when only wilds were played. Fewest wilds first."""
    due = _pending(state)
    hand = state.players[seat].hand
    played = next((kind for kind, count in enumerate(due.laid[:-1]) if count), None)
    payments = []
    for wilds in range(min(due.extra, hand[-1]) + 1):
        plain = due.extra - wilds
        pay = list(state.board.no_cards)
        pay[-1] = wilds
        if plain and (played is None or hand[played] < plain):
            continue
        if plain and played is not None:
            pay[played] = plain
        payments.append(tuple(pay))
    return payments


def refusal(state: State, seat: Seat, action: PayToll | LeaveTunnel) -> Refusal | None:
    if isinstance(action, LeaveTunnel):
        return None
    if not holds(state.players[seat].hand, action.pay):
        return Refusal.CARDS_NOT_HELD
    return None if action.pay in _payments(state, seat) else Refusal.WRONG_PAYMENT


def perform(state: State, seat: Seat, action: PayToll | LeaveTunnel) -> Step[State]:
    due = _pending(state)
    stock = Stock(state)
    player = state.players[seat]
    stock.discard(due.revealed)  # E-12
    if isinstance(action, PayToll):
        pay = plus(due.laid, action.pay)
        stock.discard(pay)
        return claimed(state, seat, due.route, minus(player.hand, action.pay), pay, stock)
    stock.events.append(TunnelLeft(seat, due.route))  # E-11
    after = with_hand(player, plus(player.hand, due.laid))
    return end_turn(state, with_player(state, seat, after), stock, idle=state.idle + 1)  # B-10a
