"""Claims over hard terrain: routes some of whose spaces take a pair of cards (W-17)."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import NONE, ONE, lowest
from branchline.lane.compile import jit
from branchline.lane.layout import MAX_SPACES, NO_PAYMENT, NOTHING, Board, Desk, Game


@jit
def options(board: Board, game: Game, seat: int, desk: Desk, out: Any, count: int) -> int:
    """Every free route over hard terrain with every payment for it: by what they cost, then route by route."""
    if board.crossings == 0:
        return count
    pairs = _most_pairs(board, game, seat)
    for crossing in range(board.crossings):
        if pairs < board.crossing_pairs[crossing]:
            continue
        start, paid, first_code = count, NOTHING, 0
        for w in range(board.words):
            routes = board.crossing_routes[crossing, w] & desk.free[w]
            while routes != NONE:
                code = board.claim_pairs[64 * w + lowest(routes)]
                routes &= routes - ONE
                if paid == NOTHING:
                    count = _payments(board, game, seat, desk, board.crossing_node[crossing], code, out, count)
                    paid, first_code = count - start, code
                else:  # The same payments as for the first route of this cost.
                    for i in range(start, start + paid):
                        out[count] = out[i] + code - first_code
                        count += 1
    return count


@jit
def _most_pairs(board: Board, game: Game, seat: int) -> int:
    """How many pairs of one color the hand can make; a wild makes up for a card, two of them are a pair."""
    wilds = game.hands[seat, board.wild]
    pairs = odd = held = 0
    color = NOTHING
    for kind in range(board.wild):  # The kinds of one color stand side by side.
        if board.kind_color[kind] == NOTHING:
            continue
        if board.kind_color[kind] != color:
            pairs, odd, held = pairs + (held >> 1), odd + (held & 1), 0
            color = board.kind_color[kind]
        held += game.hands[seat, kind]
    pairs, odd = pairs + (held >> 1), odd + (held & 1)
    return pairs + min(odd, wilds) + max(0, wilds - odd) // 2


@jit
def _payments(board: Board, game: Game, seat: int, desk: Desk, root: int, code: int, out: Any, count: int) -> int:
    """Every payment of a tree that the hand holds, most cards first; `code` is that of the tree's first payment."""
    depth = 0
    desk.node[0], desk.cards[0] = root, _held(board, game, seat, root)
    while depth >= 0:
        node, cards = desk.node[depth], desk.cards[depth]
        if cards < 0:
            depth -= 1
            continue
        desk.cards[depth] = cards - 1
        following = board.node_next[node, cards]
        if following >= 0:
            depth += 1
            desk.node[depth], desk.cards[depth] = following, _held(board, game, seat, following)
        elif following != NO_PAYMENT:
            out[count] = code - 1 - following
            count += 1
    return count


@jit
def _held(board: Board, game: Game, seat: int, node: int) -> int:
    """How many cards the hand has of the kind that a node asks for."""
    return min(game.hands[seat, board.node_kind[node]], MAX_SPACES)
