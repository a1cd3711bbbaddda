"""Where the points come from that one move brings above another."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.analysis.findings import RIVALS
from branchline.core.score import Source

FIELDS: Final = {
    "routes": Source.ROUTES,
    "tickets": Source.TICKET,
    "longest_bonus": Source.LONGEST_PATH,
    "station_points": Source.STATIONS_LEFT,
    "harbors": Source.HARBOR,
    "harbors_left": Source.HARBORS_LEFT,
    "exchange": Source.EXCHANGE,
    "big_city_points": Source.BIG_CITY,
}
"""The fields of the lane's score sheets that are points, and what they are called."""


def gains(move: NDArray[Any], other: NDArray[Any], seat: int, seats: int) -> dict[str, float]:
    """Mean points of a seat by source, after one move less after another; both were tried in the same worlds."""
    found = {}
    for name, source in FIELDS.items():
        if name in (move.dtype.names or ()):
            gain = float((move[name][:, seat] - other[name][:, seat]).mean())
            if gain:
                found[source.value] = round(gain, 2)
    rivals = float((_best_rival(move, seat, seats) - _best_rival(other, seat, seats)).mean())
    return found | ({RIVALS: round(rivals, 2)} if rivals else {})


def _best_rival(scores: NDArray[Any], seat: int, seats: int) -> NDArray[np.int64]:
    others = [rival for rival in range(seats) if rival != seat]
    best: NDArray[np.int64] = scores["total"][:, others].max(axis=1).astype(np.int64)
    return best
