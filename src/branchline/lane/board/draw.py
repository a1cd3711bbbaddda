"""Draw cards: two of them, face up or blind (B-2 to B-8, W-8, W-9)."""

from __future__ import annotations

from typing import Any

from branchline.lane.board.stock import can_draw, close, draw_card, renew, take
from branchline.lane.board.turn import end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import SECOND_CARD, Board, Game


@jit
def options(board: Board, game: Game, out: Any, count: int) -> int:
    """Face-up cards with the decks that may refill, then the decks; without any deck, nobody draws (B-8, W-12)."""
    sorts, second = board.sorts, game.phase == SECOND_CARD
    for slot in range(board.slots):
        if second and game.display[slot] == board.wild:  # B-4
            continue
        code = board.code_draw + slot * sorts
        for deck in range(sorts):
            if game.deck_size[deck] > 0:
                out[count] = code + deck
                count += 1
    for deck in range(sorts):
        if game.deck_size[deck] > 0:
            out[count] = board.code_blind + deck
            count += 1
    return count


@jit
def draw_blind(board: Board, game: Game, seat: int, deck: int) -> None:
    kind = draw_card(game, deck)
    renew(board, game, deck)
    _drawn(board, game, seat, kind, False)


@jit
def draw_face_up(board: Board, game: Game, seat: int, slot: int, refill: int) -> None:
    kind = game.display[slot]
    take(board, game, slot, refill)
    _drawn(board, game, seat, kind, kind == board.wild)  # B-4, W-9


@jit
def _drawn(board: Board, game: Game, seat: int, kind: int, last: bool) -> None:
    game.hands[seat, kind] += 1
    if last or game.phase == SECOND_CARD:
        end_turn(board, game, 0, 0, True)
        return
    close(board, game, True)
    if not can_draw(board, game):  # B-8: the first card leaves nothing to draw from
        end_turn(board, game, 0, 0, True)
        return
    game.phase = SECOND_CARD
    game.passes, game.idle = 0, 0
