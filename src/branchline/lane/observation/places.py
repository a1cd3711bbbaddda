"""Where each field of an observation begins, as a record that compiled code reads; NOTHING where a game has none."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

Places: TypeAlias = Any
"""A record of the type PLACES."""

_COMMON: Final = (
    *("phase", "turn", "chosen", "ending", "turns_left", "idle", "tickets_left", "hand", "discards", "unseen"),
    *("display", "hand_sizes", "ticket_counts", "points", "tickets", "offered", "offer"),
)
_BOARD: Final = (
    *("passes", "deck_sizes", "pieces", "box", "connected", "routes", "open", "built"),
    *("toll_route", "laid", "revealed", "extra"),
)
_CARDS: Final = (
    *("deck_size", "second_half", "rows", "row_colored", "row_wilds", "stack_sizes", "stacks", "completed"),
)

PLACES: Final = np.dtype([(name, np.int64) for name in (*_COMMON, *_BOARD, *_CARDS)], align=True)
