"""World: drawing tickets, and tours with their three values (W-20 to W-22)."""

from branchline.core.actions import KeepTickets
from branchline.core.ids import Seat
from branchline.core.phases import TicketOffer
from branchline.core.refusals import Refusal
from branchline.core.score import Finish, Source
from tests.builders import a_game

NORTH_AFRICA = "casablanca--al-qahira--tehran"
AFRICA = "lagos--luanda--dar-es-salaam--djibouti"


def tour(name: str, *routes: str) -> tuple[int, Finish | None]:
    table = a_game("world").routes(0, *routes).tickets(0, name)
    (line,) = (line for line in table.sheet(0).lines if line.source is Source.TICKET)
    return line.points, line.finish


def test_four_tickets_are_drawn_and_at_least_one_is_kept() -> None:
    """W-20: the rest to the bottom."""
    table = a_game("world")
    top, rest = table.state.tickets[:4], table.state.tickets[4:]
    table.draw_tickets()
    assert table.state.phase == TicketOffer(top)
    assert table.game.refusal(table.state, Seat(0), KeepTickets((), top)) is Refusal.TOO_FEW_KEPT
    table.done_with(KeepTickets(top[3:], (top[1], top[0], top[2])))
    assert table.state.tickets == (*rest, top[1], top[0], top[2])


def test_a_tour_connected_in_the_order_printed_scores_the_highest() -> None:
    """W-21."""
    assert tour(NORTH_AFRICA, "al-qahira--casablanca", "al-qahira--tehran--1") == (9, Finish.IN_ORDER)


def test_a_tour_connected_in_another_order_scores_the_middle() -> None:
    """W-21: Tehran lies between Casablanca and Cairo."""
    routes = ["casablanca--marseille", "athina--marseille", "athina--tehran", "al-qahira--tehran--1"]
    assert tour(NORTH_AFRICA, *routes) == (6, Finish.OUT_OF_ORDER)


def test_a_tour_that_is_not_connected_costs_its_penalty() -> None:
    """W-21: the penalty is higher than the middle value; part of a tour is nothing."""
    assert tour(NORTH_AFRICA) == (-15, Finish.MISSED)
    assert tour(NORTH_AFRICA, "al-qahira--casablanca") == (-15, Finish.MISSED)
    assert tour(NORTH_AFRICA, "al-qahira--casablanca", "athina--tehran") == (-15, Finish.MISSED)


def test_other_cities_may_lie_between() -> None:
    """W-22: Casablanca-Marseille-Athens-Cairo-Tehran."""
    routes = ["casablanca--marseille", "athina--marseille", "al-qahira--athina", "al-qahira--tehran--2"]
    assert tour(NORTH_AFRICA, *routes) == (9, Finish.IN_ORDER)


def test_the_line_may_be_walked_from_either_end() -> None:
    """W-22: a line has no direction, so that the printed order read backwards is the same line."""
    routes = ["lagos--luanda--1", "dar-es-salaam--luanda", "dar-es-salaam--djibouti--1"]
    assert tour(AFRICA, *routes) == (9, Finish.IN_ORDER)


def test_a_star_that_would_have_to_be_walked_twice_is_connected_but_not_in_order() -> None:
    """W-22: Dar es Salaam hangs on Luanda by one route, Djibouti is reached from Lagos."""
    routes = ["lagos--luanda--1", "dar-es-salaam--luanda", "casablanca--lagos", "al-qahira--casablanca"]
    assert tour(AFRICA, *routes, "al-qahira--djibouti--1") == (6, Finish.OUT_OF_ORDER)


def test_the_line_may_come_through_a_city_again_by_other_routes() -> None:
    """W-22: each route at most once, but cities as often as one likes."""
    ring = ["cape-town--luanda", "cape-town--dar-es-salaam--1", "dar-es-salaam--luanda"]
    spur = ["lagos--luanda--1", "casablanca--lagos", "al-qahira--casablanca", "al-qahira--djibouti--1"]
    # Lagos, Luanda, Dar es Salaam and back to Luanda round the ring; from there only the spent route leads to Djibouti.
    assert tour(AFRICA, *spur, *ring) == (6, Finish.OUT_OF_ORDER)
    # With Dar es Salaam-Djibouti there is a line again.
    assert tour(AFRICA, *spur, *ring, "dar-es-salaam--djibouti--2") == (9, Finish.IN_ORDER)
