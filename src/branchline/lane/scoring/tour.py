"""Tours: whether one continuous line over a player's routes meets a row of cities in order (W-22)."""

from __future__ import annotations

from branchline.lane.bits import NONE, ONE, Word, bit, lowest
from branchline.lane.compile import jit
from branchline.lane.layout import Board
from branchline.lane.scoring.work import Work


@jit
def meets_in_order(board: Board, work: Work, ticket: int) -> bool:
    """Whether lines that share no route join each stop to the next one; cities they may share.

    The routes are those that `network.connect` has noted. A line goes on as long as the stops still ahead can be
    reached over unused routes, and is taken back where they cannot.
    """
    for city in range(board.city_count):
        work.touching[city] = NONE
    every = NONE
    for i in range(work.owned_count):
        every |= bit(i)
        work.touching[board.route_a[work.owned[i]]] |= bit(i)
        work.touching[board.route_b[work.owned[i]]] |= bit(i)
    last = board.ticket_length[ticket] - 1
    work.at[0], work.leg[0], work.unused[0] = board.ticket_stops[ticket, 0], 0, every
    step = 0
    _arrive(board, work, ticket, step)
    while step >= 0:
        if work.leg[step] == last:
            return True
        choice = work.untried[step]
        if choice == NONE:
            step -= 1
            continue
        edge = lowest(choice)
        work.untried[step] = choice & (choice - ONE)
        route = work.owned[edge]
        city = board.route_a[route] + board.route_b[route] - work.at[step]
        if (work.met[step, city >> 6] & bit(city)) != NONE:
            continue  # Between two stops no city is met twice: the line would only be longer.
        work.at[step + 1], work.leg[step + 1] = city, work.leg[step]
        work.unused[step + 1] = work.unused[step] & ~bit(edge)
        work.met[step + 1, 0], work.met[step + 1, 1] = work.met[step, 0], work.met[step, 1]
        step += 1
        _arrive(board, work, ticket, step)
    return False


@jit
def _arrive(board: Board, work: Work, ticket: int, step: int) -> None:
    """Note the city that the line has come to, and the routes by which it may go on."""
    city = work.at[step]
    last = board.ticket_length[ticket] - 1
    fresh = step == 0
    while work.leg[step] < last and board.ticket_stops[ticket, work.leg[step] + 1] == city:
        work.leg[step] += 1
        fresh = True
    if fresh:  # A stop: from here to the next one every city may be met again.
        work.met[step, 0] = work.met[step, 1] = NONE
    work.met[step, city >> 6] |= bit(city)
    work.untried[step] = NONE
    at = city
    for leg in range(work.leg[step], last):
        goal = board.ticket_stops[ticket, leg + 1]
        if not _reaches(board, work, at, goal, work.unused[step]):
            return
        at = goal
    work.untried[step] = work.touching[city] & work.unused[step]


@jit
def _reaches(board: Board, work: Work, start: int, goal: int, unused: Word) -> bool:
    reached = fresh = work.touching[start] & unused
    target = work.touching[goal]
    if start == goal:
        return True
    while fresh != NONE:
        if (reached & target) != NONE:
            return True
        route = work.owned[lowest(fresh)]
        fresh &= fresh - ONE
        more = (work.touching[board.route_a[route]] | work.touching[board.route_b[route]]) & unused & ~reached
        reached |= more
        fresh |= more
    return (reached & target) != NONE
