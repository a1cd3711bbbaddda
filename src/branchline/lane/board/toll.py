"""A tunnel's toll: pay what the turned-up cards ask for, or leave (E-9 to E-12)."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import whole
from branchline.lane.board.claim import claimed, forget_tunnel, pay_cards
from branchline.lane.board.stock import discard
from branchline.lane.board.turn import end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import Board, Game


@jit
def options(board: Board, game: Game, seat: int, out: Any, count: int) -> int:
    """Cards of the color played or wilds; only wilds when only wilds were played. Fewest wilds first."""
    played = -1
    for kind in range(board.wild):
        if game.laid[kind] > 0:
            played = kind
            break
    extra = game.toll_extra
    row = board.code_toll + board.set_row[extra]
    for wilds in range(min(extra, game.hands[seat, board.wild]) + 1):
        plain = extra - wilds
        if plain == 0:
            out[count] = row + extra * board.wild
            count += 1
        elif played >= 0 and game.hands[seat, played] >= plain:
            out[count] = row + wilds * board.wild + played
            count += 1
    out[count] = board.code_leave
    return count + 1


@jit
def pay_toll(board: Board, game: Game, seat: int, pay: Any) -> None:
    route = whole(game.toll_route)
    discard(board, game, game.revealed)  # E-12
    discard(board, game, game.laid)
    pay_cards(board, game, seat, pay)
    forget_tunnel(board, game)
    claimed(board, game, seat, route)


@jit
def leave_tunnel(board: Board, game: Game, seat: int) -> None:
    discard(board, game, game.revealed)
    for kind in range(board.kinds):  # E-11
        game.hands[seat, kind] += game.laid[kind]
    forget_tunnel(board, game)
    end_turn(board, game, 0, game.idle + 1, True)  # B-10a
