"""The network of one player: its routes in a row, and which cities are connected (B-19)."""

from __future__ import annotations

from branchline.lane.bits import NONE, ONE, lowest
from branchline.lane.compile import jit
from branchline.lane.layout import MAX_OWNED, Board, Game
from branchline.lane.scoring.work import Work


@jit
def connect(board: Board, game: Game, seat: int, work: Work) -> None:
    """Note the player's routes, and for every city the part that it belongs to."""
    for city in range(board.city_count):
        work.part[city] = city
    count = 0
    for w in range(board.words):
        routes = game.routes[seat, w]
        while routes != NONE:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            if count < MAX_OWNED:
                work.owned[count] = route
            count += 1
            kept, merged = part_of(work, board.route_a[route]), part_of(work, board.route_b[route])
            if kept != merged:
                work.part[merged] = kept
    work.owned_count = min(count, MAX_OWNED)


@jit
def part_of(work: Work, city: int) -> int:
    """The city that stands for the connected part of another one."""
    part = work.part[city]
    while work.part[part] != part:
        part = work.part[part]
    work.part[city] = part
    return part


@jit
def connects(board: Board, work: Work, ticket: int) -> bool:
    """Whether the network connects all the cities of a ticket."""
    part = part_of(work, board.ticket_stops[ticket, 0])
    for stop in range(1, board.ticket_length[ticket]):
        if part_of(work, board.ticket_stops[ticket, stop]) != part:
            return False
    return True
