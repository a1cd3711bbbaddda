"""Draw cards: two of them, face up or blind (B-2 to B-8, W-8, W-9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from branchline.core.actions import Action, DrawBlind, DrawFaceUp
from branchline.core.board import Board
from branchline.core.cards import with_one
from branchline.core.events import CardDrawn, CardTaken
from branchline.core.game import Step
from branchline.core.ids import TRAINS, DeckId, Kind, Seat
from branchline.core.phases import SECOND_CARD, SecondCard
from branchline.core.refusals import Refusal
from branchline.core.state import Player, State, with_player
from branchline.core.stock import Stock
from branchline.rules.turn import end_turn

ACTIONS = (DrawBlind, DrawFaceUp)


def options(state: State, seat: Seat) -> Sequence[Action]:
    wild = state.board.wild if type(state.phase) is SecondCard else None  # B-4
    slots = 0
    for slot, kind in enumerate(state.display):
        if kind is not None and kind != wild:
            slots |= 1 << slot
    return _options(state.board, slots, _drawable(state))


def _drawable(state: State) -> tuple[bool, ...]:
    """The decks that can give a card, if need be from their discards."""
    return tuple([any(deck) or any(pile) for deck, pile in zip(state.decks, state.discards, strict=True)])


@cache
def _options(board: Board, slots: int, drawable: tuple[bool, ...]) -> tuple[Action, ...]:
    """One tuple for each situation, made once: face-up cards with the decks that may refill, then the decks."""
    decks = [DeckId(deck) for deck, can in enumerate(drawable) if can]
    refills = decks or [TRAINS]
    return (
        *(
            DrawFaceUp(slot, refill)
            for slot in range(sum(board.rules.display))
            if slots >> slot & 1
            for refill in refills
        ),
        *(DrawBlind(deck) for deck in decks),
    )


def refusal(state: State, seat: Seat, action: DrawBlind | DrawFaceUp) -> Refusal | None:
    drawable = _drawable(state)
    if isinstance(action, DrawBlind):
        return None if action.deck in range(len(drawable)) and drawable[action.deck] else Refusal.DECK_EMPTY
    if action.slot not in range(len(state.display)) or state.display[action.slot] is None:
        return Refusal.NO_SUCH_SLOT
    if type(state.phase) is SecondCard and state.display[action.slot] == state.board.wild:
        return Refusal.WILD_AS_SECOND
    if action.refill not in range(len(drawable)):
        return Refusal.REFILL_NOT_POSSIBLE
    possible = drawable[action.refill] or (not any(drawable) and action.refill == 0)
    return None if possible else Refusal.REFILL_NOT_POSSIBLE


def perform(state: State, seat: Seat, action: DrawBlind | DrawFaceUp) -> Step[State]:
    stock = Stock(state)
    if isinstance(action, DrawBlind):
        kind = stock.draw(action.deck)
        stock.events.append(CardDrawn(seat, action.deck, kind))
        last = False
    else:
        kind = _face_up(state, action.slot)
        stock.events.append(CardTaken(seat, action.slot, kind))
        stock.take(action.slot, action.refill)
        last = kind == state.board.wild  # B-4, W-9
    player = state.players[seat]
    hand = with_one(player.hand, kind)
    players = with_player(
        state,
        seat,
        Player(hand, player.pieces, player.box, player.routes, player.tickets, player.built, player.points),
    )
    if last or type(state.phase) is SecondCard or not _second_possible(stock):
        return end_turn(state, players, stock)
    return Step(
        State(
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
        ),
        tuple(stock.events),
    )


def _face_up(state: State, slot: int) -> Kind:
    kind = state.display[slot]
    assert kind is not None
    return kind


def _second_possible(stock: Stock) -> bool:
    """B-8: with nothing left that may be taken second, one card is all."""
    wild = stock.board.wild
    for kind in stock.display:
        if kind is not None and kind != wild:
            return True
    return any(stock.can_draw(DeckId(deck)) for deck in range(len(stock.decks)))
