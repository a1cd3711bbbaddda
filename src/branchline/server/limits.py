"""How much anybody may ask of the server: sizes, counts, and rates."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

MAX_FRAME_BYTES: Final = 16_384
"""Bytes of one message from a client; the longest sensible one has about 2,000."""
MAX_BODY_BYTES: Final = 16_384
MAX_TABLE_BYTES: Final = 450_000
"""A new table may bring a board file of 200,000 characters, which JSON may write in more."""
MAX_RECORD_BYTES: Final = 1_000_000
"""Bytes of a record that somebody wants to look at; a long game has about 40,000."""
MAX_DECISIONS: Final = 5_000
"""Decisions of a record; a long game has about 600."""
MAX_UNREAD_MESSAGES: Final = 256
"""Messages that a connection may leave unread before it is closed."""
MAX_UNREAD_BYTES: Final = 4_000_000
MAX_WAITING_COMMANDS: Final = 512
"""Commands that wait for one room; more are refused."""
MAX_CONNECTIONS_PER_TABLE: Final = 200
MAX_CONNECTIONS: Final = 20_000
MAX_CONNECTIONS_PER_ADDRESS: Final = 400
"""Enough for a club behind one address, and far too few to take the places of everybody else."""
MAX_ROOMS: Final = 20_000
"""Rooms in memory; a table that is not there waits on disk and costs nothing."""
MAX_SEAT_CHANGES: Final = 100
"""How often one seat may do one kind of thing besides the game (rename, take back), so that no log is endless."""
MAX_HOST_CHANGES: Final = 1_000
"""The same for what protects a table (arrange, mute), so that the host can undo more than any guest can do."""
MAX_FAULTS: Final = 20
"""Messages in a row that cannot be understood, before the connection is closed."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


MESSAGES = Rate(200, 50)
"""For one connection."""
CONNECTIONS = Rate(60, 2)
"""For one address, as all that follow."""
REQUESTS = Rate(600, 20)
"""A first visit to a table takes some forty, and a whole club may come from one address."""
TABLES = Rate(30, 0.1)
REPLAYS = Rate(30, 0.5)
"""Each plays a whole game again."""
DESIGNS = Rate(120, 1.0)
"""Each looks through a board file once, in half a second; whoever draws a board asks with every change."""
DRAWINGS = Rate(20, 0.2)
"""Boards in the making that are drawn: one at a time for each address, whatever this allows."""


class RateLimit:
    """A token bucket: what one client may still ask. Time is the caller's."""

    __slots__ = ("_left", "_rate", "_seen")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._seen = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take from what is left; False when there is not enough."""
        self._left = min(self._rate.burst, self._left + max(0.0, now - self._seen) * self._rate.per_second)
        self._seen = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class RateLimits:
    """One limit for each address. Only the last few thousand are remembered, so that memory is bounded too."""

    def __init__(self, rate: Rate, most: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._known: OrderedDict[str, RateLimit] = OrderedDict()

    def take(self, address: str, now: float, cost: float = 1.0) -> bool:
        limit = self._known.get(address)
        if limit is None:
            limit = self._known[address] = RateLimit(self._rate, now)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        self._known.move_to_end(address)
        return limit.take(now, cost)


class OpenSlots:
    """How many connections each address has open. An address that has none is not remembered."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Take a slot, to be released; False when the address has taken all of its own."""
        if self._taken[address] >= self._most:
            return False
        self._taken[address] += 1
        return True

    def release(self, address: str) -> None:
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]


def is_today_somewhere(day: str, now: float) -> bool:
    """Whether a day, as in 2026-11-17, is today, or seen from elsewhere on earth yesterday or tomorrow."""
    try:
        asked = date.fromisoformat(day)
    except ValueError:
        return False
    return abs((asked - datetime.fromtimestamp(now, UTC).date()).days) <= 1
