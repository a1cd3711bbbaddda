"""Plans: which tickets to complete, over which routes, and the expected points in the turns that are left."""

from __future__ import annotations

from math import exp

from branchline.lane.compile import inner
from branchline.lane.layout import MAX_SEATS, Board, Game
from branchline.lane.players.board.facts import CARDS_PER_TURN
from branchline.lane.players.board.layout import GREY, MINE, NEVER, TAKEN, BoardWork, Facts, Mind, Needs, Plan
from branchline.lane.players.board.memory import cards_held, note_origin, still_stands
from branchline.lane.players.board.network import add_legs, best_network, forget_paths, know_paths
from branchline.lane.players.board.planning.harbors import find_harbors, harbor_turns
from branchline.lane.players.board.planning.needs import draws_per_fit, find_needs
from branchline.lane.players.board.weights import (
    BORROWED_PRICE,
    CARD_DISCOUNT,
    CONTENTION,
    DETOUR_PIECES,
    HARBOR_TURNS,
    MAX_URGENCY,
    MIN_PRICE,
    PLANNED_HARBOR,
    POINTS_DISCOUNT,
    POINTS_PER_PIECE,
    REPLAN_CARDS,
    ROUTE_LOSS,
    TURN_VALUE,
    TURNS_DOUBT,
)
from branchline.lane.players.wide import wide

BEST = MAX_SEATS
"""The place among the plans of the best one so far,"""
TRIAL = MAX_SEATS + 1
"""and of the one that is compared with it."""

_MAX_COMBINED = 4
"""With more open tickets than this, not all their combinations are compared."""
_MAX_POOL = 60
_SAFE = 0.8
_BIG = 30.0


@inner
def pace(facts: Facts) -> float:
    """The value of a turn in points."""
    return TURN_VALUE * facts.points_per_turn


@inner
def set_prices(board: Board, work: BoardWork, discount: float) -> None:
    """By route: its turns less part of its own points, and less this part of the turns that cards in hand save."""
    facts, mind, held = work.facts, work.mind, work.needs[2].spare
    forget_paths(board, mind)
    for group in range(facts.groups + 1):
        held[group] = 0.0
    for kind in range(board.wild):
        held[facts.kind_group[kind]] += mind.hand[0, kind] * facts.covers[kind]
    fullest = work.needs[2].short
    for deck in range(board.sorts):
        fullest[deck] = 0.0
        for group in range(deck * facts.colors, (deck + 1) * facts.colors):
            fullest[deck] = max(fullest[deck], held[group])
    points_discount = POINTS_DISCOUNT / pace(facts)
    wilds = 0.5 * mind.hand[0, board.wild]
    for route in range(board.route_count):
        price = NEVER
        if mind.claimable[route]:
            deck, group = board.route_deck[route], facts.color_group[route]
            available = (fullest[deck] if group == GREY else held[group]) + wilds
            length = float(board.route_length[route])
            saved = min(available, length) / facts.spaces_per_card[deck] / CARDS_PER_TURN
            price = facts.turns_needed[route] - points_discount * board.route_worth[route]
            if saved > 0:
                price = max(MIN_PRICE, price - discount * saved)
        elif mind.route_state[route] == MINE:
            price = 0.0
        elif mind.route_state[route] == TAKEN and board.has_stations:
            price = _borrowing_price(board, facts, mind, route)
        mind.price[route] = price


@inner
def _stations_built(board: Board, mind: Mind) -> int:
    built = 0
    for city in range(board.city_count):
        built += mind.built_state[city] == MINE
    return built


@inner
def _borrowing_price(board: Board, facts: Facts, mind: Mind, route: int) -> float:
    """The price of using a route that another player has claimed; NEVER where no station can be built (E-16)."""
    a, b = mind.built_state[board.route_a[route]], mind.built_state[board.route_b[route]]
    if a == MINE or b == MINE:
        return BORROWED_PRICE
    number = _stations_built(board, mind) + 1
    if number > board.stations or (a == TAKEN and b == TAKEN):
        return NEVER
    return 1 + number / CARDS_PER_TURN + board.station_points / pace(facts)


@inner
def know_plan(board: Board, game: Game, seat: int, work: BoardWork) -> None:
    """Make sure that `plans[seat]` is the plan for the position: as it was, or made anew where something changed.

    Its needs, turns, chance and value are always those of the hand and the turns of now.
    """
    mind, plan = work.mind, work.plans[seat]
    much_the_same = abs(plan.cards - cards_held(board, mind)) < REPLAN_CARDS
    if not (much_the_same and still_stands(board, game, seat, mind, plan)):
        make_best_plan(board, work)
        work.plans[seat] = work.plans[BEST]
        note_origin(board, game, seat, mind, work.plans[seat])
    assess(board, work, work.plans[seat], work.needs[0])


