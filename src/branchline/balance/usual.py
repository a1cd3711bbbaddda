"""What the tickets of a board usually give for ways of each length, so that one that is unlike the others is seen."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from statistics import median
from typing import Final

from branchline.balance.ways import Ways

MIN_TICKETS: Final = 8
"""Of fewer tickets nobody can tell what is usual."""


def usual_points(ways: Ways) -> Mapping[int, float]:
    """What each ticket would be worth on the line that most tickets of the board lie near; tours are left out.

    The line goes by the turns that the quickest way takes, and its slope is the median of all pairs (Theil and Sen), so
    that one wrong ticket does not bend it.
    """
    tickets = {number: ticket for number, ticket in enumerate(ways.board.tickets) if not ticket.is_tour}
    if len(tickets) < MIN_TICKETS:
        return {}
    turns = {number: float(ways.turns[ticket.cities]) for number, ticket in tickets.items()}
    points = {number: ticket.points for number, ticket in tickets.items()}
    slopes = [
        (points[one] - points[two]) / (turns[one] - turns[two])
        for one, two in combinations(tickets, 2)
        if turns[one] != turns[two]
    ]
    slope = median(slopes) if slopes else 0.0
    start = median(points[number] - slope * turns[number] for number in tickets)
    return {number: max(1.0, start + slope * turns[number]) for number in tickets}
