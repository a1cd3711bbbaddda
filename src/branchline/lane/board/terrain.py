"""Claims over hard terrain: routes some of whose spaces take a pair of cards (W-17)."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import NONE, ONE, lowest
from branchline.lane.compile import jit
from branchline.lane.layout import Board, Game


@jit
def options(board: Board, game: Game, seat: int, free: Any, out: Any, count: int) -> int:
    """Every free route over hard terrain with every payment for it: by what they cost, then route by route."""
    for crossing in range(board.crossings):
        start, paid, first_code = count, -1, 0
        for w in range(board.words):
            routes = board.crossing_routes[crossing, w] & free[w]
            while routes != NONE:
                code = board.claim_pairs[64 * w + lowest(routes)]
                routes &= routes - ONE
                if paid < 0:
                    count = _payments(board, game, seat, crossing, code, out, count)
                    paid, first_code = count - start, code
                else:  # The same payments as for the first route of this cost.
                    for i in range(start, start + paid):
                        out[count] = out[i] + code - first_code
                        count += 1
    return count


@jit
def _payments(board: Board, game: Game, seat: int, crossing: int, code: int, out: Any, count: int) -> int:
    """Every payment of the table that the hand holds; rows that begin with too many cards of a kind are skipped."""
    first, end = board.crossing_row[crossing], board.crossing_row[crossing + 1]
    row = first
    while row < end:
        following = row + 1
        holds = True
        for kind in range(board.kinds):
            if board.pair_pay[row, kind] > game.hands[seat, kind]:
                holds = False
                following = board.pair_skip[row, kind]
                break
        if holds:
            out[count] = code + row - first
            count += 1
        row = following
    return count
