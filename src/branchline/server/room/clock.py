"""Time at a table: how much is left for each decision, and when somebody must stand in so that nothing waits for ever.

Nothing here reads a clock: the time comes in as `now`, in seconds since 1970.
"""

from __future__ import annotations

from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.room.chairs import plays_itself
from branchline.server.room.table import Table

DAY = 86_400.0
PATIENCE_GONE = 90.0
"""So long other people wait for somebody who is not connected, at a table without a clock."""
PATIENCE_THERE = 900.0
"""So long they wait for somebody who is connected but does nothing."""
PATIENCE_ASKED = 120.0
"""After this, anybody who waits may ask for a stand-in for somebody who is asked to decide, connected or not."""
GRACE_GONE = 45.0
"""So long somebody who is asked and not connected has to come back before others may ask for a stand-in."""


def decides_until(table: Table, seat: Seat) -> float | None:
    """When the clock of the table runs out for a person who is asked; None without a clock, or while a bot decides."""
    return None if plays_itself(table.chairs[seat]) else decision_ends(table, seat)


def decision_ends(table: Table, seat: Seat) -> float | None:
    """When the time for the decision of a seat is over, also if a stand-in decides at the moment."""
    since = table.asked_at.get(seat)
    if since is None:
        return None
    match table.clock:
        case wire.MoveClock(seconds=seconds):
            return since + seconds
        case wire.DaysClock(days=days):
            return since + days * DAY
        case wire.GameClock():
            return table.charged_at[seat] + (table.seconds_left[seat] or 0.0)
        case _:
            return None


def is_used_up(table: Table, seat: Seat, used: float) -> bool:
    """Whether nothing would be left of a decision on which so many seconds were used, were it asked once more."""
    match table.clock:
        case wire.MoveClock(seconds=seconds):
            return used >= seconds
        case wire.DaysClock(days=days):
            return used >= days * DAY
        case wire.GameClock():
            return not table.seconds_left[seat]
        case _:
            return False


def left(table: Table, seat: Seat, now: float) -> float | None:
    """The seconds that a seat has left: of its decision, or of the whole game."""
    until = decides_until(table, seat)
    if until is not None:
        return max(0.0, until - now)
    match table.clock:
        case wire.MoveClock(seconds=seconds):
            return float(seconds)
        case wire.DaysClock(days=days):
            return days * DAY
        case _:
            return table.seconds_left[seat]


def clock_state(table: Table, now: float) -> wire.ClockState | None:
    if table.status != "playing" or isinstance(table.clock, wire.NoClock):
        return None
    seats = [Seat(seat) for seat in range(len(table.chairs))]
    return wire.ClockState(
        now=now,
        left=[left(table, seat, now) for seat in seats],
        running=[seat for seat in seats if decides_until(table, seat) is not None],
    )


def patience_ends(table: Table, seat: Seat, gone_since: float | None, woken: float) -> float | None:
    """When others need not wait any more for a person who is asked; the days of correspondence know no patience.

    It counts from when the table was `woken`, because while it rested nobody waited. Coming back does not renew it.
    """
    asked = table.asked_at.get(seat)
    if asked is None or isinstance(table.clock, wire.DaysClock):
        return None
    since = max(asked, woken)
    if gone_since is None:
        return since + PATIENCE_THERE
    return min(since + PATIENCE_THERE, max(since, gone_since) + PATIENCE_GONE)


def replaceable_at(table: Table, seat: Seat, gone_since: float | None, woken: float) -> float | None:
    """From when on others may ask for a stand-in; None while nobody waits for the seat, and in correspondence.

    A lost connection, a question that was just asked and a table that was just `woken` all give time to come back.
    """
    asked = table.asked_at.get(seat)
    if asked is None or plays_itself(table.chairs[seat]) or isinstance(table.clock, wire.DaysClock):
        return None
    since = max(asked, woken)
    if gone_since is None:
        return since + PATIENCE_ASKED
    return min(since + PATIENCE_ASKED, max(since, gone_since) + GRACE_GONE)


def is_awaited(table: Table) -> bool:
    """Whether somebody still plays themselves, who will want to find the moves of bots made."""
    return any(person.away is None for person in table.people().values())


def wakes_at(table: Table) -> float | None:
    """When a table must be woken though nobody is connected: at once for a bot's move, else when a clock runs out.

    Never, where everybody has left: bots play for people, not for themselves.
    """
    if table.status != "playing" or not is_awaited(table):
        return None
    if any(plays_itself(table.chairs[seat]) for seat in table.asked):
        return table.updated
    ends = [until for seat in table.asked if (until := decides_until(table, seat)) is not None]
    return min(ends, default=None)
