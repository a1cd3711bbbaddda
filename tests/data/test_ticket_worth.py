"""What the designer suggests for a ticket is what the printed boards do: a point for each space of its shortest way."""

from heapq import heappop, heappush

import pytest

from branchline.core.ids import CityId
from branchline.core.printed.board import Board
from branchline.data.load import load_board


def spaces_between(board: Board, start: CityId, end: CityId) -> int:
    waiting, done = [(0, start)], set()
    while waiting:
        spaces, city = heappop(waiting)
        if city == end:
            return spaces
        if city not in done:
            done.add(city)
            for route in board.routes:
                if city in (route.a, route.b):
                    heappush(waiting, (spaces + route.length, route.b if city == route.a else route.a))
    raise AssertionError("every city can be reached")


@pytest.mark.parametrize(("name", "tickets", "same", "farthest"), [("usa", 33, 28, 2), ("europe", 46, 44, 1)])
def test_tickets_are_worth_their_shortest_way(name: str, tickets: int, same: int, farthest: int) -> None:
    board = load_board(name)
    more = [ticket.points - spaces_between(board, *ticket.cities[:2]) for ticket in board.tickets]
    assert (len(more), more.count(0)) == (tickets, same)
    assert max(map(abs, more)) == farthest


def test_tickets_of_the_world_are_worth_three_more() -> None:
    board = load_board("world")
    tickets = [ticket for ticket in board.tickets if not ticket.is_tour]
    more = [ticket.points - spaces_between(board, *ticket.cities[:2]) for ticket in tickets]
    assert round(sum(more) / len(more)) == 3
