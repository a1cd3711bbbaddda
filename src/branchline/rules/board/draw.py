"""Draw cards: two of them, face up or blind (B-2 to B-8, W-8, W-9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from branchline.core.actions import Action, DrawBlind, DrawFaceUp
from branchline.core.bits import mask_of, members
from branchline.core.board import Board
from branchline.core.events import card_drawn, card_taken
from branchline.core.game import Step
from branchline.core.ids import TRAINS, DeckId, Seat
from branchline.core.phases import SECOND_CARD, SecondCard
from branchline.core.refusals import Refusal
from branchline.core.state import State, state_of, step_of, with_card
from branchline.core.stock import Stock
from branchline.rules.board.turn import end_turn

ACTIONS = (DrawBlind, DrawFaceUp)


def options(state: State, seat: Seat) -> Sequence[Action]:
    board = state.board
    display = state.display
    second = type(state.phase) is SecondCard
    if None in display or (second and board.wild in display):
        barred = (None, board.wild) if second else (None,)  # B-4
        slots = mask_of([slot for slot, kind in enumerate(display) if kind not in barred])
    else:
        slots = (1 << len(display)) - 1
    return _options(board, slots, _drawable(state))


def _drawable(state: State) -> int:
    """The set of decks that can give a card, if need be from their discards."""
    if all(map(any, state.decks)):
        return (1 << len(state.decks)) - 1
    decks = 0
    for deck, cards in enumerate(state.decks):
        if any(cards) or any(state.discards[deck]):
            decks |= 1 << deck
    return decks


@cache
def _options(board: Board, slots: int, drawable: int) -> tuple[Action, ...]:
    """One tuple for each situation, made once: face-up cards with the decks that may refill, then the decks."""
    decks = [DeckId(deck) for deck in members(drawable)]
    refills = decks or [TRAINS]
    return (
        *(DrawFaceUp(slot, refill) for slot in members(slots) for refill in refills),
        *(DrawBlind(deck) for deck in decks),
    )


def refusal(state: State, seat: Seat, action: DrawBlind | DrawFaceUp) -> Refusal | None:
    drawable = _drawable(state)
    if isinstance(action, DrawBlind):
        return None if _has(drawable, action.deck) else Refusal.DECK_EMPTY
    if action.slot not in range(len(state.display)) or state.display[action.slot] is None:
        return Refusal.NO_SUCH_SLOT
    if type(state.phase) is SecondCard and state.display[action.slot] == state.board.wild:
        return Refusal.WILD_AS_SECOND
    possible = _has(drawable or 1, action.refill)  # with nothing to refill from, the first deck stands for none
    return None if possible else Refusal.REFILL_NOT_POSSIBLE


def _has(decks: int, deck: DeckId) -> bool:
    return deck >= 0 and bool(decks >> deck & 1)


def perform(state: State, seat: Seat, action: DrawBlind | DrawFaceUp) -> Step[State]:
    stock = Stock(state)
    if isinstance(action, DrawBlind):
        kind = stock.draw(action.deck)
        stock.events.append(card_drawn(seat, action.deck, kind))
        last = False
    else:
        taken = state.display[action.slot]
        assert taken is not None
        kind = taken
        stock.events.append(card_taken(seat, action.slot, kind))
        stock.take(action.slot, action.refill)
        last = kind == state.board.wild  # B-4, W-9
    players = with_card(state, seat, kind)
    if last or type(state.phase) is SecondCard or not _second_possible(stock):
        return end_turn(state, players, stock)
    after = state_of(
        (
            state.board,
            SECOND_CARD,
            seat,
            players,
            stock.display,
            stock.decks,
            stock.discards,
            state.tickets,
            state.turns_left,
            0,
            stock.rng,
        )
    )
    return step_of((after, tuple(stock.events)))


def _second_possible(stock: Stock) -> bool:
    """B-8: with nothing left that may be taken second, one card is all."""
    wild = stock.board.wild
    for kind in stock.display:
        if kind is not None and kind != wild:
            return True
    return any(stock.can_draw(DeckId(deck)) for deck in range(len(stock.decks)))
