"""Play cards into the rail yard: a row of one color, or three different colors; robbing trains (C-9 to C-11)."""

from __future__ import annotations

from typing import Any

from branchline.lane.cards.layout import CardGame, Cards
from branchline.lane.cards.turn import end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING


@jit
def options(cards: Cards, game: CardGame, seat: int, out: Any, count: int) -> int:
    """The rows of each color that can be played, fewest wilds first, then the threes."""
    wilds = game.hands[seat, cards.wild]
    for color in range(cards.wild):
        held = game.hands[seat, color]
        if held == 0 or game.yard_seat[color] == seat:  # C-10
            continue
        least = cards.least_row
        if game.yard_seat[color] != NOTHING:  # C-11
            least = max(least, game.yard_colored[color] + game.yard_wilds[color] + 1)
        for wild in range(wilds + 1):
            code = cards.code_row + (color * cards.row_wilds + wild) * cards.row_counts - 1
            for number in range(max(1, least - wild), held + 1):
                out[count] = code + number
                count += 1
    return _threes(cards, game, seat, out, count)


@jit
def _threes(cards: Cards, game: CardGame, seat: int, out: Any, count: int) -> int:
    """Three cards cannot outnumber a row with one each, so all three colors must be in nobody's yard (C-11)."""
    for a in range(cards.wild):
        if _is_free(game, seat, a):
            for b in range(a + 1, cards.wild):
                if _is_free(game, seat, b):
                    for c in range(b + 1, cards.wild):
                        if _is_free(game, seat, c):
                            out[count] = cards.three_code[a, b, c]
                            count += 1
    return count


@jit
def _is_free(game: CardGame, seat: int, color: int) -> bool:
    return game.hands[seat, color] > 0 and game.yard_seat[color] == NOTHING


@jit
def lay_row(cards: Cards, game: CardGame, seat: int, color: int, number: int, wilds: int) -> None:
    game.hands[seat, color] -= number
    game.hands[seat, cards.wild] -= wilds
    if game.yard_seat[color] != NOTHING:  # C-11: the whole row is discarded, its wilds included
        game.discard[color] += game.yard_colored[color]
        game.discard[cards.wild] += game.yard_wilds[color]
    _put(game, seat, color, number, wilds)
    end_turn(cards, game, 0)


@jit
def lay_three(cards: Cards, game: CardGame, seat: int, a: int, b: int, c: int) -> None:
    for color in (a, b, c):
        game.hands[seat, color] -= 1
        _put(game, seat, color, 1, 0)
    end_turn(cards, game, 0)


@jit
def _put(game: CardGame, seat: int, color: int, number: int, wilds: int) -> None:
    game.yard_seat[color] = seat
    game.yard_colored[color] = number
    game.yard_wilds[color] = wilds
