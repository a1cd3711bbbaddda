"""The longest continuous path over a player's routes (B-22): its length, by the method of `core.optimize`.

Dead ends are peeled off first, of which only the two longest arms at each city count. What is left keeps everything
except the shortest set of edges whose removal leaves at most two cities with an odd number of them.
"""

from __future__ import annotations

from branchline.lane.bits import NONE, ONE, Word, bit, count, lowest
from branchline.lane.compile import jit
from branchline.lane.layout import Board
from branchline.lane.scoring.work import Work

_DONE = 1 << 20
"""The number of a city in a part that has been gathered before."""

# The columns of an attempt (`core.optimize.longest_in_block`).
_KEPT, _FREE, _WRONG, _MAY_END, _ENDS = 0, 1, 2, 3, 4


@jit
def longest_path(board: Board, work: Work) -> int:
    """The length of the longest path over the routes that `network.connect` has noted."""
    left = _peel(board, work)
    best = 0
    for city in range(board.city_count):
        best = max(best, work.longest[city] + work.second[city])
    if left == 0 or _all_there_is(board, work) <= best:
        return best
    for city in range(board.city_count):
        work.number[city] = -1
    for start in range(board.city_count):
        if work.degree[start] > 0 and work.number[start] < 0:
            _gather(board, work, start)
            best = _longest_in_part(work, best)
    return best


@jit
def _peel(board: Board, work: Work) -> int:
    """Take off dead ends until there are none, noting the two longest arms at each city; tell what edges are left."""
    for city in range(board.city_count):
        work.degree[city] = work.link[city] = work.longest[city] = work.second[city] = 0
    for i in range(work.owned_count):
        a, b = board.route_a[work.owned[i]], board.route_b[work.owned[i]]
        work.degree[a] += 1
        work.degree[b] += 1
        work.link[a] ^= i  # When one edge is left at a city, this is its index.
        work.link[b] ^= i
    left = work.owned_count
    for start in range(board.city_count):
        city = start
        while work.degree[city] == 1:
            i = work.link[city]
            route = work.owned[i]
            inner = board.route_a[route] + board.route_b[route] - city
            work.degree[city] = 0
            work.degree[inner] -= 1
            work.link[inner] ^= i
            left -= 1
            length = board.route_length[route] + work.longest[city]
            if length > work.longest[inner]:
                work.second[inner] = work.longest[inner]
                work.longest[inner] = length
            elif length > work.second[inner]:
                work.second[inner] = length
            city = inner
    return left


@jit
def _all_there_is(board: Board, work: Work) -> int:
    """What is left after peeling, and the two longest arms at it."""
    total = 0
    for i in range(work.owned_count):
        route = work.owned[i]
        if work.degree[board.route_a[route]] > 0 and work.degree[board.route_b[route]] > 0:
            total += board.route_length[route]
    first = second = 0
    for city in range(board.city_count):
        if work.degree[city] > 0:
            for length in (work.longest[city], work.second[city]):
                if length > first:
                    first, second = length, first
                elif length > second:
                    second = length
    return total + first + second


@jit
def _gather(board: Board, work: Work, start: int) -> None:
    """Collect the edges of one connected part without dead ends, and its arms as edges to cities of their own."""
    work.edge_count = 0
    work.city_count = 1
    work.number[start] = 0
    for city in range(len(work.touching)):
        work.touching[city] = NONE
    grown = True
    while grown:  # Until every edge that touches the part belongs to it.
        grown = False
        for i in range(work.owned_count):
            a, b = board.route_a[work.owned[i]], board.route_b[work.owned[i]]
            if work.degree[a] > 0 and work.degree[b] > 0 and (work.number[a] < 0) != (work.number[b] < 0):
                inside, outside = (b, a) if work.number[a] < 0 else (a, b)
                if _is_here(work, inside):
                    work.number[outside] = work.city_count
                    work.city_count += 1
                    grown = True
    for i in range(work.owned_count):
        route = work.owned[i]
        a, b = board.route_a[route], board.route_b[route]
        if work.degree[a] > 0 and work.degree[b] > 0 and _is_here(work, a):
            _insert(work, work.number[a], work.number[b], board.route_length[route])
    for city in range(board.city_count):
        if work.degree[city] > 0 and _is_here(work, city):
            for length in (work.longest[city], work.second[city]):
                if length > 0:
                    _insert(work, work.number[city], work.city_count, length)
                    work.city_count += 1
    for edge in range(work.edge_count):
        work.touching[work.edge_a[edge]] |= bit(edge)
        work.touching[work.edge_b[edge]] |= bit(edge)
    for city in range(board.city_count):  # What is gathered is done with.
        if work.number[city] >= 0:
            work.number[city] = _DONE


@jit
def _is_here(work: Work, city: int) -> bool:
    return 0 <= work.number[city] < _DONE


@jit
def _insert(work: Work, a: int, b: int, length: int) -> None:
    """Put an edge in its place by length."""
    place = work.edge_count
    while place > 0 and work.edge_length[place - 1] > length:
        work.edge_a[place], work.edge_b[place] = work.edge_a[place - 1], work.edge_b[place - 1]
        work.edge_length[place] = work.edge_length[place - 1]
        place -= 1
    work.edge_a[place], work.edge_b[place], work.edge_length[place] = a, b, length
    work.edge_count += 1


