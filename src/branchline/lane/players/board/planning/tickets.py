"""The planner's tickets: which of an offer to keep, and the value of drawing more."""

from __future__ import annotations

from branchline.lane.bits import has
from branchline.lane.compile import inner
from branchline.lane.layout import KEEP, KEEP_FIRST, Board, Game
from branchline.lane.players.board.layout import MINE, NEVER, TAKEN, BoardWork, Mind, Plan
from branchline.lane.players.board.network import REACH_ROW, begin_paths, find_paths
from branchline.lane.players.board.planning.plan import (
    BEST,
    TRIAL,
    choose_goals,
    make_best_plan,
    make_plan,
    pace,
    set_prices,
    success_chance,
)
from branchline.lane.players.board.position import connects
from branchline.lane.players.board.weights import CARD_DISCOUNT, TICKET_DRAW_BONUS, TICKET_DRAW_MARGIN
from branchline.lane.players.wide import wide

_SAFE = 0.7
_SLACK = 2.0
"""Turns that must be left beside the plan before anybody thinks of new tickets."""
_UNKNOWN = -1


@inner
def rate_offer(board: Board, game: Game, seat: int, work: BoardWork) -> None:
    """Rate every way to keep tickets: those completed, and the plan for the others with the goals held."""
    mind = work.mind
    make_best_plan(board, work)
    held = work.plans[BEST].goal_count
    for place in range(held):
        mind.pool[place] = work.plans[BEST].goals[place]
    set_prices(board, work, CARD_DISCOUNT)
    for kept in range(1 << game.offered[seat]):
        mind.kept_known[kept] = 0
    for i in range(work.listed[0]):
        code = work.codes[i]
        if board.code_verb[code] == KEEP or board.code_verb[code] == KEEP_FIRST:
            kept = board.way_kept[board.code_what[code]]
            if not mind.kept_known[kept]:
                mind.kept_known[kept] = 1
                mind.kept_value[kept] = _value_of_keeping(board, game, seat, work, held, kept)
            work.values[i] = mind.kept_value[kept]


@inner
def _value_of_keeping(board: Board, game: Game, seat: int, work: BoardWork, held: int, kept: int) -> float:
    mind = work.mind
    done = 0.0
    mind.pool_count = held
    for place in range(game.offered[seat]):
        if kept >> place & 1:
            ticket = wide(game.offers[seat, place])
            if connects(board, mind, ticket):
                done += board.ticket_points[ticket]
            else:
                mind.pool[mind.pool_count] = ticket
                mind.pool_count += 1
    trial = work.plans[TRIAL]
    trial.goal_count, trial.missed = mind.pool_count, 0.0
    for place in range(mind.pool_count):
        trial.goals[place] = mind.pool[place]
    if make_plan(board, work, trial) and trial.success > _SAFE:
        return done + trial.value
    choose_goals(board, work)
    return done + work.plans[BEST].value


@inner
def gain_of_drawing(board: Board, game: Game, seat: int, work: BoardWork, plan: Plan) -> float:
    """Points that drawing tickets brings beyond the value of a turn."""
    mind, facts = work.mind, work.facts
    if game.queue_size == 0 or plan.turns + _SLACK > mind.turns:
        return -NEVER
    _find_reach(board, work, plan)
    left = mind.total_pieces - plan.used[0] - plan.used[1]
    count = wide(0)
    for ticket in range(board.ticket_count):
        if not has(game.tickets[seat], ticket) and not facts.ticket_long[ticket]:
            gain = _gain(board, work, plan, ticket, left)
            place = count
            while place > 0 and mind.gains[place - 1] < gain:  # The gains stand in falling order.
                mind.gains[place] = mind.gains[place - 1]
                place -= 1
            mind.gains[place] = gain
            count += 1
    drawn = min(board.offer, game.queue_size, count)
    if drawn == 0:
        return -NEVER
    return _expected_best(mind, count, drawn) - pace(facts) + TICKET_DRAW_BONUS - TICKET_DRAW_MARGIN * facts.scarcity


