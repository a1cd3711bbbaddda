"""What compiled board players work with: facts of a board, room to think in, and the plan of each seat."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.lane.layout import (
    CITY_WORDS,
    DESK,
    MAX_CITIES,
    MAX_DECKS,
    MAX_KINDS,
    MAX_OFFER,
    MAX_ROUTES,
    MAX_SEATS,
    MAX_STOPS,
    MAX_TICKETS,
    ROUTE_WORDS,
    TICKET_WORDS,
)

MAX_GROUPS: Final = 2 * MAX_KINDS
MAX_PLANNED: Final = 128
"""Routes of one plan."""
MAX_GOALS: Final = MAX_TICKETS
MAX_LEGS: Final = MAX_GOALS * (MAX_STOPS - 1)
MAX_POINT_ROUTES: Final = 8

GREY: Final = -1
"""The color group of a route that any color pays for."""
NEVER: Final = 1e9
"""The price of a route that cannot be used."""

# What a route is to the seat that looks.
OPEN: Final = 0
MINE: Final = 1
TAKEN: Final = 2  # By somebody else; a station may borrow it.
SHUT: Final = 3  # The other lane of a double route that is taken (B-15).

Facts: TypeAlias = Any
"""A record of the type FACTS."""
Mind: TypeAlias = Any
"""A record of the type MIND."""
Plan: TypeAlias = Any
"""A record of the type PLAN."""
Needs: TypeAlias = Any
"""A record of the type NEEDS."""

FACTS: Final = np.dtype(
    [
        *((name, np.int64) for name in ("groups", "colors", "default_trains")),
        *((name, np.float64) for name in ("mean_length", "mean_spaces_per_card", "points_per_turn", "scarcity")),
        ("spaces_per_card", np.float64, (MAX_DECKS,)),
        ("kind_group", np.int64, (MAX_KINDS,)),
        ("covers", np.int64, (MAX_KINDS,)),
        ("twin", np.int64, (MAX_ROUTES,)),
        ("color_group", np.int64, (MAX_ROUTES,)),
        ("wilds", np.int64, (MAX_ROUTES,)),
        ("pairs", np.int64, (MAX_ROUTES,)),
        ("cards_needed", np.float64, (MAX_ROUTES,)),
        ("turns_needed", np.float64, (MAX_ROUTES,)),
        # The ways out of each city: from `way_first[city]` up to that of the next one.
        ("way_first", np.int64, (MAX_CITIES + 1,)),
        ("way_city", np.int64, (2 * MAX_ROUTES,)),
        ("way_route", np.int64, (2 * MAX_ROUTES,)),
        ("ticket_long", np.int64, (MAX_TICKETS,)),
    ],
    align=True,
)
"""What never changes on a board (`bots.board.board_facts` has the same for Python's bots)."""

NEEDS: Final = np.dtype(
    [
        ("lacking", np.int64),  # Color groups that are short; a grey route counts as two.
        ("short", np.float64, (MAX_GROUPS,)),  # Spaces that colored routes lack.
        ("grey", np.float64, (MAX_GROUPS,)),  # Those that grey routes lack, in the color chosen.
        ("spare", np.float64, (MAX_GROUPS,)),  # Spaces in hand that no route needs.
        ("missing", np.float64),  # Cards to draw in all, after the wilds in hand.
        ("wilds", np.int64),  # Wilds that ferries lack.
    ],
    align=True,
)

PLAN: Final = np.dtype(
    [
        ("goals", np.int64, (MAX_GOALS,)),
        ("goal_count", np.int64),
        ("routes", np.int64, (MAX_PLANNED,)),
        ("serves", np.int64, (MAX_PLANNED,)),  # The ticket that each route is for.
        ("detour", np.float64, (MAX_PLANNED,)),  # Turns that the next best path takes longer; below 0: not looked for.
        ("route_count", np.int64),
        ("stations", np.int64, (MAX_PLANNED,)),  # Routes to be borrowed by new stations.
        ("station_tickets", np.int64, (MAX_PLANNED,)),
        ("station_count", np.int64),
        ("exchange_give", np.int64),
        ("exchange_number", np.int64),
        ("points", np.float64),  # Of its routes.
        ("used", np.int64, (MAX_DECKS,)),  # Pieces that its routes take.
        ("stake", np.float64),  # What its goals bring, and cost when missed.
        ("missed", np.float64),  # What the other tickets cost.
        ("turns", np.float64),  # What it takes.
        ("success", np.float64),  # The chance that it succeeds.
        ("value", np.float64),  # Its expected points.
        # What it was made from: as long as this stays, so does the plan.
        ("known", np.int64),
        ("own", np.uint64, (ROUTE_WORDS,)),
        ("taken", np.uint64, (ROUTE_WORDS,)),
        ("tickets", np.uint64, (TICKET_WORDS,)),
        ("built", np.uint64, (CITY_WORDS,)),
        ("cards", np.int64),
    ],
    align=True,
)

MIND: Final = np.dtype(
    [
        # The position.
        ("route_state", np.int64, (MAX_ROUTES,)),
        ("claimable", np.int64, (MAX_ROUTES,)),
        ("built_state", np.int64, (MAX_CITIES,)),
        ("part", np.int64, (MAX_CITIES,)),  # Of the own network.
        ("hand", np.int64, (2, MAX_KINDS)),  # The own one, and one to try.
        ("pieces", np.int64, (MAX_DECKS,)),
        ("box", np.int64, (MAX_DECKS,)),
        ("total_pieces", np.int64),
        ("unseen", np.int64, (MAX_DECKS, MAX_KINDS)),
        ("unseen_size", np.int64, (MAX_DECKS,)),
        ("turns", np.float64),  # Own turns left, this one included.
        ("harbors_left", np.int64),
        ("open", np.int64, (MAX_GOALS,)),  # Own tickets that are not completed,
        ("open_count", np.int64),
        ("done", np.int64, (MAX_GOALS,)),  # and those that are.
        ("done_count", np.int64),
        ("pool", np.int64, (MAX_GOALS,)),  # Tickets out of which a plan chooses its goals.
        ("pool_count", np.int64),
        # Prices and paths: `price` is for the paths that are looked for now.
        ("base", np.float64, (MAX_ROUTES,)),
        ("saved", np.float64, (MAX_ROUTES,)),
        ("price", np.float64, (MAX_ROUTES,)),
        ("distance", np.float64, (MAX_CITIES + 2, MAX_CITIES)),  # By the city of departure; two rows are to spare.
        ("last_route", np.int64, (MAX_CITIES + 2, MAX_CITIES)),
        ("tree_known", np.int64, (MAX_CITIES + 2,)),
        ("waiting", np.int64, (MAX_CITIES,)),
        ("queue", np.int64, (2 * MAX_CITIES,)),
        # A network: legs to connect, routes chosen for them, connected parts.
        ("leg_a", np.int64, (MAX_LEGS,)),
        ("leg_b", np.int64, (MAX_LEGS,)),
        ("leg_ticket", np.int64, (MAX_LEGS,)),
        ("legs", np.int64),
        ("chosen", np.int64, (MAX_ROUTES,)),
        ("network", np.int64, (2, MAX_ROUTES)),
        ("network_serves", np.int64, (2, MAX_ROUTES)),
        ("network_count", np.int64, (2,)),
        ("network_price", np.float64, (2,)),
        ("joined", np.int64, (MAX_CITIES,)),
        ("enter", np.float64, (MAX_CITIES,)),
        ("leave", np.float64, (MAX_CITIES,)),
        ("enter_at", np.int64, (MAX_CITIES,)),
        ("leave_at", np.int64, (MAX_CITIES,)),
        # Cards and claims.
        ("card_value", np.float64, (MAX_KINDS,)),
        ("fullest", np.float64, (MAX_DECKS,)),  # Spaces to spare of the color that has most, by deck.
        ("group_value", np.float64, (MAX_GROUPS,)),
        ("blind_value", np.float64, (MAX_DECKS,)),
        ("wanted", np.int64, (MAX_ROUTES,)),
        ("purpose", np.int64, (MAX_ROUTES,)),  # The place in the plan that a claim serves.
        ("rest_known", np.int64, (MAX_PLANNED + 1,)),
        ("rest_missing", np.float64, (MAX_PLANNED + 1,)),
        ("rest_spare", np.float64, (MAX_PLANNED + 1, MAX_GROUPS)),  # Of the plan without the route at this place.
        ("used", np.float64, (MAX_GROUPS,)),
        ("grey_spaces", np.int64, (MAX_PLANNED,)),
        ("grey_deck", np.int64, (MAX_PLANNED,)),
        ("rate", np.float64, (MAX_ROUTES,)),
        ("lacking", np.float64, (MAX_ROUTES,)),
        ("point_routes", np.int64, (MAX_POINT_ROUTES,)),
        ("point_missing", np.float64, (MAX_POINT_ROUTES,)),
        ("point_count", np.int64),
        ("keeping", np.float64, (MAX_KINDS,)),  # What paying with a card costs that is saved for a harbor,
        ("saving", np.float64, (MAX_KINDS,)),  # and what one more of its kind is worth for it.
        ("lent", np.int64, (MAX_CITIES,)),
        ("harbor_city", np.int64, (MAX_CITIES,)),
        ("harbor_worth", np.float64, (MAX_CITIES,)),
        ("harbor_count", np.int64),
        ("named", np.int64, (MAX_CITIES,)),
        # Tickets that may be drawn or kept.
        ("reach_turns", np.float64, (MAX_CITIES,)),
        ("reach_points", np.float64, (MAX_CITIES,)),
        ("reach_pieces", np.int64, (MAX_CITIES,)),
        ("reach_routes", np.int64, (MAX_CITIES,)),
        ("gains", np.float64, (MAX_TICKETS,)),
        ("kept_value", np.float64, (1 << MAX_OFFER,)),
        ("kept_known", np.int64, (1 << MAX_OFFER,)),
    ],
    align=True,
)


class BoardWork(NamedTuple):
    """All that a thread needs to decide: compiled code takes it as one argument.

    After a decision, `codes[: listed[0]]` are the legal actions and `values` what the player thinks of each, in cards
    that fit its plan beyond the usual draw; NEVER below zero for what it does not consider. `plans[seat]` is the
    planner's plan, and `needs[0]` what this one needs.
    """

    facts: Facts
    desk: Any
    codes: NDArray[np.int32]
    values: NDArray[np.float64]
    listed: NDArray[np.int64]
    mind: Mind
    plans: NDArray[Any]
    """By seat; three more are there to compare plans with."""
    needs: NDArray[Any]


def new_work(facts: Facts, codes: int) -> BoardWork:
    return BoardWork(
        facts=facts,
        desk=np.zeros(1, DESK)[0],
        codes=np.zeros(codes, np.int32),
        values=np.zeros(codes, np.float64),
        listed=np.zeros(1, np.int64),
        mind=np.zeros(1, MIND)[0],
        plans=np.zeros(MAX_SEATS + 3, PLAN),
        needs=np.zeros(3, NEEDS),
    )
