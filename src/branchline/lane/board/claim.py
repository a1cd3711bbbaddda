"""Claim a route: pay its cards, place the pieces, score (B-11 to B-16); a tunnel is dug first (E-8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane.bits import NONE, ONE, include, lowest
from branchline.lane.board import terrain
from branchline.lane.board.stock import close, discard, discard_one, draw_card, renew
from branchline.lane.board.turn import end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import TOLL, Board, Desk, Game

_TRAINS = 0
_TOP = np.uint64(63)


@jit
def free_routes(board: Board, game: Game, seat: int, desk: Desk) -> bool:
    """Write down the routes that the seat may claim and has the pieces for (B-13, B-15); tell whether there are any.

    The second lane of a double route has the next number, so that lanes of one pair may lie in two words.
    """
    both_lanes = game.seats >= board.both_lanes_from
    some = False
    carry = NONE
    for w in range(board.words):
        taken = NONE
        for other in range(game.seats):
            taken |= game.routes[other, w]
        mine = game.routes[seat, w] if both_lanes else taken
        following = NONE
        if w + 1 < board.words:
            for other in range(game.seats):
                if other == seat or not both_lanes:
                    following |= game.routes[other, w + 1]
        first = board.first_lanes[w]
        twins = ((mine & first) << ONE) | carry | (((mine >> ONE) | (following << _TOP)) & first)
        carry = (mine & first) >> _TOP
        fitting = NONE
        for sort in range(board.sorts):
            fitting |= board.fitting[sort, game.pieces[seat, sort], w]
        desk.free[w] = fitting & ~(taken | twins)
        if desk.free[w] != NONE:
            some = True
    return some


@jit
def options(board: Board, game: Game, seat: int, desk: Desk, out: Any, count: int) -> int:
    """Every free route with every payment for it: purse by purse in tiers, then wilds alone, then hard terrain."""
    if not free_routes(board, game, seat, desk):
        return count
    words, wilds = board.words, game.hands[seat, board.wild]
    for purse in range(board.purses):
        entry = _entry(board, game, seat, purse, wilds)
        if entry < 0:
            continue
        for tier in range(board.entry_tier[entry], board.entry_tier[entry + 1]):
            row = board.purse_set[purse] + board.tier_set[tier]
            for w in range(words):
                routes = board.set_routes[row, w] & desk.free[w]
                while routes != NONE:
                    route = 64 * w + lowest(routes)
                    routes &= routes - ONE
                    out[count] = board.claim_first[purse, route] + board.tier_pay[tier, board.route_price[route]]
                    count += 1
    if wilds > 0:  # B-12
        for w in range(words):
            routes = board.wild_routes[wilds, w] & desk.free[w]
            while routes != NONE:
                out[count] = board.claim_wild[64 * w + lowest(routes)]
                routes &= routes - ONE
                count += 1
    return terrain.options(board, game, seat, desk, out, count)


@jit
def _entry(board: Board, game: Game, seat: int, purse: int, wilds: int) -> int:
    """Where the table tells what the hand pays out of a purse; -1 when the hand has nothing in it."""
    held = min(game.hands[seat, board.purse_kinds[purse, 0]], board.purse_most[purse, 0])
    if board.purse_size[purse] == 2:
        more = game.hands[seat, board.purse_kinds[purse, 1]]
        if held + more == 0:
            return -1
        held = held * (board.purse_most[purse, 1] + 1) + min(more, board.purse_most[purse, 1])
    elif held == 0:
        return -1
    most = board.purse_wilds[purse]
    return board.purse_entry[purse] + held * (most + 1) + min(wilds, most)


@jit
def claim(board: Board, game: Game, seat: int, route: int, pay: Any) -> None:
    for kind in range(board.kinds):
        game.hands[seat, kind] -= pay[kind]
    if board.route_tunnel[route]:
        _dig(board, game, seat, route, pay)
    else:
        discard(board, game, pay)
        claimed(board, game, seat, route)


@jit
def claimed(board: Board, game: Game, seat: int, route: int) -> None:
    """The route is the player's, and the turn is over."""
    include(game.routes[seat], route)
    game.pieces[seat, board.route_deck[route]] -= board.route_length[route]
    game.points[seat] += board.route_worth[route]  # B-14
    end_turn(board, game, 0, 0, True)


@jit
def _dig(board: Board, game: Game, seat: int, route: int, pay: Any) -> None:
    """Turn up cards for a tunnel; what is laid out is in no pile meanwhile (E-8, E-13)."""
    for kind in range(board.kinds):
        game.laid[kind] = pay[kind]
        game.revealed[kind] = 0
    extra = 0
    for _ in range(min(board.tunnel_cards, game.deck_size[_TRAINS] + game.discard_size[_TRAINS])):
        kind = draw_card(game, _TRAINS)
        renew(board, game, _TRAINS)
        game.revealed[kind] += 1
        if kind == board.wild or pay[kind] > 0:  # E-9, E-10
            extra += 1
    if extra > 0:
        close(board, game, True)
        game.toll_route, game.toll_extra = route, extra
        game.phase = TOLL
        return
    discard(board, game, game.laid)
    discard(board, game, game.revealed)  # E-12
    forget_tunnel(board, game)
    claimed(board, game, seat, route)


@jit
def forget_tunnel(board: Board, game: Game) -> None:
    for kind in range(board.kinds):
        game.laid[kind] = 0
        game.revealed[kind] = 0
    game.toll_route, game.toll_extra = 0, 0


@jit
def pay_cards(board: Board, game: Game, seat: int, pay: Any) -> None:
    """Cards of a hand go to the discards."""
    for kind in range(board.kinds):
        if pay[kind] > 0:
            game.hands[seat, kind] -= pay[kind]
            discard_one(board, game, kind, pay[kind])
