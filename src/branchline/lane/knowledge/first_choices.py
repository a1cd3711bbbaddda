"""First tickets that others have chosen in secret: any choice that the rules allow (`core.knowledge.imagine`)."""

from __future__ import annotations

from typing import Any

from branchline.lane.compile import jit
from branchline.lane.knowledge.clues import DealWork
from branchline.lane.rng import below, shuffle


@jit
def some_first_choice(printed: Any, work: DealWork, size: int, least: int, ordered: bool) -> int:
    """The number of a way to keep tickets of an offer of this size. `printed` is the record of a board or card set."""
    kept = least + below(work.rng, size - least + 1)
    order = work.mixed[0]
    for place in range(size):
        order[place] = place
    shuffle(work.rng, order, 0, size)
    places = 0
    for i in range(kept):
        places |= 1 << order[i]
    for way in range(printed.first_ways):
        if printed.way_kept[way] == places and (not ordered or _returns(printed, way, order, kept)):
            return way
    return 0


@jit
def _returns(printed: Any, way: int, order: Any, kept: int) -> bool:
    """Whether a way returns tickets in this order: that of `order` after those that are kept."""
    for i in range(printed.way_count[way]):  # noqa: SIM110  # compiled as a loop
        if printed.way_returned[way, i] != order[kept + i]:
            return False
    return True
