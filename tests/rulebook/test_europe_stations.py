"""Stations: where they may be built, what they cost, and the routes that they borrow (E-16 to E-20)."""

import pytest

from branchline.core.actions import BuildStation
from branchline.core.events import StationBuilt
from branchline.core.ids import Seat
from branchline.core.refusals import Refusal
from branchline.core.score import Finish, Source
from tests.builders import Table, a_game, cards, told


def pays(table: Table, city: str) -> set[str]:
    found = [action for action in table.legal if isinstance(action, BuildStation)]
    return {told(table.board, action.pay) for action in found if action.city == table.board.city_ids[city]}


def finishes(table: Table, seat: int = 0) -> dict[str, Finish | None]:
    lines = (line for line in table.sheet(seat).lines if line.source is Source.TICKET)
    return {table.board.tickets[line.ticket].id: line.finish for line in lines if line.ticket is not None}


def test_a_station_may_be_built_in_any_city_without_one() -> None:
    """E-16: whether or not a claimed route leads there."""
    table = a_game("europe").routes(1, "brest--paris").hand(0, "red")
    cities = {action.city for action in table.legal if isinstance(action, BuildStation)}
    assert cities == set(range(47))
    table.station("paris", "red")
    assert table.player(0).built == 1 << table.board.city_ids["paris"]
    assert table.of(StationBuilt) == [StationBuilt(Seat(0), table.board.city_ids["paris"], cards(table.board, "red"))]


@pytest.mark.parametrize("owner", [0, 1])
def test_no_city_has_two_stations(owner: int) -> None:
    """E-16: of any player, the own ones too."""
    table = a_game("europe").built(owner, "paris").hand(0, "red:2")
    pay = "red:2" if owner == 0 else "red"
    assert table.why_not.station("paris", pay) is Refusal.CITY_OCCUPIED
    assert pays(table, "paris") == set()
    assert table.why_not.station("roma", pay) is None


def test_one_station_a_turn_and_three_in_a_game() -> None:
    """E-16."""
    table = a_game("europe").hand(0, "red").station("paris", "red")
    assert table.seat == 1
    table = a_game("europe").built(0, "paris", "roma", "wien").hand(0, "red:5")
    assert BuildStation not in table.verbs
    assert table.why_not.station("london", "red:4") is Refusal.NO_STATIONS_LEFT


def test_the_first_station_costs_any_one_card() -> None:
    """E-17."""
    table = a_game("europe").hand(0, "red blue wild")
    assert pays(table, "paris") == {"red", "blue", "wild"}
    assert table.station("paris", "wild").discarded() == "wild"
    assert table.held(0) == "red blue"


def test_the_second_station_costs_two_cards_of_one_color() -> None:
    """E-17: locomotives stand in."""
    table = a_game("europe").built(0, "roma").hand(0, "red:2 blue wild:2")
    assert pays(table, "paris") == {"red:2", "red wild", "blue wild", "wild:2"}
    assert table.why_not.station("paris", "red blue") is Refusal.WRONG_PAYMENT
    assert table.why_not.station("paris", "red") is Refusal.WRONG_PAYMENT


def test_the_third_station_costs_three_cards_of_one_color() -> None:
    """E-17."""
    table = a_game("europe").built(0, "roma", "wien").hand(0, "red:3 blue:2 wild")
    assert pays(table, "paris") == {"red:3", "red:2 wild", "blue:2 wild"}
    assert table.why_not.station("paris", "red:2 blue") is Refusal.WRONG_PAYMENT
    assert table.why_not.station("paris", "blue:3") is Refusal.CARDS_NOT_HELD


def test_without_cards_no_station_can_be_built() -> None:
    """E-17."""
    table = a_game("europe")
    assert BuildStation not in table.verbs
    assert table.why_not.station("paris", "") is Refusal.WRONG_PAYMENT


def test_a_city_that_is_not_on_the_board_is_refused() -> None:
    """E-16."""
    from branchline.core.ids import CityId

    table = a_game("europe").hand(0, "red")
    for number in (-1, 47, 10**9):
        action = BuildStation(CityId(number), cards(table.board, "red"))
        assert table.game.refusal(table.state, Seat(0), action) is Refusal.UNKNOWN_CITY


def test_a_station_borrows_one_route_of_another_player_that_ends_in_its_city() -> None:
    """E-18: Paris-Wien over the rival's Frankfurt-Paris."""
    table = a_game("europe").routes(0, "frankfurt--munchen", "munchen--wien").routes(1, "frankfurt--paris--1")
    table.tickets(0, "paris--wien")
    assert finishes(table) == {"paris--wien": Finish.MISSED}
    assert finishes(table.built(0, "frankfurt")) == {"paris--wien": Finish.COMPLETED}
    (line,) = (line for line in table.sheet(0).lines if line.source is Source.TICKET)
    assert [table.board.routes[number].id for number in line.routes] == ["frankfurt--paris--1"]


def test_either_end_of_the_borrowed_route_may_have_the_station() -> None:
    """E-18."""
    table = a_game("europe").routes(0, "frankfurt--munchen", "munchen--wien").routes(1, "frankfurt--paris--1")
    assert finishes(table.tickets(0, "paris--wien").built(0, "paris")) == {"paris--wien": Finish.COMPLETED}


