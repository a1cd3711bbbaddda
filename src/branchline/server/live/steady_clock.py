"""The time of a server process: seconds since 1970 that no correction of the system's clock can turn or push."""

from __future__ import annotations

import time
from collections.abc import Callable


class SteadyClock:
    """Reads the time of day once and counts on from there by a clock that only runs forward.

    A system's clock that is set while games are played, or a computer that slept, costs nobody time; a restart of the
    server reads the time of day anew, and clocks of games under way then begin anew too (`Resume`). Processes that
    share a store read it there (`Store.time`), so that a clock that one of them starts is not run down by another.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._offset = wall() - monotonic()

    def __call__(self) -> float:
        return self._monotonic() + self._offset
