"""How a game and a board lie in memory: one flat record each, of integers of fixed width.

The records have room for the largest board that the lane takes, so that everything is compiled once and serves every
board. All integers are signed, except sets and the generator: compiled arithmetic of signed and unsigned integers would
go by way of floating point.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

MAX_SEATS: Final = 5
MAX_KINDS: Final = 32
MAX_DECKS: Final = 2
MAX_SLOTS: Final = 16
MAX_OFFER: Final = 8
MAX_TICKETS: Final = 128
MAX_CITIES: Final = 128
MAX_STOPS: Final = 8
MAX_ROUTES: Final = 256
MAX_PIECES: Final = 128
MAX_COPIES: Final = 127
"""Hands are counts of eight bits."""
MAX_OWNED: Final = 64
"""So many routes of one player can be looked through for the longest path and for tours: one word of bits."""

MAX_PURSES: Final = 32
MAX_PRICES: Final = 24
MAX_ENTRIES: Final = 1 << 15
MAX_TIERS: Final = 1 << 17
MAX_TIER_SETS: Final = 1 << 12
MAX_CROSSINGS: Final = 16
MAX_NODES: Final = 1 << 15
MAX_SPACES: Final = 15
"""So many cards of one kind can be asked for by hard terrain."""
MAX_HARBOR_ROWS: Final = 512
MAX_WAYS: Final = 1 << 11
MAX_SET_SIZE: Final = 16
MAX_CODES: Final = 1 << 17
MAX_PAYS: Final = 1 << 15

ROUTE_WORDS: Final = MAX_ROUTES // 64
CITY_WORDS: Final = MAX_CITIES // 64
TICKET_WORDS: Final = MAX_TICKETS // 64

# What is pending, as `core.phases` has it.
FIRST_TICKETS: Final = 0
FIRST_PIECES: Final = 1
TURN: Final = 2
SECOND_CARD: Final = 3
TICKET_OFFER: Final = 4
TOLL: Final = 5
FINISHED: Final = 6

# The verb of an action's code.
PASS: Final = 0
DRAW_FACE_UP: Final = 1
DRAW_BLIND: Final = 2
DRAW_TICKETS: Final = 3
KEEP_FIRST: Final = 4
KEEP: Final = 5
CHOOSE_PIECES: Final = 6
CLAIM: Final = 7
PAY_TOLL: Final = 8
LEAVE_TUNNEL: Final = 9
BUILD_STATION: Final = 10
BUILD_HARBOR: Final = 11
EXCHANGE: Final = 12

# Where returned first tickets go.
UNDER_THE_DECK_SHUFFLED: Final = 0
OUT_OF_THE_GAME: Final = 1
UNDER_THE_DECK: Final = 2

NO_PAYMENT: Final = -(1 << 30)
NOTHING: Final = -1
"""An empty place of the display, a choice not yet made, turns that are not counted yet."""

Game: TypeAlias = Any
"""A record of the type GAME; numba's records have no static type."""
Board: TypeAlias = Any
"""A record of the type BOARD."""
Desk: TypeAlias = Any
"""A record of the type DESK."""

GAME: Final = np.dtype(
    [
        # What nearly every decision looks at comes first and lies together: less to fetch from memory.
        ("rng", np.uint64, (2,)),  # High and low word.
        ("phase", np.int16),
        ("turn", np.int16),
        ("seats", np.int16),
        ("turns_left", np.int16),
        ("passes", np.int16),
        ("idle", np.int16),
        ("clearings", np.int16),  # Only within a step: how often the display was cleared (B-6a).
        ("queue_size", np.int16),
        ("deck_size", np.int16, (MAX_DECKS,)),
        ("discard_size", np.int16, (MAX_DECKS,)),
        ("display", np.int8, (MAX_SLOTS,)),
        ("pieces", np.int16, (MAX_SEATS, MAX_DECKS)),
        ("hands", np.int8, (MAX_SEATS, MAX_KINDS)),
        ("routes", np.uint64, (MAX_SEATS, ROUTE_WORDS)),
        ("decks", np.int16, (MAX_DECKS, MAX_KINDS)),
        ("discards", np.int16, (MAX_DECKS, MAX_KINDS)),
        ("built", np.uint64, (MAX_SEATS, CITY_WORDS)),
        ("points", np.int16, (MAX_SEATS,)),
        ("box", np.int16, (MAX_SEATS, MAX_DECKS)),
        ("tickets", np.uint64, (MAX_SEATS, TICKET_WORDS)),
        ("choices", np.int32, (MAX_SEATS,)),  # Secret choices as codes; NOTHING before they are made.
        ("laid", np.int8, (MAX_KINDS,)),  # For a tunnel whose toll is due.
        ("revealed", np.int8, (MAX_KINDS,)),
        ("toll_route", np.int16),
        ("toll_extra", np.int16),
        ("offers", np.int16, (MAX_SEATS, MAX_OFFER)),  # A later offer lies in the row of the seat to act.
        ("offered", np.int8, (MAX_SEATS,)),  # How many of them there are.
        ("queue_first", np.int16),
        ("queue", np.int16, (MAX_TICKETS,)),  # The ticket deck, a ring that begins at `queue_first`.
    ],
    align=True,
)

