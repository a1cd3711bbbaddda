"""How a game of the Card Game and its set of cards lie in memory (`lane.layout` does the same for boards)."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from branchline.core.optimize.settlement_choices import MAX_FORKS
from branchline.lane.layout import MAX_OFFER, MAX_SEATS, MAX_WAYS

MAX_COLORS: Final = 9
MAX_KINDS: Final = MAX_COLORS + 1
MAX_CARD_TICKETS: Final = 62
"""A choice of tickets is a set of bits in an action code."""
MAX_SAME_CARDS: Final = 31
"""So many cards of one kind; what is left of a stack is packed into one word, five bits a kind."""
MAX_SLOTS: Final = 8
MAX_BIG_CITIES: Final = 16
QUEUE: Final = 64

# What is pending; the numbers of `lane.layout` for what both have.
SETTLEMENT: Final = 7

# The verb of an action's code.
PASS: Final = 0
DRAW_FACE_UP: Final = 1
DRAW_BLIND: Final = 2
STOP: Final = 3
DRAW_TICKETS: Final = 4
KEEP_FIRST: Final = 5
KEEP: Final = 6
LAY_ROW: Final = 7
LAY_THREE: Final = 8
SETTLE: Final = 9

CardGame: TypeAlias = Any
"""A record of the type CARD_GAME."""
Cards: TypeAlias = Any
"""A record of the type CARD_SET."""
Forks: TypeAlias = Any
"""A record of the type FORKS."""

CARD_GAME: Final = np.dtype(
    [
        ("rng", np.uint64, (2,)),
        ("tickets", np.uint64, (MAX_SEATS,)),
        ("completed", np.uint64, (MAX_SEATS,)),
        ("choices", np.int64, (MAX_SEATS,)),  # Secret choices as codes; NOTHING before they are made.
        ("deck", np.int16, (MAX_KINDS,)),
        ("discard", np.int16, (MAX_KINDS,)),
        ("queue", np.int16, (QUEUE,)),  # The ticket deck, a ring that begins at `queue_first`.
        ("offers", np.int16, (MAX_SEATS, MAX_OFFER)),
        ("offered", np.int8, (MAX_SEATS,)),
        ("hands", np.int8, (MAX_SEATS, MAX_KINDS)),
        ("stacks", np.int8, (MAX_SEATS, MAX_KINDS)),
        ("yard_seat", np.int8, (MAX_COLORS,)),  # By color; NOTHING where no row lies.
        ("yard_colored", np.int8, (MAX_COLORS,)),
        ("yard_wilds", np.int8, (MAX_COLORS,)),
        ("display", np.int8, (MAX_SLOTS,)),
        ("display_size", np.int16),
        ("deck_size", np.int16),
        ("queue_first", np.int16),
        ("queue_size", np.int16),
        ("seats", np.int16),
        ("phase", np.int16),
        ("turn", np.int16),
        ("half", np.int16),
        ("turns_left", np.int16),
        ("idle", np.int16),
    ],
    align=True,
)

_NUMBERS: Final = (
    *("kinds", "wild", "slots", "ticket_count", "big_cities"),
    *("first_wilds", "deal", "first_offer", "offer", "least_row", "second_deal", "first_ways"),
    *("code_draw", "code_blind", "code_stop", "code_tickets", "code_first_keep", "code_row", "code_three"),
    *("code_settle", "code_best", "row_counts", "row_wilds"),
)

CARD_SET: Final = np.dtype(
    [
        *((name, np.int64) for name in _NUMBERS),
        ("all_cards", np.int16, (MAX_KINDS,)),
        ("second_half", np.int64, (MAX_SEATS + 1,)),  # By the number of players.
        ("needs", np.int64, (MAX_CARD_TICKETS, MAX_COLORS)),
        ("points", np.int64, (MAX_CARD_TICKETS,)),
        ("by_needs", np.int64, (MAX_CARD_TICKETS,)),  # The tickets in the order in which a settlement asks for them.
        ("big_naming", np.uint64, (MAX_BIG_CITIES,)),  # The tickets that name a Big City.
        ("big_points", np.int64, (MAX_BIG_CITIES,)),
        ("three_code", np.int64, (MAX_COLORS, MAX_COLORS, MAX_COLORS)),
        ("keep_row", np.int64, (MAX_OFFER + 2,)),
        ("way_kept", np.int16, (MAX_WAYS,)),
        ("way_returned", np.int8, (MAX_WAYS, MAX_OFFER)),
        ("way_count", np.int8, (MAX_WAYS,)),
        ("code_verb", np.int8, (1 << 13,)),
        ("code_what", np.int16, (1 << 13,)),  # Slot, way, color of a row or first color of three.
        ("code_count", np.int16, (1 << 13,)),  # Cards of the color, or the second color.
        ("code_wilds", np.int16, (1 << 13,)),  # Wilds, or the third color.
    ],
    align=True,
)

HASH_SIZE: Final = 1 << 16

FORKS: Final = np.dtype(
    [
        ("count", np.int64),
        ("too_many", np.int64),
        ("first", np.int64),
        ("best_rank", np.int64),
        ("held", np.int64),  # Tickets that the stack can pay, each by itself.
        ("order", np.int64, (MAX_CARD_TICKETS,)),
        ("wanted", np.int64, (MAX_CARD_TICKETS + 1, MAX_COLORS)),  # By the tickets from here on, together.
        ("ticket", np.int64, (MAX_FORKS + 1,)),
        ("taken", np.int64, (MAX_FORKS + 1,)),
        ("left", np.int64, (MAX_FORKS + 1,)),
        ("taking", np.int64, (MAX_FORKS + 1,)),
        ("size", np.int64, (MAX_FORKS + 1,)),
        ("best", np.int64, (MAX_FORKS + 1,)),  # Points and number of the best choice,
        ("best_set", np.uint64, (MAX_FORKS + 1,)),  # and its tickets, the first one in the highest bit.
        ("open_fork", np.int64, (MAX_CARD_TICKETS + 1,)),  # Forks whose ways are being followed, by depth.
        ("open_at", np.int64, (MAX_CARD_TICKETS + 1,)),
        ("open_leaves", np.int64, (MAX_CARD_TICKETS + 1,)),  # Whether the way that takes the ticket is done.
        ("open_after", np.uint64, (MAX_CARD_TICKETS + 1,)),  # The cards left on the one way,
        ("open_useful", np.uint64, (MAX_CARD_TICKETS + 1,)),  # and on the other.
        ("key", np.uint64, (HASH_SIZE,)),
        ("value", np.int64, (HASH_SIZE,)),
        ("place", np.int64, (MAX_FORKS + 1,)),  # Of each fork in the hash table, so that it can be taken out again.
    ],
    align=True,
)
"""Room for the forks of a settlement (`core.optimize.settlement_choices`)."""

CARD_SCORE: Final = np.dtype(
    [
        ("total", np.int32, (MAX_SEATS,)),
        ("tickets", np.int32, (MAX_SEATS,)),
        ("completed", np.int32, (MAX_SEATS,)),
        ("big_city_points", np.int32, (MAX_SEATS,)),
        ("big_cities", np.int32, (MAX_SEATS,)),
        ("winners", np.int32),
        ("decided_by", np.int32),
    ],
    align=True,
)
