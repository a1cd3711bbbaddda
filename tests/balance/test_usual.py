"""What the tickets of a board usually give: one that is worth twice too much stands out, and does not bend the line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from branchline.balance.measure import Kind
from branchline.balance.norms import PRINTED, norms
from branchline.balance.usual import MIN_TICKETS, usual_points
from branchline.balance.ways import Ways
from branchline.core.printed.board import Board
from branchline.data.load import load_board


def doubled(board: Board, number: int) -> Board:
    ticket = board.tickets[number]
    dear = replace(ticket, points=2 * ticket.points, connected=2 * ticket.points, penalty=2 * ticket.points)
    return replace(board, tickets=(*board.tickets[:number], dear, *board.tickets[number + 1 :]))


@pytest.mark.parametrize("name", [*PRINTED, "polska", "romania"])
def test_a_ticket_worth_twice_as_much_is_unlike_the_others(name: str) -> None:
    """At least nine of ten, on every board, also where printed tickets give anything from 0.6 to 1.8 points a space."""
    board = load_board(name)
    span = norms().span(Kind.UNLIKE, 0, norms().boards_like(board))
    assert span is not None
    usual = usual_points(Ways(board))
    for number, points in usual.items():
        assert span.low < board.tickets[number].points / points < span.high, board.tickets[number].id
    some = list(usual)[:: max(1, len(usual) // 20)]
    boards = {number: doubled(board, number) for number in some}
    ratios = [dear.tickets[number].points / usual_points(Ways(dear))[number] for number, dear in boards.items()]
    assert sum(ratio > span.high for ratio in ratios) >= 0.9 * len(ratios)


def test_of_few_tickets_nobody_knows_what_is_usual() -> None:
    board = load_board("sampleland")
    assert usual_points(Ways(replace(board, tickets=board.tickets[: MIN_TICKETS - 1]))) == {}


def test_tours_are_left_out() -> None:
    board = load_board("world")
    assert usual_points(Ways(board)).keys() == {i for i, ticket in enumerate(board.tickets) if not ticket.is_tour}


def test_a_way_takes_turns_to_draw_its_cards_and_one_for_each_route() -> None:
    """Ten ship cards of a color are sixteen ships; a space of hard ground takes two cards."""
    rails, lakes = Ways(load_board("sampleland")), Ways(load_board("great-lakes"))
    (glen, holm) = (rails.board.city_ids[city] for city in ("glen", "holm"))
    assert rails.turns[glen, holm] == pytest.approx(1 / 2 + 1)
    duluth, marquette = (lakes.board.city_ids[city] for city in ("duluth", "marquette"))
    assert lakes.turns[duluth, marquette] == pytest.approx(6 * 10 / 16 / 2 + 1)