def test_a_station_elsewhere_does_not_help() -> None:
    """E-18: the route must end in the station's city."""
    table = a_game("europe").routes(0, "frankfurt--munchen", "munchen--wien").routes(1, "frankfurt--paris--1")
    assert finishes(table.tickets(0, "paris--wien").built(0, "munchen")) == {"paris--wien": Finish.MISSED}


def test_one_station_borrows_only_one_route() -> None:
    """E-18: two routes of rivals at one station are one too many."""
    table = a_game("europe").routes(1, "frankfurt--paris--1", "brest--paris").built(0, "paris")
    table.routes(0, "brest--pamplona", "frankfurt--munchen").tickets(0, "barcelona--munchen")
    table.routes(0, "barcelona--pamplona")
    assert finishes(table) == {"barcelona--munchen": Finish.MISSED}
    assert finishes(table.built(0, "frankfurt")) == {"barcelona--munchen": Finish.COMPLETED}


def test_it_is_the_same_route_for_all_tickets() -> None:
    """E-18: each ticket alone could be completed through Paris, by another route; only one of them is."""
    table = a_game("europe").routes(1, "frankfurt--paris--1", "paris--zurich").built(0, "paris")
    table.routes(0, "marseille--paris", "essen--frankfurt", "venezia--zurich", "brest--paris")
    table.tickets(0, "marseille--essen", "brest--venezia")
    done = finishes(table)
    assert sorted(map(str, done.values())) == sorted(map(str, [Finish.COMPLETED, Finish.MISSED]))


def test_an_own_route_is_not_borrowed_and_nobody_borrows_for_nothing() -> None:
    """E-18: a station without any route to borrow spoils nothing. An engine loses every ticket then."""
    table = a_game("europe").routes(0, "brest--paris", "marseille--paris").tickets(0, "brest--marseille")
    table.built(0, "roma", "paris")
    assert finishes(table) == {"brest--marseille": Finish.COMPLETED}


def test_the_sheet_names_the_borrowed_routes_that_a_ticket_needs_and_no_others() -> None:
    """E-18: a famous site credits the wrong station, though the points are right."""
    table = a_game("europe").routes(0, "brest--paris", "marseille--paris", "munchen--wien")
    table.routes(1, "frankfurt--paris--1", "brindisi--roma", "frankfurt--munchen")
    table.built(0, "frankfurt", "roma", "munchen")
    table.routes(0, "roma--venezia", "venezia--zagrab")
    table.tickets(0, "brest--marseille", "paris--wien", "zagrab--brindisi")
    lines = (line for line in table.sheet(0).lines if line.source is Source.TICKET)
    borrowed = {
        table.board.tickets[line.ticket].id: {table.board.routes[i].id for i in line.routes}
        for line in lines
        if line.ticket is not None
    }
    assert borrowed == {
        "brest--marseille": set(),
        "paris--wien": {"frankfurt--paris--1", "frankfurt--munchen"},
        "zagrab--brindisi": {"brindisi--roma"},
    }


def test_the_best_choice_is_made_at_the_end() -> None:
    """E-19: highest ticket total first: 7 through Ford rather than 5 through Holm."""
    table = a_game("sampleland").built(0, "elm").routes(1, "elm--ford", "elm--holm").routes(0, "aber--elm")
    table.tickets(0, "aber--ford", "aber--holm")
    assert finishes(table) == {"aber--ford": Finish.COMPLETED, "aber--holm": Finish.MISSED}


def test_a_ticket_completed_by_a_station_counts_also_when_the_total_stays_below_zero() -> None:
    """E-19: an engine ignores a way to borrow whose total is not above zero, and loses the completed ticket."""
    table = a_game("europe").routes(1, "brest--paris").routes(0, "marseille--paris").built(0, "paris")
    table.tickets(0, "brest--marseille", "edinburgh--athina")
    assert finishes(table) == {"brest--marseille": Finish.COMPLETED, "edinburgh--athina": Finish.MISSED}
    assert table.sheet(0).of(Source.TICKET) == 7 - 21


def test_equal_totals_are_decided_by_the_most_completed_tickets() -> None:
    """E-19: Berlin borrows either Berlin-Frankfurt for 7 + 5, or Berlin-Warszawa for 12."""
    table = a_game("europe").built(0, "berlin").routes(1, "berlin--frankfurt--1", "berlin--warszawa--1")
    table.routes(0, "amsterdam--london", "amsterdam--frankfurt", "berlin--essen", "essen--kobenhavn--1")
    table.routes(0, "warszawa--wilno", "smolensk--wilno", "moskva--smolensk")
    table.tickets(0, "london--berlin", "frankfurt--kobenhavn", "berlin--moskva")
    assert finishes(table) == {
        "london--berlin": Finish.COMPLETED,
        "frankfurt--kobenhavn": Finish.COMPLETED,
        "berlin--moskva": Finish.MISSED,
    }


def test_each_station_not_built_scores_four_points() -> None:
    """E-20."""
    table = a_game("europe").built(0, "paris").built(1, "roma", "wien", "london")
    assert table.sheet(0).of(Source.STATIONS_LEFT) == 8
    assert table.sheet(1).of(Source.STATIONS_LEFT) == 0
    assert a_game("europe").sheet(0).of(Source.STATIONS_LEFT) == 12
