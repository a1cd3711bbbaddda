"""Draw train cards: up to two, face up or blind, as long as the deck has cards (C-8, C-15)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from branchline.core.actions import Action, DrawBlind, DrawFaceUp, StopDrawing
from branchline.core.cards import with_one
from branchline.core.events import CardDrawn, CardTaken, DrawingStopped
from branchline.core.game import Step
from branchline.core.ids import DeckId, Seat
from branchline.core.phases import SECOND_CARD, SecondCard
from branchline.core.refusals import Refusal
from branchline.core.states.card_state import CardState, next_cards, with_card_hand, with_player
from branchline.rules.cards.deck import CardDeck
from branchline.rules.cards.turn import end_turn

ACTIONS = (DrawBlind, DrawFaceUp, StopDrawing)


def options(state: CardState, seat: Seat) -> Sequence[Action]:
    if not any(state.deck):  # C-15
        return ()
    display = state.display
    if type(state.phase) is SecondCard:
        wild = state.cardset.wild
        return _second(tuple([kind != wild for kind in display]))
    return _first(len(display))


@cache
def _first(size: int) -> tuple[Action, ...]:
    return (*map(DrawFaceUp, range(size)), DrawBlind())


@cache
def _second(colored: tuple[bool, ...]) -> tuple[Action, ...]:
    """A face-up wild counts as both cards, so it cannot be the second; and the second need not be taken (C-8)."""
    return (*(DrawFaceUp(slot) for slot, can in enumerate(colored) if can), DrawBlind(), StopDrawing())


def refusal(state: CardState, seat: Seat, action: DrawBlind | DrawFaceUp | StopDrawing) -> Refusal | None:
    second = type(state.phase) is SecondCard
    if isinstance(action, StopDrawing):
        return None if second else Refusal.WRONG_PHASE
    if not any(state.deck):  # C-15: nor are face-up cards taken then
        return Refusal.DECK_EMPTY
    if isinstance(action, DrawBlind):
        return None if action.deck == 0 else Refusal.DECK_EMPTY
    if action.slot not in range(len(state.display)):
        return Refusal.NO_SUCH_SLOT
    if second and state.display[action.slot] == state.cardset.wild:
        return Refusal.WILD_AS_SECOND
    return None if action.refill == 0 else Refusal.REFILL_NOT_POSSIBLE


def perform(state: CardState, seat: Seat, action: DrawBlind | DrawFaceUp | StopDrawing) -> Step[CardState]:
    if isinstance(action, StopDrawing):
        return end_turn(state, [DrawingStopped(seat)])
    deck = CardDeck(state.deck, state.rng, [])
    display = state.display
    turn_over = type(state.phase) is SecondCard
    if isinstance(action, DrawBlind):
        kind = deck.draw()
        deck.events.append(CardDrawn(seat, DeckId(0), kind))
    else:
        kind = display[action.slot]
        deck.events.append(CardTaken(seat, action.slot, kind))
        display = deck.refill(display, action.slot)
        turn_over = turn_over or kind == state.cardset.wild
    player = state.players[seat]
    drawn = next_cards(
        state,
        phase=SECOND_CARD,
        turn=seat,
        players=with_player(state, seat, with_card_hand(player, with_one(player.hand, kind))),
        yards=state.yards,
        display=display,
        deck=deck.cards,
        discard=state.discard,
        turns_left=state.turns_left,
        idle=0,
        rng=deck.rng,
    )
    if not turn_over and not deck.size:  # C-15: with the last card the draw is over
        deck.events.append(DrawingStopped(seat))
        turn_over = True
    if turn_over:
        return end_turn(drawn, deck.events)
    return Step(drawn, tuple(deck.events))
