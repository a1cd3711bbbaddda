"""Playing whole games again for whoever asks: in a thread, one at a time, and addresses take turns.

A log takes some hundredths of a second to be played again, and everybody would wait if the event loop did it. Many
threads at once would be no better: each of them takes its share of the one interpreter from the tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from branchline.server.bot_processes.fair_queue import Asker, FairQueue

T = TypeVar("T")

USUAL_SECONDS: Final = 0.25


class SlowWork:
    def __init__(self) -> None:
        self._queue = FairQueue(1)

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """The result of some work, done when it is the turn of the address."""
        async with self._queue.turn(Asker(address), USUAL_SECONDS):
            return await asyncio.to_thread(work)
