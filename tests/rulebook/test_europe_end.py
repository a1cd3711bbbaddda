"""Europe: the last round, the final score, and who wins (E-21 to E-23)."""

import pytest

from branchline.core.events import LastTurns
from branchline.core.ids import Seat
from branchline.core.score import Source, TieBreak
from tests.builders import a_game


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("left", [0, 1, 2])
def test_with_two_trains_or_fewer_everybody_takes_one_last_turn(seats: int, left: int) -> None:
    """E-21: that player included."""
    table = a_game("europe", seats).hand(0, "black").pieces(0, left + 1).claim("amsterdam--bruxelles", "black")
    assert table.of(LastTurns) == [LastTurns(Seat(0), seats)]
    for _ in range(seats):
        assert not table.game.is_over(table.state)
        table.blind().blind()
    assert table.game.is_over(table.state)


def test_with_three_trains_the_game_goes_on() -> None:
    """E-21."""
    table = a_game("europe").hand(0, "black").pieces(0, 4).claim("amsterdam--bruxelles", "black")
    assert not table.of(LastTurns)


def test_a_tunnel_paid_with_the_last_trains_starts_the_end_too() -> None:
    """E-21: and one that was left does not."""
    for paid in (True, False):
        table = a_game("europe").hand(0, "purple:3").pieces(0, 4).deck("purple red red")
        assert not table.claim("marseille--zurich", "purple:2").of(LastTurns)
        assert bool((table.toll("purple") if paid else table.leave_tunnel()).of(LastTurns)) == paid


def test_the_final_score_adds_routes_tickets_stations_and_the_european_express() -> None:
    """E-22."""
    table = (
        a_game("europe").routes(0, "brest--paris", "marseille--paris").tickets(0, "brest--marseille", "berlin--roma")
    )
    table.built(0, "wien")
    sheet = table.sheet(0)
    assert sheet.of(Source.ROUTES) == 4 + 7
    assert sheet.of(Source.TICKET) == 7 - 9
    assert sheet.of(Source.STATIONS_LEFT) == 8
    assert sheet.of(Source.LONGEST_PATH) == 10
    assert sheet.total == 11 - 2 + 8 + 10


def test_borrowed_routes_do_not_count_for_the_european_express() -> None:
    """E-22: Paris borrows Marseille-Paris for a ticket, yet the own path has 3 spaces and the rival's has 4."""
    table = a_game("europe").routes(0, "brest--paris").routes(1, "marseille--paris").built(0, "paris")
    table.tickets(0, "brest--marseille")
    assert table.sheet(0).of(Source.TICKET) == 7
    assert table.sheet(0).of(Source.LONGEST_PATH) == 0
    assert table.sheet(1).of(Source.LONGEST_PATH) == 10


def test_most_points_win() -> None:
    """E-23."""
    table = a_game("europe").routes(1, "brest--paris")
    assert (table.outcome.winners, table.outcome.decided_by) == ((1,), TieBreak.POINTS)


def test_a_tie_goes_to_the_most_completed_tickets() -> None:
    """E-23: 4 + 7 of routes and a ticket of 7, against 7 + 7 + 4 of routes; both have a path of 7 pieces."""
    table = a_game("europe").routes(0, "brest--paris", "marseille--paris").tickets(0, "brest--marseille")
    table.routes(1, "kharkov--kyiv", "kyiv--smolensk", "petrograd--riga")
    assert [sheet.total for sheet in table.outcome.sheets] == [40, 40]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0,), TieBreak.TICKETS)


def test_then_to_the_fewest_stations_built() -> None:
    """E-23: a site forgot the stations in the tie-break for years. 4 more points of routes make up for the station."""
    table = a_game("europe").routes(0, "brest--paris").routes(1, "kyiv--smolensk", "wien--zagrab", "venezia--zagrab")
    table.routes(0, "kharkov--kyiv").routes(1, "berlin--danzig")
    table.built(1, "roma")
    first, second = (sheet.total for sheet in table.outcome.sheets)
    assert first == second
    assert (table.outcome.winners, table.outcome.decided_by) == ((0,), TieBreak.STATIONS)


def test_completed_tickets_come_before_stations_and_stations_before_the_european_express() -> None:
    """E-23: a ticket wins in spite of a station, and a station less in spite of the express."""
    table = a_game("europe").routes(0, "brest--paris", "marseille--paris").tickets(0, "brest--marseille")
    table.built(0, "roma").routes(1, "kharkov--kyiv", "kyiv--smolensk", "wien--zagrab", "budapest--wien--1")
    assert [sheet.total for sheet in table.outcome.sheets] == [36, 36]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0,), TieBreak.TICKETS)
    table = a_game("europe").routes(0, "brest--paris", "kyiv--smolensk", "danzig--riga", "budapest--wien--1")
    table.routes(1, "berlin--danzig").built(1, "roma")
    assert [sheet.total for sheet in table.outcome.sheets] == [25, 25]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0,), TieBreak.STATIONS)


def test_then_to_the_european_express() -> None:
    """E-23: 7 points and the bonus against 4 + 4 + 4 + 4 + 1."""
    table = a_game("europe").routes(0, "berlin--danzig")
    table.routes(1, "brest--paris", "kyiv--smolensk", "danzig--riga", "lisboa--madrid", "budapest--wien--1")
    assert [sheet.total for sheet in table.outcome.sheets] == [29, 29]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0,), TieBreak.LONGEST_PATH)


def test_if_that_does_not_settle_it_they_share_the_victory() -> None:
    """E-23 decision: several holders of the express share it; the third has as many points, but not the express."""
    table = a_game("europe", 3).routes(0, "berlin--danzig").routes(1, "kharkov--kyiv")
    table.routes(2, "brest--paris", "kyiv--smolensk", "danzig--riga", "lisboa--madrid", "budapest--wien--1")
    assert [sheet.total for sheet in table.outcome.sheets] == [29, 29, 29]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0, 1), TieBreak.SHARED)


def test_if_none_of_the_tied_holds_the_express_all_of_them_share_the_victory() -> None:
    """E-23 decision: the holder has built a station for each of 12 points, and misses a ticket."""
    table = a_game("europe", 3).routes(0, "brest--paris", "kyiv--smolensk").routes(1, "danzig--riga", "lisboa--madrid")
    table.routes(2, "berlin--danzig").tickets(2, "athina--angora")
    table.built(2, "roma", "paris", "wien")
    assert table.sheet(2).of(Source.LONGEST_PATH) == 10
    assert table.sheet(0).total == table.sheet(1).total > table.sheet(2).total
    assert (table.outcome.winners, table.outcome.decided_by) == ((0, 1), TieBreak.SHARED)
