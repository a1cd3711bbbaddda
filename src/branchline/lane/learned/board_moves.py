"""The moves of a board game that a learned player weighs: of all ways to do one thing, the one the planner likes best.

There can be thousands of legal actions, most of them payments. For each route the best payment comes into question, for
each kind of card one draw, for each set of tickets one order of returning the others. Of the claims that the planner
does not think of, those of the most points do: one of them may end the game in time.
"""

from __future__ import annotations

import numpy as np

from branchline.lane.compile import jit
from branchline.lane.layout import (
    BUILD_HARBOR,
    BUILD_STATION,
    CHOOSE_PIECES,
    CLAIM,
    DRAW_FACE_UP,
    KEEP,
    KEEP_FIRST,
    PAY_TOLL,
    Board,
    Game,
)
from branchline.lane.learned.network import MAX_MOVES, Choice
from branchline.lane.players.board.layout import NEVER, BoardWork

_CONSIDERED = -NEVER / 2
_WILD_COST = 1.5
_NEEDED_COST = 1.0
_SPARE_COST = 0.2
OTHER_CLAIMS = 6
"""So many claims that the planner does not consider are weighed."""
_PIECES_NEAR = 6
"""So far from the planner's choice of trains a learned player looks."""


@jit
def gather_moves(board: Board, game: Game, work: BoardWork, best: int, choice: Choice) -> None:
    """Fill `choice.codes` and `choice.places` (in `work.codes`): the planner's own choice first."""
    choice.count = 0
    choice.of_route[:] = -1
    _add(board, work, best, choice)
    for place in range(work.listed[0]):
        if choice.count == MAX_MOVES:
            return
        if work.values[place] > _CONSIDERED and _comes_into_question(board, work, place, best):
            _weigh_in(board, game, work, place, choice)
    _add_other_claims(board, work, choice)
    for place in range(work.listed[0]):
        if choice.count == MAX_MOVES:
            return
        if work.values[place] <= _CONSIDERED and board.code_verb[work.codes[place]] in (KEEP, KEEP_FIRST):
            _weigh_in(board, game, work, place, choice)


@jit
def _comes_into_question(board: Board, work: BoardWork, place: int, best: int) -> bool:
    """Of what the planner considers everything, but pieces only near its choice."""
    code = work.codes[place]
    if board.code_verb[code] != CHOOSE_PIECES:
        return True
    return abs(board.code_what[code] - board.code_what[work.codes[best]]) <= _PIECES_NEAR


@jit
def _add_other_claims(board: Board, work: BoardWork, choice: Choice) -> None:
    """Those of the routes of the most points, each with the payment that costs least."""
    first = choice.count
    most = min(MAX_MOVES, first + OTHER_CLAIMS)
    least = first
    for place in range(work.listed[0]):
        code = work.codes[place]
        if board.code_verb[code] != CLAIM or choice.of_route[board.code_what[code]] >= 0:
            continue
        if choice.count < most:
            _add(board, work, place, choice)
        elif first < most and _worth_of(board, code) > _worth_of(board, choice.codes[least]):
            choice.of_route[board.code_what[choice.codes[least]]] = -1
            choice.of_route[board.code_what[code]] = least
            choice.places[least], choice.codes[least] = place, code
        else:
            continue
        for n in range(first, choice.count):
            if _worth_of(board, choice.codes[n]) < _worth_of(board, choice.codes[least]):
                least = n
    _pay_least(board, work, first, choice)


@jit
def _pay_least(board: Board, work: BoardWork, first: int, choice: Choice) -> None:
    """Of all payments for each route among the moves from `first` on, the one that costs least."""
    for n in range(first, choice.count):
        choice.cost[n] = payment_cost(board, work, choice.codes[n])
    for place in range(work.listed[0]):
        code = work.codes[place]
        if board.code_verb[code] == CLAIM and choice.of_route[board.code_what[code]] >= first:
            n = choice.of_route[board.code_what[code]]
            cost = payment_cost(board, work, code)
            if cost < choice.cost[n]:
                choice.places[n], choice.codes[n], choice.cost[n] = place, code, cost


@jit
def _worth_of(board: Board, code: int) -> int:
    return board.route_worth[board.code_what[code]]


@jit
def _weigh_in(board: Board, game: Game, work: BoardWork, place: int, choice: Choice) -> None:
    """Add a move, or put it in the place of a worse way to do the same."""
    code = work.codes[place]
    first, last = 0, choice.count
    if board.code_verb[code] == CLAIM:
        first = choice.of_route[board.code_what[code]]
        last = first + 1
        if first < 0:
            _add(board, work, place, choice)
            return
    for n in range(first, last):
        other = choice.places[n]
        if _same_deed(board, game, code, work.codes[other]):
            if n > 0 and work.values[place] > work.values[other]:
                choice.places[n] = place
                choice.codes[n] = work.codes[place]
            return
    _add(board, work, place, choice)


@jit
def _add(board: Board, work: BoardWork, place: int, choice: Choice) -> None:
    if board.code_verb[work.codes[place]] == CLAIM:
        choice.of_route[board.code_what[work.codes[place]]] = choice.count
    choice.places[choice.count] = place
    choice.codes[choice.count] = work.codes[place]
    choice.count += 1


@jit
def _same_deed(board: Board, game: Game, code: int, other: int) -> bool:
    verb = board.code_verb[code]
    if verb != board.code_verb[other]:
        return False
    what, that = board.code_what[code], board.code_what[other]
    if verb == DRAW_FACE_UP:
        return game.display[what] == game.display[that]
    if verb in (KEEP, KEEP_FIRST):
        return board.way_kept[what] == board.way_kept[that]
    if verb == PAY_TOLL:
        return True
    if verb in (CLAIM, BUILD_STATION, BUILD_HARBOR):
        return what == that
    return code == other


@jit
def payment_cost(board: Board, work: BoardWork, code: int) -> float:
    """What a payment costs: wilds the most, cards that the plan needs less, spare ones nearly nothing."""
    pay = board.code_pay[code]
    cost = _WILD_COST * board.pays[pay, board.wild]
    for kind in range(board.wild):
        count = np.int64(board.pays[pay, kind])
        if count > 0:
            spare = work.needs[0].spare[work.facts.kind_group[kind]] >= count * work.facts.covers[kind]
            cost += (_SPARE_COST if spare else _NEEDED_COST) * count
    return cost


@jit
def cards_paid(board: Board, code: int) -> int:
    total = np.int64(0)
    for kind in range(board.kinds):
        total += board.pays[board.code_pay[code], kind]
    return total  # type: ignore[return-value]
