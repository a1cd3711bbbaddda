"""What all rooms of a server process share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from branchline.server.bot_processes.pool import BotPool
from branchline.server.limits import RateLimits
from branchline.server.store.contract import Store


@dataclass(slots=True)
class Shared:
    """`now` is the clock in seconds since 1970; `started` is when this process began by it.

    `new_tables` is how many tables each address may still make.
    """

    store: Store
    bots: BotPool
    now: Callable[[], float]
    rng: Random
    started: float
    new_tables: RateLimits
    connections: int = 0

    @property
    def has_other_processes(self) -> bool:
        """Whether other processes may serve the same tables."""
        return self.store.process != "only"
