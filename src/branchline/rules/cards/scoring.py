"""The final scoring of the Card Game, line by line, and the tie-breaks (C-20 to C-22)."""

from __future__ import annotations

from branchline.core.bits import members
from branchline.core.ids import CityId, Seat, TicketId, TicketSet
from branchline.core.printed.card_set import CardSet
from branchline.core.score import Finish, Measure, Outcome, ScoreLine, Sheet, Source, TieBreak, judge
from branchline.core.states.card_state import CardPlayer, CardState

TIE_BREAKS: tuple[tuple[TieBreak, Measure], ...] = (
    (TieBreak.TICKETS, lambda sheet: sheet.tickets_completed),
    (TieBreak.BONUS_CARDS, lambda sheet: sum(line.source is Source.BIG_CITY for line in sheet.lines)),
)


def outcome(state: CardState) -> Outcome:
    lines = [_ticket_lines(state.cardset, player) for player in state.players]
    for big_city in state.cardset.big_cities:
        counts = [_naming(state.cardset, player.completed, big_city.city) for player in state.players]
        most = max(counts)
        for mine, count in zip(lines, counts, strict=True):
            if count == most > 0:  # C-21: all tied players score it; without a completed ticket nobody does
                mine.append(ScoreLine(Source.BIG_CITY, big_city.points, city=big_city.city, count=count))
    return judge([Sheet(Seat(seat), tuple(mine)) for seat, mine in enumerate(lines)], TIE_BREAKS)


def _ticket_lines(cardset: CardSet, player: CardPlayer) -> list[ScoreLine]:
    points = [ticket.points for ticket in cardset.tickets]
    return [
        *(ScoreLine(Source.TICKET, points[i], TicketId(i), Finish.COMPLETED) for i in members(player.completed)),
        *(ScoreLine(Source.TICKET, -points[i], TicketId(i), Finish.MISSED) for i in members(player.tickets)),  # C-20
    ]


def _naming(cardset: CardSet, tickets: TicketSet, city: CityId) -> int:
    """How many of the tickets name a city; one with two Big Cities counts for both (C-21)."""
    return (tickets & cardset.tickets_naming[city]).bit_count()
