"""The planner light: plans a network for all its tickets, and values every action by what it does for the plan."""

from __future__ import annotations

from branchline.lane.compile import inner
from branchline.lane.layout import (
    BUILD_HARBOR,
    BUILD_STATION,
    CHOOSE_PIECES,
    DRAW_BLIND,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    EXCHANGE,
    FIRST_PIECES,
    FIRST_TICKETS,
    SECOND_CARD,
    TICKET_OFFER,
    TOLL,
    Board,
    Game,
)
from branchline.lane.players.board.draws import rate_draws
from branchline.lane.players.board.facts import CARDS_PER_TURN
from branchline.lane.players.board.layout import NEVER, OPEN, BoardWork, Plan
from branchline.lane.players.board.planning.cards_wanted import find_point_routes, usual_draw, value_cards
from branchline.lane.players.board.planning.claims import rate_claims, rate_toll
from branchline.lane.players.board.planning.harbors import find_harbors, reached_site
from branchline.lane.players.board.planning.needs import find_needs
from branchline.lane.players.board.planning.plan import delay_cost, know_plan, pace, steps
from branchline.lane.players.board.planning.tickets import gain_of_drawing, rate_offer
from branchline.lane.players.board.weights import TRAIN_RESERVE
from branchline.lane.players.wide import wide

_HARBOR = 100.0
"""A harbor that pays is built before anything else."""
_BEFORE_DRAWING = 0.004
"""What is done as soon as no claim is better than drawing: a station, an exchange, new tickets."""


@inner
def rate_planner(board: Board, game: Game, seat: int, work: BoardWork) -> None:
    """Give every legal action its value, in cards that fit the plan beyond the usual draw."""
    for i in range(work.listed[0]):
        work.values[i] = -NEVER
    if game.phase == FIRST_TICKETS or game.phase == TICKET_OFFER:
        rate_offer(board, game, seat, work)
        return
    know_plan(board, game, seat, work)
    plan = work.plans[seat]
    if game.phase == FIRST_PIECES:
        _rate_pieces(board, work, plan)
    elif game.phase == TOLL:
        work.mind.harbor_count = 0
        rate_toll(board, game, work, plan)
    else:
        find_harbors(board, work.mind, plan)
        find_point_routes(board, work, plan)
        value_cards(board, work, plan)
        best = rate_draws(board, game, work)
        if game.phase != SECOND_CARD:
            _rate_turn(board, game, seat, work, plan, best)


@inner
def _rate_turn(board: Board, game: Game, seat: int, work: BoardWork, plan: Plan, best: float) -> None:
    usual = usual_draw(board, work)
    best = best - usual if best > -NEVER else -NEVER / 2
    gain = -NEVER
    if rate_claims(board, game, seat, work, plan, best) < best:  # Otherwise nobody thinks of tickets.
        gain = gain_of_drawing(board, game, seat, work, plan)
    hurry = work.mind.turns <= steps(plan) + 1
    exchange = plan.exchange_number if work.needs[0].missing <= 0 or hurry else 0
    city = _station_city(board, work, plan)
    for i in range(work.listed[0]):
        code = work.codes[i]
        verb = board.code_verb[code]
        if verb in (DRAW_FACE_UP, DRAW_BLIND):
            if work.values[i] > -NEVER:
                work.values[i] -= usual
        elif verb == DRAW_TICKETS and gain > -NEVER:
            work.values[i] = best + min(_BEFORE_DRAWING / 4, CARDS_PER_TURN * gain / pace(work.facts))
        elif verb == BUILD_STATION and board.code_what[code] == city:
            work.values[i] = best + _BEFORE_DRAWING - 1e-5 * _station_cost(board, work, board.code_pay[code])
        elif verb == EXCHANGE and board.code_more[code] == plan.exchange_give and board.code_what[code] == exchange:
            work.values[i] = best + 0.75 * _BEFORE_DRAWING
    if work.mind.harbor_count > 0:
        _rate_harbors(board, work, plan)


@inner
def _rate_harbors(board: Board, work: BoardWork, plan: Plan) -> None:
    """A harbor in the best city that a route reaches, if its points exceed what the delay costs the plan."""
    mind = work.mind
    site = reached_site(board, mind)
    if site < 0:
        return
    for i in range(work.listed[0]):
        code = work.codes[i]
        if board.code_verb[code] == BUILD_HARBOR and board.code_what[code] == mind.harbor_city[site]:
            pay = board.pays[board.code_pay[code]]
            for kind in range(board.kinds):
                mind.hand[1, kind] = mind.hand[0, kind] - pay[kind]
            find_needs(board, work.facts, mind, plan, wide(-1), wide(1), work.needs[1])
            lacking = work.needs[1].missing - work.needs[0].missing
            if delay_cost(mind.turns, plan, 1 + lacking / CARDS_PER_TURN) <= mind.harbor_worth[site]:
                work.values[i] = _HARBOR
            return  # The first payment takes the fewest wilds.


@inner
def _station_city(board: Board, work: BoardWork, plan: Plan) -> int:
    """Where to build for the first route to be borrowed, once all cards are there or only two turns are to spare.

    Of its two ends the one with more claimed routes to borrow later; -1 for none.
    """
    mind = work.mind
    if plan.station_count == 0 or (work.needs[0].missing > 0 and mind.turns > steps(plan) + 2):
        return -1
    route = plan.stations[0]
    best, most = -1, -1
    for city in (board.route_a[route], board.route_b[route]):
        if mind.built_state[city] == OPEN and _claimed_at(board, work, city) > most:
            best, most = city, _claimed_at(board, work, city)
    return best


@inner
def _claimed_at(board: Board, work: BoardWork, city: int) -> int:
    claimed = 0
    for way in range(work.facts.way_first[city], work.facts.way_first[city + 1]):
        state = work.mind.route_state[work.facts.way_route[way]]
        claimed += state != OPEN
    return claimed


@inner
def _station_cost(board: Board, work: BoardWork, pay: int) -> float:
    """Three for each wild, one for each card that the plan needs."""
    facts, needs = work.facts, work.needs[0]
    cost = 3.0 * board.pays[pay, board.wild]
    for kind in range(board.wild):
        cards = board.pays[pay, kind]
        if cards > 0 and needs.spare[facts.kind_group[kind]] < cards * facts.covers[kind]:
            cost += cards
    return cost


@inner
def _rate_pieces(board: Board, work: BoardWork, plan: Plan) -> None:
    """As many trains as the plan takes and some more; all other pieces are ships (W-6)."""
    trains, ships = board.pieces[0], board.pieces[1]
    least = max(0, board.pieces_kept - ships)
    wanted = min(min(trains, board.pieces_kept), max(least, plan.used[0] + TRAIN_RESERVE))
    if plan.used[1] > board.pieces_kept - wanted:
        wanted = max(least, board.pieces_kept - plan.used[1])
    for i in range(work.listed[0]):
        code = work.codes[i]
        if board.code_verb[code] == CHOOSE_PIECES:
            work.values[i] = -abs(board.code_what[code] - wanted)