@jit
def _longest_in_part(work: Work, floor: int) -> int:
    """The length of the longest trail in the part if it is longer than `floor`; otherwise `floor`.

    Asking first for the longest that can be and then for less and less cuts the search short.
    """
    every = NONE
    odd = NONE
    total = 0
    for edge in range(work.edge_count):
        every |= bit(edge)
        odd ^= bit(work.edge_a[edge]) ^ bit(work.edge_b[edge])
        total += work.edge_length[edge]
    _put(work, 0, every, total, every, odd, odd, NONE, 2)
    drop, _ = _must_drop(work, 0)
    goal = total - drop
    while goal > floor:
        _put(work, 0, every, total, every, odd, odd, NONE, 2)
        if _can_reach(work, goal):
            return goal
        goal -= 1
    return floor


@jit
def _put(
    work: Work, row: int, kept: Word, length: int, free: Word, wrong: Word, may_end: Word, ends: Word, ends_left: int
) -> None:
    work.attempts[row, _KEPT] = kept
    work.attempts[row, _FREE] = free
    work.attempts[row, _WRONG] = wrong
    work.attempts[row, _MAY_END] = may_end
    work.attempts[row, _ENDS] = ends
    work.attempt_length[row] = length
    work.attempt_ends[row] = ends_left


@jit
def _can_reach(work: Work, goal: int) -> bool:
    """Whether the first attempt leads to a trail at least `goal` long. The attempts still to be made are a stack."""
    height = 1
    while height > 0:
        row = height - 1
        wrong, ends_left = work.attempts[row, _WRONG], work.attempt_ends[row]
        if (wrong & ~work.attempts[row, _MAY_END]) == NONE and count(wrong) <= ends_left:
            return True
        drop, city = _must_drop(work, row)
        if work.attempt_length[row] - drop < goal:
            height -= 1
            continue
        height = _branch(work, row, city, goal)
    return False


@jit
def _must_drop(work: Work, row: int) -> tuple[int, int]:
    """The least length that is still to be dropped, and the wrong city with the fewest edges to choose from.

    Every wrong city that is not made an end loses an edge, and no edge serves more than two of them.
    """
    free, wrong = work.attempts[row, _FREE], work.attempts[row, _WRONG]
    total = dearest = second = 0
    fewest, city = 65, 0
    while wrong != NONE:
        at = lowest(wrong)
        wrong &= wrong - ONE
        choice = work.touching[at] & free
        cost = work.edge_length[lowest(choice)] if choice != NONE else work.attempt_length[row]
        total += cost
        if cost > dearest:
            dearest, second = cost, dearest
        elif cost > second:
            second = cost
        if count(choice) < fewest:
            fewest, city = count(choice), at
    if work.attempt_ends[row] > 0:
        total -= dearest
    if work.attempt_ends[row] > 1:
        total -= second
    return (total + 1) // 2, city


@jit
def _branch(work: Work, row: int, city: int, goal: int) -> int:
    """Put in the place of an attempt what can be done about a wrong city: drop one of its edges, or make it an end."""
    kept, free = work.attempts[row, _KEPT], work.attempts[row, _FREE]
    wrong, may_end, ends = work.attempts[row, _WRONG], work.attempts[row, _MAY_END], work.attempts[row, _ENDS]
    length, ends_left = work.attempt_length[row], work.attempt_ends[row]
    here = bit(city)
    settled = may_end & ~here
    height = row
    if ends_left > 0 and (may_end & here) != NONE:
        _put(work, height, kept, length, free, wrong ^ here, settled, ends | here, ends_left - 1)
        height += 1
    start = height
    choice = work.touching[city] & free
    while choice != NONE:
        edge = lowest(choice)
        choice &= choice - ONE
        free &= ~bit(edge)  # The later ways keep this edge, so that no set is tried twice.
        if length - work.edge_length[edge] < goal:
            break  # The edges come in order of length.
        flipped = wrong ^ bit(work.edge_a[edge]) ^ bit(work.edge_b[edge])
        height = _without(work, height, kept & ~bit(edge), free, flipped, settled, ends, ends_left, goal)
    _reverse(work, start, height)  # The shortest edge is dropped first.
    return height


@jit
def _without(
    work: Work,
    height: int,
    kept: Word,
    free: Word,
    wrong: Word,
    may_end: Word,
    ends: Word,
    ends_left: int,
    goal: int,
) -> int:
    """Add the attempt with one more edge dropped; if this cuts it in two, each side by itself."""
    side = _reach(work, kept)
    for part in (side, kept & ~side):
        if part == NONE:
            continue
        length = 0
        cities: Word = NONE
        edges = part
        while edges != NONE:
            edge = lowest(edges)
            edges &= edges - ONE
            length += work.edge_length[edge]
            cities |= bit(work.edge_a[edge]) | bit(work.edge_b[edge])
        if length >= goal and (ends & ~cities) == NONE:
            _put(work, height, part, length, free & part, wrong & cities, may_end, ends, ends_left)
            height += 1
    return height


@jit
def _reach(work: Work, kept: Word) -> Word:
    """The kept edges that hang together with the first of them."""
    fresh = kept & (~kept + ONE)
    reached = fresh
    while fresh != NONE:
        edge = lowest(fresh)
        fresh &= fresh - ONE
        more = (work.touching[work.edge_a[edge]] | work.touching[work.edge_b[edge]]) & kept & ~reached
        reached |= more
        fresh |= more
    return reached


@jit
def _reverse(work: Work, start: int, stop: int) -> None:
    last = stop - 1
    while start < last:
        for column in range(5):
            kept = work.attempts[start, column]
            work.attempts[start, column] = work.attempts[last, column]
            work.attempts[last, column] = kept
        length, ends = work.attempt_length[start], work.attempt_ends[start]
        work.attempt_length[start], work.attempt_ends[start] = work.attempt_length[last], work.attempt_ends[last]
        work.attempt_length[last], work.attempt_ends[last] = length, ends
        start += 1
        last -= 1
