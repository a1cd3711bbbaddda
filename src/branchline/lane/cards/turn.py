"""The frame of a turn: phase 1, who is next, and the last turns once the deck is empty (C-4, C-14)."""

from __future__ import annotations

from branchline.core.idle import MAX_ROUNDS
from branchline.lane.cards.layout import SETTLEMENT, CardGame, Cards
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING, TURN


@jit
def end_turn(cards: Cards, game: CardGame, idle: int) -> None:
    """Close the turn of the seat to act; `idle` counts turns in a row that brought nothing new, this one included."""
    turns_left = game.turns_left
    if turns_left != NOTHING:
        turns_left -= 1
    elif game.deck_size == 0:  # C-14
        turns_left = game.seats
    if turns_left == 0 or idle >= MAX_ROUNDS * game.seats:  # C-16, B-10a
        game.phase = SETTLEMENT
        game.turns_left = 0
        game.idle = idle
    else:
        begin_turn(cards, game, next_seat(game), turns_left, idle)


@jit
def next_seat(game: CardGame) -> int:
    return (game.turn + 1) % game.seats


@jit
def begin_turn(cards: Cards, game: CardGame, seat: int, turns_left: int, idle: int) -> None:
    """Phase 1: the top card of each row goes onto the track. Wilds lie on top, so they leave first (C-4, C-5)."""
    for color in range(cards.wild):
        if game.yard_seat[color] == seat:
            if game.yard_wilds[color] > 0:
                game.yard_wilds[color] -= 1
                game.stacks[seat, cards.wild] += 1
            else:
                game.yard_colored[color] -= 1
                game.stacks[seat, color] += 1
                if game.yard_colored[color] == 0:
                    game.yard_seat[color] = NOTHING
    game.phase = TURN
    game.turn = seat
    game.turns_left = turns_left
    game.idle = idle