DESK: Final = np.dtype(
    [
        ("free", np.uint64, (ROUTE_WORDS,)),  # Routes that the seat may claim.
        ("built", np.uint64, (CITY_WORDS,)),  # Cities where somebody has built.
        ("node", np.int64, (MAX_KINDS,)),  # The way down a tree of payments: its nodes,
        ("cards", np.int64, (MAX_KINDS,)),  # and the number of cards tried next at each.
    ],
    align=True,
)
"""Room to work in while legal actions are listed; each thread has its own."""

_NUMBERS: Final = (
    "kinds",
    "wild",
    "sorts",  # Sorts of pieces, and as many decks.
    "slots",
    "words",  # Words of a set of routes that are in use.
    "route_count",
    "city_count",
    "ticket_count",
    "flush_at",
    "first_offer",
    "first_long",
    "first_return",
    "offer",
    "pieces_kept",
    "end_at",
    "last_turns",
    "both_lanes_from",
    "tunnel_cards",
    "stations",
    "station_points",
    "harbors",
    "harbor_penalty",
    "harbor_steps",
    "longest_bonus",
    "has_stations",
    "has_harbors",
    "has_exchange",
    "lends_routes",  # Stations borrow for tickets (E-18).
    "scores_stations",
    "scores_harbors",
    "scores_longest",
    "ties_by_tickets",
    "ties_by_stations",
    "ties_by_longest",
    "long_tickets",
    "first_ways",
    "purses",
    "crossings",
    "sites",
    "site_pays",
    "harbor_sites",
    "harbor_rows",
    "harbor_colors",
    "codes",
    "code_draw",
    "code_blind",
    "code_tickets",
    "code_first_keep",
    "code_pieces",
    "code_toll",
    "code_leave",
    "code_station",
    "code_harbor",
    "code_exchange",
)

