"""How long tables are kept that nobody touches any more: what a host promises, and what is removed after it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from branchline.server.store.contract import Stale

DAY: Final = 86_400.0
OPEN_DAYS: Final = 30
"""A table at which no game was ever begun."""
UNFINISHED_DAYS: Final = 90
FINISHED_DAYS: Final = 730

# One step writes as little as a few moves do, and others come between two of them.
TABLES_AT_ONCE: Final = 100
GAMES_AT_ONCE: Final = 2
PAUSE_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Retention:
    """Days after the last thing that happened at a table; 0 keeps such tables for ever."""

    unfinished: int = UNFINISHED_DAYS
    finished: int = FINISHED_DAYS

    def stale(self, now: float) -> list[Stale]:
        """What goes, in this order: private games that nobody finished first, finished games last."""
        found = [Stale("open", now - OPEN_DAYS * DAY, limit=TABLES_AT_ONCE)]
        if self.unfinished:
            before = now - self.unfinished * DAY
            found += [Stale("playing", before, public=public, limit=GAMES_AT_ONCE) for public in (False, True)]
        if self.finished:
            found.append(Stale("finished", now - self.finished * DAY, limit=GAMES_AT_ONCE))
        return found


async def remove_stale(
    retention: Retention,
    now: float,
    expire: Callable[[Stale], Awaitable[list[str]]],
    pause: Callable[[float], Awaitable[None]],
) -> dict[str, int]:
    """Remove all that is stale, in small steps with pauses between them; how many tables went, by status."""
    gone: dict[str, int] = {}
    for stale in retention.stale(now):
        while tables := await expire(stale):
            gone[stale.status] = gone.get(stale.status, 0) + len(tables)
            await pause(PAUSE_SECONDS)
    return gone
