"""What a learned player sees of a board game: the position and each move in numbers of about one.

The compiled planner has thought about the position before: its plan, its needs and its values are most of what is told
here. All of it comes from what the seat may know, since the planner knows no more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane.bits import NONE, ONE, has, lowest, size
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
    KEEP,
    KEEP_FIRST,
    LEAVE_TUNNEL,
    NOTHING,
    PAY_TOLL,
    Board,
    Game,
)
from branchline.lane.learned.board_moves import cards_paid, payment_cost
from branchline.lane.learned.network import Choice, tell_value
from branchline.lane.players.board.layout import NEVER, BoardWork
from branchline.lane.players.board.position import hand_size, pieces_of

VERSION = 1
"""A change of what any of the numbers means raises it: weights learned before are refused then."""

_LEAST_VALUE = -NEVER / 2
_PIECES = 45.0
_WILD_DRAW, _PASSING = 1, 12


@jit
def describe_position(board: Board, game: Game, seat: int, work: BoardWork, out: Any) -> None:
    """The position as a row of numbers."""
    out[:] = np.float32(0.0)
    out[game.phase] = 1.0
    _tell_plan(work, seat, out)
    _tell_own(board, game, seat, work, out)
    _tell_table(board, game, work, out)
    _tell_rivals(board, game, seat, out)


@jit
def _tell_plan(work: BoardWork, seat: int, out: Any) -> None:
    plan, mind = work.plans[seat], work.mind
    out[6] = mind.turns / 20
    out[7] = plan.turns / 20
    out[8] = min(2.0, max(-2.0, (mind.turns - plan.turns) / 8))
    out[9] = plan.success
    out[10] = plan.value / 100
    out[11] = plan.stake / 40
    out[12] = plan.points / 40
    out[13] = plan.missed / 20
    out[14] = plan.route_count / 8
    out[15] = work.needs[0].missing / 12
    out[59] = plan.station_count / 2
    out[60] = plan.exchange_number / 5


@jit
def _tell_own(board: Board, game: Game, seat: int, work: BoardWork, out: Any) -> None:
    mind = work.mind
    out[16] = mind.total_pieces / _PIECES
    out[17] = mind.pieces[0] / _PIECES
    out[18] = mind.pieces[1] / _PIECES if board.sorts > 1 else 0.0
    out[19] = hand_size(board, game, seat) / 20
    out[20] = game.hands[seat, board.wild] / 5
    most = second = 0
    for kind in range(board.wild):
        held: int = game.hands[seat, kind]
        if held > most:
            most, second = held, most
        elif held > second:
            second = held
    out[21], out[22] = most / 8, second / 8
    out[23] = game.points[seat] / 100
    out[24] = mind.open_count / 5
    done = 0.0
    for ticket in range(board.ticket_count):
        if has(game.tickets[seat], ticket):
            done += board.ticket_points[ticket]
    for place in range(mind.open_count):
        if has(game.tickets[seat], mind.open[place]):
            done -= board.ticket_points[mind.open[place]]
    out[25] = done / 50
    out[26] = size(game.tickets[seat]) / 6
    out[27] = mind.harbors_left / 3
    out[28] = (board.stations - size(game.built[seat])) / 3 if board.has_stations else 0.0
    out[56] = _largest_part(board, game, seat, work) / _PIECES


@jit
def _largest_part(board: Board, game: Game, seat: int, work: BoardWork) -> int:
    """The spaces of the largest connected part of the own network: what the longest path may come to."""
    spaces = work.mind.named  # Room to count in; the planner fills it anew.
    for city in range(board.city_count):
        spaces[city] = 0
    largest = 0
    for w in range(board.words):
        routes = game.routes[seat, w]
        while routes != NONE:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            part = np.int64(work.mind.part[board.route_a[route]])
            while work.mind.part[part] != part:
                part = np.int64(work.mind.part[part])
            spaces[part] += board.route_length[route]
            if spaces[part] > largest:
                largest = spaces[part]
    return largest


@jit
def _tell_table(board: Board, game: Game, work: BoardWork, out: Any) -> None:
    out[29] = 1.0 if game.turns_left != NOTHING else 0.0
    out[30] = game.turns_left / (2.0 * game.seats) if game.turns_left != NOTHING else 0.0
    out[31] = game.deck_size[0] / 110
    out[32] = game.deck_size[1] / 110 if board.sorts > 1 else 0.0
    out[33] = game.queue_size / 30
    out[32 + game.seats] = 1.0  # Two to five: 34 to 37.
    out[38] = board.longest_bonus / 10
    out[39] = board.has_stations
    out[40] = board.has_harbors
    out[41] = work.facts.scarcity
    out[42] = work.facts.mean_length / 4
    out[43] = board.tunnel_cards / 3
    wilds = 0
    for slot in range(board.slots):
        if game.display[slot] == board.wild:
            wilds += 1
    out[55] = wilds / 2


@jit
def _tell_rivals(board: Board, game: Game, seat: int, out: Any) -> None:
    """The rival who is nearest to the end, and the one with the most points."""
    soonest = richest = -1
    cards = 0
    for other in range(game.seats):
        if other == seat:
            continue
        if soonest < 0 or pieces_of(board, game, other) < pieces_of(board, game, soonest):
            soonest = other
        if richest < 0 or game.points[other] > game.points[richest]:
            richest = other
        cards += hand_size(board, game, other)
    _tell_rival(board, game, soonest, out, 44)
    _tell_rival(board, game, richest, out, 48)
    out[52] = (game.points[seat] - game.points[richest]) / 50
    out[53] = (pieces_of(board, game, seat) - pieces_of(board, game, soonest)) / 20
    out[54] = cards / (20.0 * (game.seats - 1))
    out[57] = size(game.routes[soonest]) / 15


@jit
def _tell_rival(board: Board, game: Game, rival: int, out: Any, at: int) -> None:
    out[at] = pieces_of(board, game, rival) / _PIECES
    out[at + 1] = hand_size(board, game, rival) / 20
    out[at + 2] = game.points[rival] / 100
    out[at + 3] = size(game.tickets[rival]) / 6


@jit
def describe_moves(board: Board, game: Game, seat: int, work: BoardWork, choice: Choice) -> None:
    """Every move as a row of numbers."""
    best = work.values[choice.places[0]]
    for n in range(choice.count):
        out, code, value = choice.moves[n], choice.codes[n], work.values[choice.places[n]]
        out[:] = np.float32(0.0)
        if value > _LEAST_VALUE:
            tell_value(value, best, out)
        out[16] = 1.0 if n == 0 else 0.0
        verb = board.code_verb[code]
        if verb == CLAIM:
            _tell_claim(board, game, seat, work, code, out)
        elif verb in (DRAW_FACE_UP, DRAW_BLIND):
            _tell_draw(board, game, work, code, out)
        elif verb in (KEEP, KEEP_FIRST):
            _tell_keep(board, game, seat, work, code, out)
        else:
            _tell_other(board, game, work, code, out)


@jit
def _tell_claim(board: Board, game: Game, seat: int, work: BoardWork, code: int, out: Any) -> None:
    mind, plan = work.mind, work.plans[seat]
    route = np.int64(board.code_what[code])
    a, b = board.route_a[route], board.route_b[route]
    length = board.route_length[route]
    out[4] = 1.0
    out[17] = length / 6
    out[18] = board.route_worth[route] / 15
    for place in range(plan.route_count):
        planned = plan.routes[place]
        if planned == route or planned == work.facts.twin[route]:
            out[19] = 1.0
            out[20] = min(2.0, max(0.0, plan.detour[place]) / 5)
            out[29] = board.ticket_points[plan.serves[place]] / 20 if plan.serves[place] >= 0 else 0.0
    out[21] = board.pays[board.code_pay[code], board.wild] / 3
    out[22] = cards_paid(board, code) / 6
    out[23] = payment_cost(board, work, code) / 6
    out[24] = board.route_tunnel[route]
    left = mind.total_pieces - length
    out[25] = left / _PIECES
    out[26] = 1.0 if left <= board.end_at else 0.0
    out[28] = 0.5 * _is_reached(board, game, seat, a) + 0.5 * _is_reached(board, game, seat, b)
    touched = blocks = 0.0
    for other in range(game.seats):
        if other != seat:
            at_a, at_b = _is_reached(board, game, other, a), _is_reached(board, game, other, b)
            touched += at_a + at_b
            blocks += at_a * at_b
    out[27] = touched / 2
    out[30] = blocks


@jit
def _is_reached(board: Board, game: Game, seat: int, city: int) -> float:
    for w in range(board.words):
        if board.routes_at[city, w] & game.routes[seat, w] != NONE:
            return 1.0
    return 0.0


@jit
def _tell_draw(board: Board, game: Game, work: BoardWork, code: int, out: Any) -> None:
    mind, needs = work.mind, work.needs[0]
    if board.code_verb[code] == DRAW_BLIND:
        out[2] = 1.0
        out[31] = mind.blind_value[board.code_what[code]] / 2
        return
    kind = np.int64(game.display[board.code_what[code]])
    out[_WILD_DRAW if kind == board.wild else 0] = 1.0
    out[31] = mind.card_value[kind] / 2
    group = work.facts.kind_group[kind]
    held = 0
    for other in range(board.kinds):
        if work.facts.kind_group[other] == group:
            held += mind.hand[0, other]
    out[32] = held / 6
    out[33] = min(2.0, needs.short[group] / 6)
    out[34] = min(2.0, needs.grey[group] / 6)
    out[35] = work.facts.covers[kind] - 1


@jit
def _tell_keep(board: Board, game: Game, seat: int, work: BoardWork, code: int, out: Any) -> None:
    out[5] = 1.0
    kept = board.way_kept[board.code_what[code]]
    for place in range(game.offered[seat]):
        if kept >> place & 1:
            ticket = game.offers[seat, place]
            out[36] += np.float32(0.33)
            out[37] += board.ticket_points[ticket] / 30
            out[38] += work.facts.ticket_long[ticket]


@jit
def _tell_other(board: Board, game: Game, work: BoardWork, code: int, out: Any) -> None:
    verb, what = board.code_verb[code], board.code_what[code]
    if verb == DRAW_TICKETS:
        out[3] = 1.0
        out[39] = game.queue_size / 30
    elif verb == CHOOSE_PIECES:
        out[6] = 1.0
        out[39] = what / 40
    elif verb == PAY_TOLL:
        out[7] = 1.0
        out[21] = board.pays[board.code_pay[code], board.wild] / 3
        out[39] = game.toll_extra / 3
    elif verb == LEAVE_TUNNEL:
        out[8] = 1.0
        out[39] = game.toll_extra / 3
    elif verb == BUILD_STATION:
        out[9] = 1.0
        out[23] = payment_cost(board, work, code) / 6
    elif verb == BUILD_HARBOR:
        out[10] = 1.0
        out[23] = payment_cost(board, work, code) / 6
    elif verb == EXCHANGE:
        out[11] = 1.0
        out[39] = what / 5
    else:
        out[_PASSING] = 1.0
