"""What compiled players of the Card Game work with."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.lane.cards.layout import FORKS, MAX_CARD_TICKETS, MAX_COLORS, MAX_KINDS, MAX_SAME_CARDS
from branchline.lane.layout import MAX_OFFER, MAX_SEATS

NEVER: Final = 1e9
MAX_ITEMS: Final = MAX_CARD_TICKETS + MAX_OFFER + 1
MAX_PLACES: Final = 2 * MAX_SAME_CARDS + 2

CardMind: TypeAlias = Any
"""A record of the type CARD_MIND."""

CARD_MIND: Final = np.dtype(
    [
        # The position; of hand and yards there is a second one, to try moves with.
        ("hand", np.int64, (2, MAX_KINDS)),
        ("stack", np.int64, (MAX_KINDS,)),
        ("row_seat", np.int64, (2, MAX_COLORS)),
        ("row_colored", np.int64, (2, MAX_COLORS)),
        ("row_wilds", np.int64, (2, MAX_COLORS)),
        ("unseen", np.int64, (MAX_KINDS,)),
        ("unseen_size", np.int64),
        ("unseen_wilds", np.int64),
        ("asked", np.int64, (MAX_COLORS,)),  # Cards that the open tickets ask for together.
        ("open", np.int64, (MAX_CARD_TICKETS,)),
        ("open_count", np.int64),
        ("ending", np.int64),  # The deck is empty.
        ("half_to_come", np.int64),
        ("seat", np.int64),
        ("seats", np.int64),
        ("cards_held", np.int64, (MAX_SEATS,)),  # In all hands,
        ("known", np.int64, (MAX_SEATS, MAX_KINDS)),  # and which of them everybody has seen go there.
        ("unknown", np.int64, (MAX_SEATS,)),
        ("offers", np.int64, (MAX_SEATS,)),  # Offers of tickets to each seat so far; below 0: not counted.
        # The plan.
        ("short", np.int64, (MAX_COLORS,)),
        ("color_value", np.float64, (MAX_COLORS, MAX_PLACES)),  # Of the first, second… card that reaches the track.
        ("risk", np.float64, (MAX_COLORS, MAX_PLACES)),  # That a row of this size is robbed; below 0: not known.
        ("kept_value", np.float64),
        ("card_value", np.float64, (MAX_KINDS,)),
        ("group_worth", np.float64, (MAX_COLORS,)),
        ("group_color", np.int64, (MAX_COLORS,)),
        ("group_from", np.int64, (MAX_COLORS,)),
        ("group_wait", np.int64, (MAX_COLORS,)),
        ("single_worth", np.float64, (MAX_COLORS,)),
        ("single_wait", np.int64, (MAX_COLORS,)),
        # Prospects.
        ("have", np.float64, (MAX_COLORS,)),
        ("wilds", np.float64),
        ("expected", np.float64),
        ("spread", np.float64),
        ("total", np.int64, (MAX_COLORS,)),
        ("deck", np.int64, (MAX_CARD_TICKETS,)),
        ("offer", np.int64, (MAX_OFFER,)),
        ("item_ticket", np.int64, (MAX_ITEMS,)),
        ("item_place", np.int64, (MAX_ITEMS,)),  # In the offer; below 0 for a ticket that is held.
        ("item_value", np.float64, (MAX_ITEMS,)),
        ("item_rest", np.float64, (MAX_ITEMS,)),
        ("item_taken", np.int64, (MAX_ITEMS,)),
        ("offer_value", np.float64, (1 << MAX_OFFER,)),
    ],
    align=True,
)


class CardWork(NamedTuple):
    """All that a thread needs to decide: compiled code takes it as one argument.

    After a decision, `codes[: listed[0]]` are the legal actions and `values` what the player thinks of each, in points
    for the planner. Settlements are not listed: the best one is chosen.
    """

    codes: NDArray[np.int32]
    values: NDArray[np.float64]
    listed: NDArray[np.int64]
    forks: Any
    mind: CardMind


def new_card_work(codes: int) -> CardWork:
    return CardWork(
        codes=np.zeros(codes, np.int32),
        values=np.zeros(codes, np.float64),
        listed=np.zeros(1, np.int64),
        forks=np.zeros(1, FORKS)[0],
        mind=np.zeros(1, CARD_MIND)[0],
    )