@inner
def _expected_best(mind: Mind, count: int, drawn: int) -> float:
    """The expected maximum of `drawn` random ones of the gains: one is it if all others drawn come after it."""
    expected = 0.0
    chance = drawn / count
    for place in range(count - drawn + 1):
        expected += chance * mind.gains[place]
        after = count - place - 1
        if after > 0:
            chance *= (after - drawn + 1) / after
    return expected


@inner
def _gain(board: Board, work: BoardWork, plan: Plan, ticket: int, left: int) -> float:
    """The gain of a ticket: its points and routes, connected to the plan's network, less its turns."""
    mind, facts = work.mind, work.facts
    turns = points = 0.0
    pieces = routes = 0
    penalty = -float(board.ticket_penalty[ticket])
    for stop in range(board.ticket_length[ticket]):
        city = board.ticket_stops[ticket, stop]
        if mind.reach_routes[city] == _UNKNOWN:
            _reach(board, work, city)
        if mind.reach_turns[city] >= NEVER:
            return penalty
        turns += mind.reach_turns[city]
        points += mind.reach_points[city]
        pieces += mind.reach_pieces[city]
        routes += mind.reach_routes[city]
    if pieces > left:
        return penalty
    success = success_chance(
        facts, mind.turns, plan.turns + turns + 1, left - pieces, plan.route_count + routes, plan.points + points
    )
    gain = success * (board.ticket_points[ticket] + points) + (1 - success) * penalty - pace(facts) * turns
    return max(penalty, gain - (plan.success - success) * plan.stake)


@inner
def _find_reach(board: Board, work: BoardWork, plan: Plan) -> None:
    """The cheapest paths from the largest part of the network that the plan will have."""
    mind = work.mind
    set_prices(board, work, CARD_DISCOUNT)
    for city in range(board.city_count):
        mind.joined[city] = mind.part[city]
        mind.reach_routes[city] = _UNKNOWN
        mind.named[city] = 0
    for route in range(board.route_count):
        if mind.route_state[route] == MINE:
            _merge(board, mind, route)
    for place in range(plan.route_count):
        mind.price[plan.routes[place]] = 0.0
        _merge(board, mind, plan.routes[place])
    main = 0
    for city in range(board.city_count):
        mind.named[mind.joined[city]] += 1
        if mind.named[mind.joined[city]] > mind.named[main]:
            main = mind.joined[city]
    row = wide(REACH_ROW)
    begin_paths(board, mind, row)
    if mind.named[main] > 1:
        for city in range(board.city_count):
            if mind.joined[city] == main:
                mind.distance[REACH_ROW, city] = 0.0
    find_paths(board, work.facts, mind, row, wide(-1))


@inner
def _merge(board: Board, mind: Mind, route: int) -> None:
    kept, gone = mind.joined[board.route_a[route]], mind.joined[board.route_b[route]]
    if kept != gone:
        for city in range(board.city_count):
            if mind.joined[city] == gone:
                mind.joined[city] = kept


@inner
def _reach(board: Board, work: BoardWork, city: int) -> None:
    """Note what it takes to connect one city: turns, points, pieces and routes; NEVER over routes of others."""
    mind, here = work.mind, city
    turns = points = 0.0
    pieces = routes = 0
    if mind.distance[REACH_ROW, city] >= NEVER:
        turns = NEVER
    else:
        while mind.distance[REACH_ROW, here] > 0:
            route = mind.last_route[REACH_ROW, here]
            if mind.price[route] > 0:
                turns += NEVER if mind.route_state[route] == TAKEN else work.facts.turns_needed[route]
                points += board.route_worth[route]
                pieces += board.route_length[route]
                routes += 1
            here = board.route_a[route] if board.route_b[route] == here else board.route_b[route]
    mind.reach_turns[city], mind.reach_points[city] = turns, points
    mind.reach_pieces[city], mind.reach_routes[city] = pieces, routes
