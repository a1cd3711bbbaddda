"""Who is connected to a table: known to this process and told by others, never kept, and no part of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

ABSENCE_SECONDS: Final = 60.0
"""So long somebody whose connection is lost keeps their seat before the game, and the rights of the host."""


@dataclass(slots=True)
class Elsewhere:
    """What another process says about its own connections."""

    holders: frozenset[str]
    spectators: int


@dataclass(slots=True)
class Presence:
    """Connections by holder. Whoever has not been seen since the room was loaded counts as gone since then.

    `now` is the latest time that it was told of.
    """

    since: float
    now: float = 0.0
    spectators_here: int = 0
    _here: Counter[str] = field(default_factory=Counter)
    _gone: dict[str, float] = field(default_factory=dict)
    _elsewhere: dict[str, Elsewhere] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.now = max(self.now, self.since)

    def arrive(self, holders: Iterable[str]) -> None:
        """A connection with these tokens; without any it is a spectator's."""
        known = tuple(holders)
        self._here.update(known)
        if not known:
            self.spectators_here += 1

    def depart(self, holders: Iterable[str], now: float) -> None:
        self.pass_time(now)
        known = tuple(holders)
        for holder in known:
            self._here[holder] -= 1
            if self._here[holder] <= 0:
                del self._here[holder]
                self._gone[holder] = now
        if not known:
            self.spectators_here -= 1

    def told(self, process: str, elsewhere: Elsewhere | None, now: float) -> bool:
        """Take over what another process says, or forget a process that is no more; says whether that is news."""
        before = self._elsewhere.pop(process, None)
        if elsewhere is not None:
            self._elsewhere[process] = elsewhere
        if before is not None:
            for holder in before.holders:
                if not self.is_here(holder):
                    self._gone[holder] = now
        return before != elsewhere

    def is_here(self, holder: str) -> bool:
        return holder in self._here or any(holder in other.holders for other in self._elsewhere.values())

    def is_expected(self, holder: str) -> bool:
        """Whether somebody is here, or has been gone for a short time only."""
        gone = self.gone_since(holder)
        return gone is None or self.now - gone < ABSENCE_SECONDS

    def pass_time(self, now: float) -> None:
        self.now = max(self.now, now)

    def next_loss(self) -> float | None:
        """When the absence of somebody who was here becomes long enough to matter."""
        ends = [at + ABSENCE_SECONDS for holder, at in self._gone.items() if not self.is_here(holder)]
        return min((end for end in [*ends, self.since + ABSENCE_SECONDS] if end > self.now), default=None)

    def gone_since(self, holder: str) -> float | None:
        return None if self.is_here(holder) else self._gone.get(holder, self.since)

    @property
    def holders_here(self) -> frozenset[str]:
        return frozenset(self._here)

    @property
    def spectators(self) -> int:
        return self.spectators_here + sum(other.spectators for other in self._elsewhere.values())

    @property
    def anybody(self) -> bool:
        return bool(self._here) or self.spectators > 0 or any(other.holders for other in self._elsewhere.values())
