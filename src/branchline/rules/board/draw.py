"""Draw cards: two of them, face up or blind (B-2 to B-8, W-8, W-9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from branchline.core.actions import Action, DrawBlind, DrawFaceUp
from branchline.core.bits import mask_of, members
from branchline.core.events import DrawingStopped, card_drawn, card_taken
from branchline.core.game import Step
from branchline.core.ids import DeckId, Seat
from branchline.core.phases import SECOND_CARD, SecondCard
from branchline.core.printed.board import BOARDS_REMEMBERED, Board
from branchline.core.refusals import Refusal
from branchline.core.states.state import State, next_step, with_card
from branchline.core.states.stock import Stock
from branchline.rules.board.turn import end_turn

ACTIONS = (DrawBlind, DrawFaceUp)


def options(state: State, seat: Seat) -> Sequence[Action]:
    board = state.board
    display = state.display
    second = type(state.phase) is SecondCard
    if second and board.wild in display:  # B-4
        slots = mask_of([slot for slot, kind in enumerate(display) if kind != board.wild])
    else:
        slots = (1 << len(display)) - 1
    return _options(board, slots, _drawable(state))


def _drawable(state: State) -> int:
    """The set of decks that can give a card: with none, nobody draws, whatever lies face up (B-8, W-12)."""
    if all(map(any, state.decks)):
        return (1 << len(state.decks)) - 1
    decks = 0
    for deck, cards in enumerate(state.decks):
        if any(cards):
            decks |= 1 << deck
    return decks


@lru_cache(maxsize=64 * BOARDS_REMEMBERED)
def _options(board: Board, slots: int, drawable: int) -> tuple[Action, ...]:
    """One tuple for each situation, made once: face-up cards with the decks that may refill, then the decks."""
    decks = [DeckId(deck) for deck in members(drawable)]
    return (
        *(DrawFaceUp(slot, refill) for slot in members(slots) for refill in decks),
        *(DrawBlind(deck) for deck in decks),
    )


def refusal(state: State, seat: Seat, action: DrawBlind | DrawFaceUp) -> Refusal | None:
    drawable = _drawable(state)
    if isinstance(action, DrawBlind):
        return None if _has(drawable, action.deck) else Refusal.DECK_EMPTY
    if not drawable:
        return Refusal.NOTHING_TO_DRAW
    if action.slot not in range(len(state.display)):
        return Refusal.NO_SUCH_SLOT
    if type(state.phase) is SecondCard and state.display[action.slot] == state.board.wild:
        return Refusal.WILD_AS_SECOND
    return None if _has(drawable, action.refill) else Refusal.REFILL_NOT_POSSIBLE


def _has(decks: int, deck: DeckId) -> bool:
    return deck >= 0 and bool(decks >> deck & 1)


def perform(state: State, seat: Seat, action: DrawBlind | DrawFaceUp) -> Step[State]:
    stock = Stock(state)
    if isinstance(action, DrawBlind):
        kind = stock.draw(action.deck)
        stock.events.append(card_drawn(seat, action.deck, kind))
        if stock.ran_out:
            stock.renew(action.deck)
        last = False
    else:
        taken = state.display[action.slot]
        assert taken is not None
        kind = taken
        stock.events.append(card_taken(seat, action.slot, kind))
        stock.take(action.slot, action.refill)
        last = kind == state.board.wild  # B-4, W-9
    players = with_card(state, seat, kind)
    if last or type(state.phase) is SecondCard:
        return end_turn(state, players, stock)
    stock.close()
    if not stock.can_draw():  # B-8: the first card leaves nothing to draw from
        stock.events.append(DrawingStopped(seat))
        return end_turn(state, players, stock)
    return next_step(
        state,
        stock,
        phase=SECOND_CARD,
        turn=seat,
        players=players,
        tickets=state.tickets,
        turns_left=state.turns_left,
        passes=0,
        idle=0,
    )