@inner
def make_best_plan(board: Board, work: BoardWork) -> None:
    """Make `plans[BEST]` the plan of the highest value for the open tickets, over all sets of goals."""
    mind = work.mind
    mind.pool_count = min(mind.open_count, _MAX_POOL)
    for place in range(mind.pool_count):
        mind.pool[place] = mind.open[place]
    set_prices(board, work, CARD_DISCOUNT)
    choose_goals(board, work)


@inner
def choose_goals(board: Board, work: BoardWork) -> None:
    """Make `plans[BEST]` the best plan at the prices that are set, with any goals out of `mind.pool`."""
    count = work.mind.pool_count
    everything = (1 << count) - 1
    work.plans[BEST].value = -NEVER
    _try_goals(board, work, everything)
    if work.plans[BEST].value > -NEVER and (work.plans[BEST].success > _SAFE or count == 0):
        return
    if count <= _MAX_COMBINED:
        for goals in range(everything - 1, -1, -1):
            _try_goals(board, work, goals)
        return
    _grow_goals(board, work)


@inner
def _grow_goals(board: Board, work: BoardWork) -> None:
    """Add goals one by one where that raises the value, the most points per price first; twice."""
    mind = work.mind
    work.plans[BEST].value = -NEVER
    goals = wide(0)
    _try_goals(board, work, goals)
    for place in range(mind.pool_count):
        mind.rate[place] = _ticket_rate(board, work, mind.pool[place])
    for _ in range(2):
        tried = goals
        for _ in range(mind.pool_count):
            best = -1
            for place in range(mind.pool_count):
                if not tried >> place & 1 and (best < 0 or mind.rate[place] > mind.rate[best]):
                    best = place
            if best < 0:
                break
            tried |= 1 << best
            if _try_goals(board, work, goals | 1 << best):
                goals |= 1 << best


@inner
def _ticket_rate(board: Board, work: BoardWork, ticket: int) -> float:
    """Points of a ticket by the price of its paths."""
    price = 1.0
    for stop in range(1, board.ticket_length[ticket]):
        start = wide(board.ticket_stops[ticket, stop - 1])
        know_paths(board, work.facts, work.mind, start)
        price += work.mind.distance[start, board.ticket_stops[ticket, stop]]
    return board.ticket_points[ticket] / price


@inner
def _try_goals(board: Board, work: BoardWork, goals: int) -> bool:
    """Make the plan for a set of goals, bits of places in the pool, the best one if it is; tell whether it is."""
    mind, trial = work.mind, work.plans[TRIAL]
    trial.goal_count, trial.missed = 0, 0.0
    for place in range(mind.pool_count):
        if goals >> place & 1:
            trial.goals[trial.goal_count] = mind.pool[place]
            trial.goal_count += 1
        else:
            trial.missed += board.ticket_penalty[mind.pool[place]]
    if make_plan(board, work, trial) and trial.value > work.plans[BEST].value:
        work.plans[BEST] = work.plans[TRIAL]
        return True
    return False


@inner
def make_plan(board: Board, work: BoardWork, plan: Plan) -> bool:
    """The plan for its goals, at the prices that are set; False if they cannot be completed."""
    mind = work.mind
    _list_legs(board, mind, plan)
    if not best_network(board, work.facts, mind):
        return False
    plan.route_count = plan.station_count = 0
    plan.used[0] = plan.used[1] = 0
    plan.points = 0.0
    for city in range(board.city_count):
        mind.lent[city] = mind.built_state[city] == MINE
    for place in range(mind.network_count[0]):
        route, ticket = mind.network[0, place], mind.network_serves[0, place]
        if mind.route_state[route] == TAKEN:
            _borrow(board, mind, plan, route, ticket)
        else:
            plan.routes[plan.route_count], plan.serves[plan.route_count] = route, ticket
            plan.detour[plan.route_count] = -1.0
            plan.route_count += 1
            plan.used[board.route_deck[route]] += board.route_length[route]
            plan.points += board.route_worth[route]
    if plan.station_count > 0 and plan.station_count > board.stations - _stations_built(board, mind):
        return False
    if not _plan_exchange(board, mind, plan):
        return False
    plan.stake = 0.0
    for place in range(plan.goal_count):
        plan.stake += board.ticket_points[plan.goals[place]] + board.ticket_penalty[plan.goals[place]]
    assess(board, work, plan, work.needs[1])
    return True


