"""What is told of a game that was played in one go: who decided how often, and every decision by verb and code."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from branchline.lane.compile import inner
from branchline.lane.layout import MAX_SEATS

MAX_TOLD: Final = 512
"""So many decisions of a game are told one by one; few games of people or players have more."""
SEATS_BELOW: Final = 8

Told: TypeAlias = Any
"""A record of the type TOLD."""

TOLD: Final = np.dtype(
    [
        ("decisions", np.int32),
        ("decided", np.int32, (MAX_SEATS,)),  # By seat.
        ("verbs", np.uint8, (MAX_TOLD,)),  # The seat, and SEATS_BELOW times the verb.
        ("codes", np.int32, (MAX_TOLD,)),  # NOTHING for settlements.
    ],
    align=True,
)


@inner
def note(told: Told, seat: int, verb: int, code: int) -> None:
    if told.decisions < MAX_TOLD:
        told.verbs[told.decisions] = verb * SEATS_BELOW + seat
        told.codes[told.decisions] = code
    told.decided[seat] += 1
    told.decisions += 1