BOARD: Final = np.dtype(
    [
        *((name, np.int64) for name in _NUMBERS),
        # Cards and pieces.
        ("display", np.int64, (MAX_DECKS,)),
        ("deal", np.int64, (MAX_DECKS,)),
        ("pieces", np.int64, (MAX_DECKS,)),
        ("full_decks", np.int16, (MAX_DECKS, MAX_KINDS)),
        ("kind_deck", np.int64, (MAX_KINDS,)),
        # Routes, cities, tickets.
        ("route_a", np.int16, (MAX_ROUTES,)),
        ("route_b", np.int16, (MAX_ROUTES,)),
        ("route_length", np.int16, (MAX_ROUTES,)),
        ("route_deck", np.int16, (MAX_ROUTES,)),
        ("route_tunnel", np.int16, (MAX_ROUTES,)),
        ("route_worth", np.int16, (MAX_ROUTES,)),
        ("route_price", np.int16, (MAX_ROUTES,)),
        ("first_lanes", np.uint64, (ROUTE_WORDS,)),
        ("fitting", np.uint64, (MAX_DECKS, MAX_PIECES, ROUTE_WORDS)),
        ("routes_at", np.uint64, (MAX_CITIES, ROUTE_WORDS)),
        ("ticket_order", np.int16, (MAX_TICKETS,)),  # The long ones first, then the others (E-3).
        ("ticket_stops", np.int16, (MAX_TICKETS, MAX_STOPS)),
        ("ticket_length", np.int16, (MAX_TICKETS,)),  # How many cities it names.
        ("ticket_points", np.int16, (MAX_TICKETS,)),
        ("ticket_connected", np.int16, (MAX_TICKETS,)),
        ("ticket_penalty", np.int16, (MAX_TICKETS,)),
        # Payments for plain routes: `lane.payments`.
        ("purse_kinds", np.int64, (MAX_PURSES, 2)),
        ("purse_size", np.int64, (MAX_PURSES,)),  # One kind of card or two.
        ("purse_most", np.int64, (MAX_PURSES, 2)),  # More cards of the kind pay for nothing more.
        ("purse_wilds", np.int64, (MAX_PURSES,)),
        ("purse_entry", np.int64, (MAX_PURSES,)),
        ("entry_tier", np.int32, (MAX_ENTRIES,)),
        ("tier_set", np.int16, (MAX_TIERS,)),
        ("tier_pay", np.int16, (MAX_TIERS, MAX_PRICES)),
        ("purse_set", np.int64, (MAX_PURSES,)),
        ("set_routes", np.uint64, (MAX_TIER_SETS, ROUTE_WORDS)),
        ("wild_routes", np.uint64, (MAX_KINDS * 4, ROUTE_WORDS)),
        ("claim_first", np.int32, (MAX_PURSES, MAX_ROUTES)),  # The code of the first payment out of a purse.
        ("claim_wild", np.int32, (MAX_ROUTES,)),  # The code of the payment in wilds alone.
        # Payments for routes over hard terrain (W-17).
        ("crossing_routes", np.uint64, (MAX_CROSSINGS, ROUTE_WORDS)),
        ("crossing_node", np.int64, (MAX_CROSSINGS,)),  # Where the tree of its payments begins.
        ("crossing_pairs", np.int64, (MAX_CROSSINGS,)),  # Pairs that it takes at least; 0 where single spaces help out.
        ("kind_color", np.int64, (MAX_KINDS,)),  # Of train cards; NOTHING for others and wilds.
        ("node_kind", np.int16, (MAX_NODES,)),
        ("node_next", np.int32, (MAX_NODES, MAX_SPACES + 1)),  # By the number of cards: another node, or a payment.
        ("claim_pairs", np.int32, (MAX_ROUTES,)),
        # Buildings.
        ("site_cities", np.int16, (MAX_CITIES,)),
        ("harbor_cities", np.int16, (MAX_CITIES,)),
        ("harbor_cards", np.int64, (MAX_KINDS, 2)),  # Of each color, the train card and the ship card with the symbol.
        ("harbor_kinds", np.int64, (MAX_HARBOR_ROWS, 2)),  # The same two of each payment.
        ("harbor_counts", np.int64, (MAX_HARBOR_ROWS, 3)),  # Train cards, ship cards, wilds.
        ("harbor_points", np.int16, (MAX_TICKETS,)),
        ("set_row", np.int64, (MAX_SET_SIZE + 1,)),  # The first set of so many cards of one color.
        # Ways to keep tickets: a set of places, and the others in the order of their return (B-21).
        ("keep_row", np.int64, (MAX_OFFER + 2,)),  # The first code for an offer of so many tickets.
        ("way_kept", np.int16, (MAX_WAYS,)),
        ("way_returned", np.int8, (MAX_WAYS, MAX_OFFER)),
        ("way_count", np.int8, (MAX_WAYS,)),  # How many are returned.
        # What each code means.
        ("code_verb", np.int8, (MAX_CODES,)),
        ("code_what", np.int16, (MAX_CODES,)),  # Slot, deck, way, trains, route, city or count, as the verb has it.
        ("code_more", np.int16, (MAX_CODES,)),  # The deck that refills, or the sort that is given.
        ("code_pay", np.int32, (MAX_CODES,)),
        ("pays", np.int8, (MAX_PAYS, MAX_KINDS)),
    ],
    align=True,
)


class NoLane(ValueError):
    """A game that the lane does not play."""


class TooLarge(NoLane):
    """A board for which the lane's records have no room."""

    def __init__(self, board: str, what: str, count: int, most: int) -> None:
        super().__init__(f"{board} has {count} {what}, but the fast lane has room for {most}; play it on the core")
