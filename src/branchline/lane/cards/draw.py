"""Draw train cards: up to two, face up or blind, as long as the deck has cards (C-8, C-15)."""

from __future__ import annotations

from typing import Any

from branchline.lane.cards.layout import CardGame, Cards
from branchline.lane.cards.turn import end_turn
from branchline.lane.choose import draw_from
from branchline.lane.compile import jit
from branchline.lane.layout import SECOND_CARD


@jit
def options(cards: Cards, game: CardGame, out: Any, count: int) -> int:
    """Face-up cards, the deck, and as the second card none: a face-up wild counts as both, and cannot be the second."""
    if game.deck_size == 0:  # C-15
        return count
    second = game.phase == SECOND_CARD
    for slot in range(game.display_size):
        if not (second and game.display[slot] == cards.wild):
            out[count] = cards.code_draw + slot
            count += 1
    out[count] = cards.code_blind
    count += 1
    if second:
        out[count] = cards.code_stop
        count += 1
    return count


@jit
def draw_card(game: CardGame) -> int:
    """The top card, which is any card of the deck with the same chance."""
    kind = draw_from(game.rng, game.deck, game.deck_size)
    game.deck_size -= 1
    return kind


@jit
def turn_up(cards: Cards, game: CardGame) -> None:
    """A whole display, or as much of it as the deck has cards for."""
    game.display_size = min(cards.slots, game.deck_size)
    for slot in range(game.display_size):
        game.display[slot] = draw_card(game)


@jit
def draw_blind(cards: Cards, game: CardGame, seat: int) -> None:
    _drawn(cards, game, seat, draw_card(game), False)


@jit
def draw_face_up(cards: Cards, game: CardGame, seat: int, slot: int) -> None:
    kind = game.display[slot]
    game.display[slot] = draw_card(game)
    _drawn(cards, game, seat, kind, kind == cards.wild)


@jit
def _drawn(cards: Cards, game: CardGame, seat: int, kind: int, last: bool) -> None:
    game.hands[seat, kind] += 1
    if last or game.phase == SECOND_CARD or game.deck_size == 0:  # C-15: with the last card the draw is over
        end_turn(cards, game, 0)
    else:
        game.phase = SECOND_CARD
        game.idle = 0
