"""Score sheets, and who wins by which tie-break."""

from branchline.core.ids import Seat, TicketId
from branchline.core.score import Finish, Measure, ScoreLine, Sheet, Source, TieBreak, judge


def sheet(seat: int, *points: int, completed: int = 0) -> Sheet:
    lines = [ScoreLine(Source.ROUTES, number) for number in points]
    lines += [ScoreLine(Source.TICKET, 0, TicketId(i), Finish.COMPLETED) for i in range(completed)]
    return Sheet(Seat(seat), tuple(lines))


def tickets(sheet: Sheet) -> int:
    return sheet.tickets_completed


def routes(sheet: Sheet) -> int:
    return sum(line.source is Source.ROUTES for line in sheet.lines)


ORDER: list[tuple[TieBreak, Measure]] = [(TieBreak.TICKETS, tickets), (TieBreak.STATIONS, routes)]


def test_a_sheet_adds_up_by_source() -> None:
    lines = (
        ScoreLine(Source.ROUTES, 7),
        ScoreLine(Source.TICKET, -5, TicketId(1), Finish.MISSED),
        ScoreLine(Source.ROUTES, 2),
    )
    mine = Sheet(Seat(0), lines)
    assert (mine.total, mine.of(Source.ROUTES), mine.of(Source.TICKET), mine.of(Source.HARBOR)) == (4, 9, -5, 0)


def test_a_line_has_nothing_that_it_does_not_name() -> None:
    line = ScoreLine(Source.TICKET, 5)
    assert (line.ticket, line.finish, line.city, line.routes, line.count) == (None, None, None, (), 0)


def test_completed_tickets_are_counted_in_every_way_of_completing_them() -> None:
    finishes = (Finish.COMPLETED, Finish.IN_ORDER, Finish.OUT_OF_ORDER, Finish.MISSED)
    mine = Sheet(Seat(0), tuple(ScoreLine(Source.TICKET, 1, TicketId(i), finish) for i, finish in enumerate(finishes)))
    assert mine.tickets_completed == 3


def test_most_points_win() -> None:
    outcome = judge([sheet(0, 5), sheet(1, 9), sheet(2, 7, completed=4)], ORDER)
    assert (outcome.winners, outcome.decided_by) == ((1,), TieBreak.POINTS)


def test_a_tie_break_looks_only_at_those_who_are_still_tied() -> None:
    outcome = judge([sheet(0, 9), sheet(1, 5, completed=9), sheet(2, 9, completed=1)], ORDER)
    assert (outcome.winners, outcome.decided_by) == ((2,), TieBreak.TICKETS)


def test_the_next_tie_break_decides_where_the_first_does_not() -> None:
    outcome = judge([sheet(0, 9, completed=1), sheet(1, 4, 5, completed=1), sheet(2, 9)], ORDER)
    assert (outcome.winners, outcome.decided_by) == ((1,), TieBreak.STATIONS)


def test_without_a_decision_victory_is_shared() -> None:
    outcome = judge([sheet(0, 9), sheet(1, 3), sheet(2, 9)], ORDER)
    assert (outcome.winners, outcome.decided_by) == ((0, 2), TieBreak.SHARED)


def test_the_words_that_stand_in_records_stay_as_they_are() -> None:
    """Records, protocols and catalogs of messages carry them; another word would make old ones unreadable."""
    assert [each.value for each in Source] == [
        "routes", "ticket", "longest-path", "stations-left", "harbor", "harbors-left", "exchange", "big-city",
    ]  # fmt: skip
    assert [each.value for each in Finish] == ["completed", "in-order", "out-of-order", "missed"]
    assert [each.value for each in TieBreak] == [
        "points", "tickets", "stations", "longest-path", "bonus-cards", "shared",
    ]  # fmt: skip
