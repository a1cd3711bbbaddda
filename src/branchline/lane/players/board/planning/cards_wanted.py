"""What one more card of each kind is worth: for the plan, for harbors, for routes claimed for their points alone."""

from __future__ import annotations

from branchline.lane.compile import inner
from branchline.lane.layout import Board
from branchline.lane.players.board.facts import CARDS_PER_TURN
from branchline.lane.players.board.layout import GREY, MAX_POINT_ROUTES, NEVER, BoardWork, Needs, Plan
from branchline.lane.players.board.planning.harbors import reached_site, value_savings
from branchline.lane.players.board.planning.plan import urgency
from branchline.lane.players.board.weights import POINT_CARD_VALUE, WILD_VALUE, WILD_VALUE_FOR_HARBOR
from branchline.lane.players.wide import wide

_VALUED = 4
"""So many routes for points count for cards."""
_TRIES = 16


@inner
def find_point_routes(board: Board, work: BoardWork, plan: Plan) -> None:
    """Routes to claim beside the plan in the turns that it leaves, the best rate first, as far as pieces suffice."""
    facts, mind = work.facts, work.mind
    turns = mind.turns - plan.turns
    mind.point_count = 0
    if turns < 1:
        return
    _rate_routes(board, work, plan)
    left_trains, left_ships = mind.pieces[0] - plan.used[0], mind.pieces[1] - plan.used[1]
    for _ in range(_TRIES):
        best = -1
        for route in range(board.route_count):
            if mind.rate[route] > 0 and (best < 0 or mind.rate[route] > mind.rate[best]):
                best = route
        if best < 0 or mind.point_count == MAX_POINT_ROUTES or turns < 1:
            return
        mind.rate[best] = -1.0
        cost = 1 + mind.lacking[best] / CARDS_PER_TURN
        deck, length = board.route_deck[best], board.route_length[best]
        if cost <= turns and length <= (left_trains if deck == 0 else left_ships):
            mind.point_routes[mind.point_count], mind.point_missing[mind.point_count] = best, mind.lacking[best]
            mind.point_count += 1
            turns -= cost
            if deck == 0:
                left_trains -= length
            else:
                left_ships -= length
            if facts.twin[best] >= 0:
                mind.rate[facts.twin[best]] = -1.0


@inner
def _rate_routes(board: Board, work: BoardWork, plan: Plan) -> None:
    """The points per turn of every claimable route outside the plan, once the plan has its own cards."""
    facts, mind, needs = work.facts, work.mind, work.needs[0]
    wilds = float(mind.hand[0, board.wild])
    for group in range(facts.groups):
        wilds -= needs.short[group] + needs.grey[group]
    wilds = max(0.0, wilds)
    for deck in range(board.sorts):
        mind.fullest[deck] = _fullest(facts.colors, deck, needs)
    for route in range(board.route_count):
        mind.rate[route] = -1.0
        if mind.claimable[route]:
            deck, group = board.route_deck[route], facts.color_group[route]
            if board.route_length[route] <= mind.pieces[deck] - plan.used[deck]:
                available = wilds + (mind.fullest[deck] if group == GREY else needs.spare[group])
                lacking = max(0.0, facts.cards_needed[route] - available / facts.spaces_per_card[deck])
                mind.lacking[route] = lacking
                mind.rate[route] = board.route_worth[route] / (1 + lacking / CARDS_PER_TURN)
    for place in range(plan.route_count):
        route = plan.routes[place]
        mind.rate[route] = -1.0
        if facts.twin[route] >= 0:
            mind.rate[facts.twin[route]] = -1.0


@inner
def _fullest(colors: int, deck: int, needs: Needs) -> float:
    most = 0.0
    for group in range(deck * colors, (deck + 1) * colors):
        most = max(most, needs.spare[group])
    return most


@inner
def value_cards(board: Board, work: BoardWork, plan: Plan) -> None:
    """Fill in `mind.card_value`, in cards that fit the tickets."""
    facts, mind, needs = work.facts, work.mind, work.needs[0]
    wanted = urgency(facts, mind.turns, plan)
    for deck in range(board.sorts):
        first = deck * facts.colors
        any_grey = False
        for group in range(first, first + facts.colors):
            any_grey = any_grey or needs.grey[group] > 0
        for group in range(first, first + facts.colors):
            value = 0.1
            if needs.short[group] > 0:
                value = wanted
            elif needs.grey[group] > 0:
                value = 0.9 * wanted
            elif any_grey:
                value = (0.3 + 0.05 * min(6.0, needs.spare[group])) * wanted
            mind.group_value[group] = value
    value = POINT_CARD_VALUE
    for place in range(min(_VALUED, mind.point_count)):
        if mind.point_missing[place] > 0:
            _value_point_route(board, work, needs, mind.point_routes[place], value)
        value *= 0.9
    for kind in range(board.wild):
        mind.card_value[kind] = mind.group_value[facts.kind_group[kind]] * (1 + 0.5 * (facts.covers[kind] - 1))
    wild = 0.5
    if needs.missing > 0:
        wild = WILD_VALUE * wanted
    elif mind.point_count > 0:
        wild = WILD_VALUE
    mind.card_value[board.wild] = wild
    if mind.harbor_count > 0:
        _value_harbor_cards(board, work)


@inner
def _value_point_route(board: Board, work: BoardWork, needs: Needs, route: int, value: float) -> None:
    """Raise the groups that pay for a route; for a grey one, all but those with most to spare to half."""
    facts, mind = work.facts, work.mind
    group = facts.color_group[route]
    if group != GREY:
        mind.group_value[group] = max(mind.group_value[group], value)
        return
    deck = wide(board.route_deck[route])
    most = _fullest(facts.colors, deck, needs)
    for other in range(deck * facts.colors, (deck + 1) * facts.colors):
        raised = value if needs.spare[other] == most else 0.5 * value
        mind.group_value[other] = max(mind.group_value[other], raised)


@inner
def _value_harbor_cards(board: Board, work: BoardWork) -> None:
    mind = work.mind
    value_savings(board, mind)
    for kind in range(board.wild):
        if mind.saving[kind] > 0:
            value, saving = mind.card_value[kind], mind.saving[kind]
            mind.card_value[kind] = max(value, saving) + 0.3 * min(value, saving)
    if reached_site(board, mind) >= 0:
        mind.card_value[board.wild] = max(mind.card_value[board.wild], WILD_VALUE_FOR_HARBOR)


@inner
def usual_draw(board: Board, work: BoardWork) -> float:
    """The expected value of the best two of as many random cards as the display has."""
    mind = work.mind
    first = second = better = 0.0
    last = NEVER
    shown = board.slots
    while True:  # Kind by kind, the most valuable first; those of one value together.
        value, chance = -NEVER, 0.0
        for kind in range(board.kinds):
            if mind.card_value[kind] < last and mind.card_value[kind] > value:
                value = mind.card_value[kind]
        if value == -NEVER:
            return first + second
        for kind in range(board.kinds):
            if mind.card_value[kind] == value:
                deck = board.kind_deck[kind]
                chance += mind.unseen[deck, kind] / max(1, mind.unseen_size[deck]) / board.sorts
        worse = max(0.0, 1 - better - chance)
        rest = max(0.0, 1 - better)
        none, none_now = rest**shown, worse**shown
        one = none + shown * better * rest ** (shown - 1)
        one_now = none_now + shown * (better + chance) * worse ** (shown - 1)
        first += value * (none - none_now)
        second += value * (one - one_now)
        better += chance
        last = value