@inner
def _list_legs(board: Board, mind: Mind, plan: Plan) -> None:
    """Those of the most points first, since they decide where the network runs."""
    for place in range(1, plan.goal_count):
        goal = plan.goals[place]
        while place > 0 and board.ticket_points[plan.goals[place - 1]] < board.ticket_points[goal]:
            plan.goals[place] = plan.goals[place - 1]
            place -= 1
        plan.goals[place] = goal
    mind.legs = 0
    for place in range(plan.goal_count):
        add_legs(board, mind, plan.goals[place])


@inner
def _borrow(board: Board, mind: Mind, plan: Plan, route: int, ticket: int) -> None:
    """Borrow a route by an existing station, each of which borrows one, or by a new one (E-18)."""
    a, b = board.route_a[route], board.route_b[route]
    if mind.lent[a]:
        mind.lent[a] = 0
    elif mind.lent[b]:
        mind.lent[b] = 0
    else:
        plan.stations[plan.station_count], plan.station_tickets[plan.station_count] = route, ticket
        plan.station_count += 1


@inner
def _plan_exchange(board: Board, mind: Mind, plan: Plan) -> bool:
    """The exchange after which the pieces suffice, of none where none is needed; False if they never do (W-27)."""
    plan.exchange_give, plan.exchange_number = 0, 0
    if plan.used[0] + plan.used[1] > mind.total_pieces:
        return False
    for lacking in range(board.sorts):
        short = plan.used[lacking] - mind.pieces[lacking]
        if short > 0:
            if board.sorts < 2:
                return False
            give = 1 - lacking
            plan.exchange_give, plan.exchange_number = give, short
            return short <= min(mind.pieces[give] - plan.used[give], mind.box[lacking])
    return True


@inner
def assess(board: Board, work: BoardWork, plan: Plan, needs: Needs) -> None:
    """What a plan needs with the hand of now, the turns it takes, its chance, and its expected points."""
    facts, mind = work.facts, work.mind
    find_needs(board, facts, mind, plan, wide(-1), wide(0), needs)
    turns = plan.route_count + needs.missing * draws_per_fit(needs) / CARDS_PER_TURN
    turns += HARBOR_TURNS * harbor_turns(board, mind) + (plan.exchange_number > 0)
    if plan.station_count > 0:
        turns += plan.station_count * (1 + (_stations_built(board, mind) + 1) / CARDS_PER_TURN)
    left = mind.total_pieces - plan.used[0] - plan.used[1]
    plan.turns = turns
    plan.success = 1.0
    if plan.route_count > 0:
        plan.success = success_chance(facts, mind.turns, turns, left, plan.route_count, plan.points)
    value = plan.success * plan.stake - plan.missed
    for place in range(plan.goal_count):
        value -= board.ticket_penalty[plan.goals[place]]
    if mind.harbors_left > 0:
        value += PLANNED_HARBOR * plan.success * find_harbors(board, mind, plan)
    if turns > mind.turns:
        value += plan.points * mind.turns / turns
    else:
        value += plan.points + min(pace(facts) * (mind.turns - turns), POINTS_PER_PIECE * left)
    plan.value = value - plan.exchange_number - plan.station_count * board.station_points


@inner
def success_chance(facts: Facts, time: float, turns: float, left: int, routes: int, points: float) -> float:
    """The chance that a plan succeeds: in time, with pieces left for detours, and with no route lost for good."""
    short = (DETOUR_PIECES * routes - left) / (1 + 0.25 * routes)
    loss = exp(-ROUTE_LOSS * (routes + CONTENTION * facts.scarcity * points))
    return in_time(time, turns) * loss / (1 + exp(min(_BIG, 2 * short)))


@inner
def _spread(time: float) -> float:
    return 0.5 + TURNS_DOUBT * time


@inner
def in_time(time: float, turns: float) -> float:
    """The chance that so many turns are left, when `time` is expected."""
    return 1 / (1 + exp(min(_BIG, 2 * (turns - time) / _spread(time))))


@inner
def urgency(facts: Facts, time: float, plan: Plan) -> float:
    """The value of a card for the plan: 1, and the stake that a turn of delay costs on average in turns."""
    if plan.route_count == 0:
        return 1.0
    chance = in_time(time, plan.turns)
    return min(MAX_URGENCY, 1 + plan.stake * 2 * chance * (1 - chance) / _spread(time) / pace(facts))


@inner
def delay_cost(time: float, plan: Plan, turns: float) -> float:
    """The expected points of goals that are lost by spending so many turns on something else."""
    if plan.route_count == 0:
        return 0.0
    return plan.stake * (in_time(time, plan.turns) - in_time(time, plan.turns + turns))


@inner
def steps(plan: Plan) -> int:
    """The turns that the plan takes once all cards are in hand."""
    return plan.route_count + plan.station_count + (plan.exchange_number > 0)
