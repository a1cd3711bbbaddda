"""The best use of stations: which route of another player each of them borrows (E-18, E-19)."""

from __future__ import annotations

from branchline.lane.bits import NONE, ONE, has, lowest
from branchline.lane.compile import jit
from branchline.lane.layout import Board, Game
from branchline.lane.scoring.network import part_of
from branchline.lane.scoring.work import COMPLETED, MISSED, Score, Work

_NO_ROUTE = -1


@jit
def borrow(board: Board, game: Game, seat: int, work: Work, score: Score) -> None:
    """Complete the tickets that the best choice of borrowed routes connects; `score` knows which ones are missed."""
    stations = _gather(board, game, seat, work)
    if not _anything_to_gain(work, stations, score, seat, board.ticket_count):
        return
    for station in range(stations):
        work.pick[station] = work.best_pick[station] = _NO_ROUTE
    best_points = best_count = 0
    while _next_picks(work, stations):
        _merge(work, stations)
        points = count = 0
        for ticket in range(board.ticket_count):
            if score.finish[seat, ticket] == MISSED and _joined(board, work, stations, ticket):
                points += board.ticket_points[ticket]
                count += 1
        if (
            points > best_points
            or (points == best_points and count > best_count)
            or (points == best_points and count == best_count and _is_thriftier(work, stations))
        ):
            best_points, best_count = points, count
            for station in range(stations):
                work.best_pick[station] = work.pick[station]
    for station in range(stations):
        work.pick[station] = work.best_pick[station]
    _merge(work, stations)
    for ticket in range(board.ticket_count):
        if score.finish[seat, ticket] == MISSED and _joined(board, work, stations, ticket):
            score.finish[seat, ticket] = COMPLETED


@jit
def _gather(board: Board, game: Game, seat: int, work: Work) -> int:
    """Note for each station the routes of others at its city that join two parts of the own network."""
    stations = 0
    for city in range(board.city_count):
        if not has(game.built[seat], city):
            continue
        work.lent[stations] = 0
        index = 0
        for w in range(board.words):
            others = NONE
            for other in range(game.seats):
                if other != seat:
                    others |= game.routes[other, w]
            routes = others & board.routes_at[city, w]
            while routes != NONE:
                route = 64 * w + lowest(routes)
                routes &= routes - ONE
                a, b = part_of(work, board.route_a[route]), part_of(work, board.route_b[route])
                if a != b and not _known(work, stations, a, b):
                    place = work.lent[stations]
                    work.lent_a[stations, place], work.lent_b[stations, place] = a, b
                    work.lent_index[stations, place] = index
                    work.lent[stations] += 1
                index += 1
        stations += 1
    return stations


@jit
def _known(work: Work, station: int, a: int, b: int) -> bool:
    """Whether an earlier route of the station joins the same parts: it serves as well."""
    for place in range(work.lent[station]):
        first, second = work.lent_a[station, place], work.lent_b[station, place]
        if (first == a and second == b) or (first == b and second == a):
            return True
    return False


@jit
def _anything_to_gain(work: Work, stations: int, score: Score, seat: int, tickets: int) -> bool:
    some = False
    for station in range(stations):
        if work.lent[station] > 0:
            some = True
    if some:
        for ticket in range(tickets):
            if score.finish[seat, ticket] == MISSED:
                return True
    return False


@jit
def _next_picks(work: Work, stations: int) -> bool:
    """Count on through all picks; a station borrows nothing first. False when all have been."""
    station = stations - 1
    while station >= 0:
        work.pick[station] += 1
        if work.pick[station] < work.lent[station]:
            return True
        work.pick[station] = _NO_ROUTE
        station -= 1
    return False


@jit
def _merge(work: Work, stations: int) -> None:
    """Note which part each pick merges into which, one after the other."""
    for station in range(stations):
        work.kept[station] = work.merged[station] = _NO_ROUTE
        pick = work.pick[station]
        if pick != _NO_ROUTE:
            work.kept[station] = _resolve(work, station, work.lent_a[station, pick])
            work.merged[station] = _resolve(work, station, work.lent_b[station, pick])


@jit
def _resolve(work: Work, stations: int, part: int) -> int:
    """The part that another one has become after so many merges."""
    for station in range(stations):
        if work.merged[station] == part:
            part = work.kept[station]
    return part


@jit
def _joined(board: Board, work: Work, stations: int, ticket: int) -> bool:
    a = part_of(work, board.ticket_stops[ticket, 0])
    b = part_of(work, board.ticket_stops[ticket, 1])
    return _resolve(work, stations, a) == _resolve(work, stations, b)


@jit
def _is_thriftier(work: Work, stations: int) -> bool:
    """Fewer routes than in the best picks; then earlier stations that borrow nothing, or a route of a lower index."""
    spared = 0
    for station in range(stations):
        spared += (work.pick[station] == _NO_ROUTE) - (work.best_pick[station] == _NO_ROUTE)
    if spared != 0:
        return spared > 0
    for station in range(stations):
        mine, best = _index(work, station, work.pick[station]), _index(work, station, work.best_pick[station])
        if mine != best:
            return mine < best
    return False


@jit
def _index(work: Work, station: int, pick: int) -> int:
    return _NO_ROUTE if pick == _NO_ROUTE else work.lent_index[station, pick]
