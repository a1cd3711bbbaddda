"""Room to work in while a game is scored, and the score sheet as a record."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from branchline.lane.layout import MAX_CITIES, MAX_OWNED, MAX_SEATS, MAX_TICKETS

MAX_ATTEMPTS: Final = 1 << 14
MAX_STATIONS: Final = 16
MAX_LENT: Final = 64

# What became of a ticket (`core.score.Finish`).
NOT_HELD: Final = 0
COMPLETED: Final = 1
IN_ORDER: Final = 2
OUT_OF_ORDER: Final = 3
MISSED: Final = 4

# What decided who won (`core.score.TieBreak`).
BY_POINTS: Final = 0
BY_TICKETS: Final = 1
BY_STATIONS: Final = 2
BY_LONGEST_PATH: Final = 3
SHARED: Final = 4

Work: TypeAlias = Any
"""A record of the type WORK."""
Score: TypeAlias = Any
"""A record of the type SCORE."""

WORK: Final = np.dtype(
    [
        # The player's network.
        ("part", np.int16, (MAX_CITIES,)),  # A city that stands for the connected part; `network.part_of` follows it.
        ("owned", np.int16, (MAX_OWNED,)),
        ("owned_count", np.int64),
        # The longest path: peeling dead ends.
        ("degree", np.int64, (MAX_CITIES,)),
        ("link", np.int64, (MAX_CITIES,)),
        ("longest", np.int64, (MAX_CITIES,)),
        ("second", np.int64, (MAX_CITIES,)),
        ("number", np.int64, (MAX_CITIES,)),
        # The longest path: edges of a part without dead ends, by length, and its cities counted from 0.
        ("edge_count", np.int64),
        ("city_count", np.int64),
        ("edge_a", np.int64, (MAX_OWNED,)),
        ("edge_b", np.int64, (MAX_OWNED,)),
        ("edge_length", np.int64, (MAX_OWNED,)),
        ("touching", np.uint64, (MAX_CITIES,)),
        ("attempts", np.uint64, (MAX_ATTEMPTS, 5)),
        ("attempt_length", np.int64, (MAX_ATTEMPTS,)),
        ("attempt_ends", np.int64, (MAX_ATTEMPTS,)),
        # Tours: the line walked so far, step by step.
        ("at", np.int64, (MAX_OWNED * 2 + 2,)),
        ("leg", np.int64, (MAX_OWNED * 2 + 2,)),
        ("unused", np.uint64, (MAX_OWNED * 2 + 2,)),
        ("untried", np.uint64, (MAX_OWNED * 2 + 2,)),
        ("met", np.uint64, (MAX_OWNED * 2 + 2, 2)),
        # Stations: the parts that each route to be borrowed would join.
        ("lent", np.int64, (MAX_STATIONS,)),
        ("lent_a", np.int64, (MAX_STATIONS, MAX_LENT)),
        ("lent_b", np.int64, (MAX_STATIONS, MAX_LENT)),
        ("lent_index", np.int64, (MAX_STATIONS, MAX_LENT)),
        ("pick", np.int64, (MAX_STATIONS,)),
        ("best_pick", np.int64, (MAX_STATIONS,)),
        ("kept", np.int64, (MAX_STATIONS,)),
        ("merged", np.int64, (MAX_STATIONS,)),
    ],
    align=True,
)

SCORE: Final = np.dtype(
    [
        ("total", np.int32, (MAX_SEATS,)),
        ("routes", np.int32, (MAX_SEATS,)),
        ("exchange", np.int32, (MAX_SEATS,)),  # Points that exchanges have cost, as a negative number (W-27).
        ("tickets", np.int32, (MAX_SEATS,)),
        ("completed", np.int32, (MAX_SEATS,)),  # How many tickets are.
        ("longest", np.int32, (MAX_SEATS,)),  # The length of the longest path; 0 where none is scored.
        ("longest_bonus", np.int32, (MAX_SEATS,)),
        ("stations_left", np.int32, (MAX_SEATS,)),
        ("station_points", np.int32, (MAX_SEATS,)),
        ("harbors", np.int32, (MAX_SEATS,)),
        ("harbors_left", np.int32, (MAX_SEATS,)),  # Points, as a negative number.
        ("winners", np.int32),  # A set of seats.
        ("decided_by", np.int32),
        ("finish", np.int8, (MAX_SEATS, MAX_TICKETS)),
    ],
    align=True,
)
