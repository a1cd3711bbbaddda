"""One decision: who decides, what may be decided, and what comes of it."""

from __future__ import annotations

from typing import Any

from branchline.lane import layout
from branchline.lane import tickets as offers
from branchline.lane.bits import whole
from branchline.lane.board import build, claim, draw, pieces, tickets, toll
from branchline.lane.board.turn import pass_turn
from branchline.lane.compile import jit
from branchline.lane.layout import (
    BUILD_HARBOR,
    BUILD_STATION,
    CHOOSE_PIECES,
    CLAIM,
    DRAW_BLIND,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    EXCHANGE,
    FINISHED,
    FIRST_PIECES,
    FIRST_TICKETS,
    KEEP,
    KEEP_FIRST,
    LEAVE_TUNNEL,
    NOTHING,
    PAY_TOLL,
    SECOND_CARD,
    TICKET_OFFER,
    TURN,
    Board,
    Desk,
    Game,
)

_PASS = layout.PASS


@jit
def actor(game: Game) -> int:
    """The seat to be asked; secret choices are asked for in seat order. NOTHING when the game is over."""
    if game.phase in (FIRST_TICKETS, FIRST_PIECES):
        for seat in range(game.seats):
            if game.choices[seat] == NOTHING:
                return seat
    return NOTHING if game.phase == FINISHED else game.turn


@jit
def legal(board: Board, game: Game, seat: int, desk: Desk, out: Any) -> int:
    """Write down the codes of all that the seat may do, in the order of `game.legal`, and tell how many they are.

    `desk` is there to work with.
    """
    phase = game.phase
    if phase == SECOND_CARD:
        return draw.options(board, game, out, 0)
    if phase == TURN:
        return _turn(board, game, seat, desk, out)
    if phase == TICKET_OFFER:
        return offers.options(board, game, seat, out, 0)
    if phase == FIRST_TICKETS:
        return offers.first_options(board, out, 0)
    if phase == FIRST_PIECES:
        return pieces.first_options(board, out, 0)
    if phase == layout.TOLL:
        return toll.options(board, game, seat, out, 0)
    return 0


@jit
def _turn(board: Board, game: Game, seat: int, desk: Desk, out: Any) -> int:
    count = draw.options(board, game, out, 0)
    count = claim.options(board, game, seat, desk, out, count)
    if game.queue_size > 0:
        out[count] = board.code_tickets
        count += 1
    if board.has_stations:
        count = build.station_options(board, game, seat, desk, out, count)
    if board.has_harbors:
        count = build.harbor_options(board, game, seat, desk, out, count)
    if board.has_exchange:
        count = pieces.exchange_options(board, game, seat, out, count)
    if count == 0:  # B-10
        out[0] = _PASS
        count = 1
    return count


@jit
def perform(board: Board, game: Game, seat: int, code: int) -> None:
    """Do what a code says. It trusts its caller: an illegal code leaves nonsense behind."""
    verb = board.code_verb[code]
    what, more = whole(board.code_what[code]), whole(board.code_more[code])
    game.clearings = 0
    if verb == DRAW_FACE_UP:
        draw.draw_face_up(board, game, seat, what, more)
    elif verb == DRAW_BLIND:
        draw.draw_blind(board, game, seat, what)
    elif verb == CLAIM:
        claim.claim(board, game, seat, what, board.pays[board.code_pay[code]])
    elif verb == DRAW_TICKETS:
        tickets.draw_tickets(board, game, seat)
    elif verb == KEEP:
        tickets.keep(board, game, seat, what)
    elif verb == KEEP_FIRST:
        tickets.keep_first(board, game, seat, code)
    elif verb == CHOOSE_PIECES:
        pieces.choose_pieces(board, game, seat, code)
    elif verb == PAY_TOLL:
        toll.pay_toll(board, game, seat, board.pays[board.code_pay[code]])
    elif verb == LEAVE_TUNNEL:
        toll.leave_tunnel(board, game, seat)
    elif verb in (BUILD_STATION, BUILD_HARBOR):
        build.build(board, game, seat, what, board.pays[board.code_pay[code]])
    elif verb == EXCHANGE:
        pieces.exchange(board, game, seat, more, what)
    else:
        pass_turn(board, game)
    game.clearings = 0
