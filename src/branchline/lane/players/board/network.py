"""Cheapest paths between cities at the prices of `mind.price`, and networks that connect many pairs of them."""

from __future__ import annotations

from branchline.lane.compile import inner
from branchline.lane.layout import MAX_CITIES, Board
from branchline.lane.players.board.layout import NEVER, Facts, Mind
from branchline.lane.players.wide import wide

SPARE_ROW = MAX_CITIES
"""A row of paths that belongs to no city, for whoever looks for a single one."""
REACH_ROW = MAX_CITIES + 1

_LAST = 2 * MAX_CITIES - 1
"""The queue is a ring with room for more cities than there are."""
_NO_PART = -1
_CLOSER = 1e-9
_MAX_REVERSED = 6
"""With more legs than this, the reverse order is not tried."""


@inner
def forget_paths(board: Board, mind: Mind) -> None:
    """The prices have changed."""
    for city in range(board.city_count):
        mind.tree_known[city] = 0


@inner
def begin_paths(board: Board, mind: Mind, row: int) -> None:
    """No city is reached yet; whoever calls puts the cities of departure at distance 0."""
    for city in range(board.city_count):
        mind.distance[row, city] = NEVER
        mind.last_route[row, city] = -1


@inner
def find_paths(board: Board, facts: Facts, mind: Mind, row: int, without: int) -> None:
    """The cheapest paths from the cities at distance 0, without the route `without`.

    Cities wait in a queue, and come again when a cheaper way to them is found (Bellman and Ford): with so few of them
    that is quicker than to look for the nearest one each time.
    """
    distance, last_route, waiting, queue, price = (
        mind.distance[row],
        mind.last_route[row],
        mind.waiting,
        mind.queue,
        mind.price,
    )
    first = last = 0
    for city in range(board.city_count):
        waiting[city] = 0
        if distance[city] == 0.0:
            waiting[city] = 1
            queue[last] = city
            last += 1
    while first != last:
        city = queue[first]
        first = (first + 1) & _LAST
        waiting[city] = 0
        near = distance[city]
        for way in range(facts.way_first[city], facts.way_first[city + 1]):
            other, route = facts.way_city[way], facts.way_route[way]
            total = near + price[route]
            if total < distance[other] and route != without:
                distance[other] = total
                last_route[other] = route
                if waiting[other] == 0:
                    waiting[other] = 1
                    queue[last] = other
                    last = (last + 1) & _LAST


@inner
def know_paths(board: Board, facts: Facts, mind: Mind, city: int) -> None:
    """Make sure that the paths from a city are known; they are kept until prices change."""
    if mind.tree_known[city] == 0:
        begin_paths(board, mind, city)
        mind.distance[city, city] = 0.0
        find_paths(board, facts, mind, city, wide(-1))
        mind.tree_known[city] = 1


@inner
def detour(board: Board, facts: Facts, mind: Mind, route: int) -> float:
    """The price of the way from one end of a route to the other without it."""
    a, b = wide(board.route_a[route]), wide(board.route_b[route])
    row = wide(SPARE_ROW)
    begin_paths(board, mind, row)
    mind.distance[row, a] = 0.0
    find_paths(board, facts, mind, row, route)
    return mind.distance[row, b]


@inner
def add_legs(board: Board, mind: Mind, ticket: int) -> None:
    """The pairs of cities that a ticket asks to connect: a tour goes from city to city."""
    for stop in range(1, board.ticket_length[ticket]):
        mind.leg_a[mind.legs] = board.ticket_stops[ticket, stop - 1]
        mind.leg_b[mind.legs] = board.ticket_stops[ticket, stop]
        mind.leg_ticket[mind.legs] = ticket
        mind.legs += 1


@inner
def best_network(board: Board, facts: Facts, mind: Mind) -> bool:
    """Connect all legs, in the order given and in reverse unless there are too many; the cheaper one is `network[0]`.

    False if some of them cannot be connected.
    """
    if not connect_legs(board, facts, mind, wide(0)):
        return False
    if 2 <= mind.legs <= _MAX_REVERSED:
        connect_legs(board, facts, mind, wide(1))
        if mind.network_price[1] < mind.network_price[0] - _CLOSER:
            mind.network_count[0] = mind.network_count[1]
            for place in range(mind.network_count[1]):
                mind.network[0, place] = mind.network[1, place]
                mind.network_serves[0, place] = mind.network_serves[1, place]
    return True


@inner
def connect_legs(board: Board, facts: Facts, mind: Mind, row: int) -> bool:
    """Connect the legs one after the other by the cheapest path, also over what was chosen for those before.

    The network comes into this row; that of row 1 takes the legs in reverse.
    """
    for route in range(board.route_count):
        mind.chosen[route] = 0
    for city in range(board.city_count):
        mind.joined[city] = _NO_PART
    mind.network_count[row], mind.network_price[row] = 0, 0.0
    for turn in range(mind.legs):
        leg = mind.legs - 1 - turn if row == 1 else turn
        a, b = mind.leg_a[leg], mind.leg_b[leg]
        know_paths(board, facts, mind, a)
        know_paths(board, facts, mind, b)
        best, part = _by_way_of(board, mind, a, b)
        if best >= NEVER:
            return False
        ticket = mind.leg_ticket[leg]
        if part == _NO_PART:
            _choose(board, mind, row, a, b, turn, ticket)
        else:
            enter, leave = mind.enter_at[part], mind.leave_at[part]
            _choose(board, mind, row, a, enter, turn, ticket)
            _choose(board, mind, row, b, leave, turn, ticket)
    return True


@inner
def _by_way_of(board: Board, mind: Mind, a: int, b: int) -> tuple[float, int]:
    """The price of the cheapest way from a to b, and the connected part that it leads over, if any."""
    best, part = mind.distance[a, b], _NO_PART
    for city in range(board.city_count):
        mind.enter[city] = mind.leave[city] = NEVER
    for city in range(board.city_count):
        here = mind.joined[city]
        if here != _NO_PART:
            if mind.distance[a, city] < mind.enter[here]:
                mind.enter[here], mind.enter_at[here] = mind.distance[a, city], city
            if mind.distance[b, city] < mind.leave[here]:
                mind.leave[here], mind.leave_at[here] = mind.distance[b, city], city
    for here in range(board.city_count):
        price = mind.enter[here] + mind.leave[here]
        if price < best - _CLOSER:
            best, part = price, here
    return best, part


@inner
def _choose(board: Board, mind: Mind, row: int, start: int, city: int, part: int, ticket: int) -> None:
    """Choose the routes of the path from `start` to a city, and make one part of all that it touches.

    `part` is the number of the leg; parts are named by the last leg that touched them.
    """
    _join(board, mind, city, part)
    while city != start:
        route = mind.last_route[start, city]
        if mind.price[route] > 0 and mind.chosen[route] == 0:
            mind.chosen[route] = 1
            place = mind.network_count[row]
            mind.network[row, place], mind.network_serves[row, place] = route, ticket
            mind.network_count[row] += 1
            mind.network_price[row] += mind.price[route]
        city = wide(board.route_a[route] if board.route_b[route] == city else board.route_b[route])
        _join(board, mind, city, part)


@inner
def _join(board: Board, mind: Mind, city: int, part: int) -> None:
    before = mind.joined[city]
    if before == _NO_PART:
        mind.joined[city] = part
    elif before != part:
        for other in range(board.city_count):
            if mind.joined[other] == before:
                mind.joined[other] = part
