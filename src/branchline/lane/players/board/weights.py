"""The numbers that are a matter of judgment, as in `bots.board`: turns are the common measure."""

from __future__ import annotations

from typing import Final

# How long the game lasts.
TURNS_TRUST: Final = 0.88
"""The part of the expected turns that plans may count on."""
CLAIMED_LENGTH: Final = 0.82
"""Pieces laid per turn without a draw, as a part of the mean length of a space's route."""
USEFUL_GROUPS: Final = 8
"""With so many color groups all cards in hand are of use; with n, the part (8 / n)² of them."""
LOST_TURNS: Final = 1.0
"""Turns that bring nobody nearer to the end."""

# Greedy.
TICKET_PIECES: Final = 0.55
"""The part of the pieces that the paths of kept tickets may take: detours will need some."""
NEW_TICKET_PIECES: Final = 0.5
"""The part of its pieces that must be left for new tickets."""
TURNS_PER_POINT: Final = 0.15
"""Turns that a path may take longer for each point that its routes bring more."""

MIN_PRICE: Final = 0.2

# The planner.
TURN_VALUE: Final = 0.85
"""The value of a turn in points, as a part of what a racer gets for one."""
POINTS_DISCOUNT: Final = 0.5
"""The part of a route's own points that is taken off its price."""
CARD_DISCOUNT: Final = 0.6
"""The part of the cards in hand that is taken off the price of a route they fit: they may be used elsewhere."""
TURNS_DOUBT: Final = 0.12
"""The spread of the number of turns left, as a part of it."""
DETOUR_PIECES: Final = 0.3
"""Pieces that detours will take, for each route to be claimed."""
ROUTE_LOSS: Final = 0.005
"""The rate at which routes of the plan are lost for good, for each that must be claimed."""
HARBOR_TURNS: Final = 0.5
"""The part of the turns for harbors that is set aside before the tickets have theirs."""
PLANNED_HARBOR: Final = 0.6
"""The part of its points that a harbor counts before it is built."""
DRAWS_PER_HARBOR_CARD: Final = 1.6
"""Cards to draw for one that bears the harbor symbol in a color that is saved."""
POINTS_PER_PIECE: Final = 2.3
"""Points that a piece brings at most that no ticket needs."""
MAX_URGENCY: Final = 4.0
CLAIM_BONUS: Final = 1.0
"""What claiming is preferred to drawing by, in cards, times scarcity."""
ROUTE_DANGER: Final = 0.02
"""The chance per turn and rival that somebody claims a route without touching its ends."""
CONTENTION: Final = 1.0
"""How much the danger and the loss of routes grow with each of their points, times scarcity."""
WILD_VALUE: Final = 1.1
"""What a wild is worth, in cards that fit; with a harbor to build, more."""
WILD_VALUE_FOR_HARBOR: Final = 1.9
TICKET_DRAW_BONUS: Final = 2.0
"""Points that drawing tickets may bring less than a turn's worth."""
TICKET_DRAW_MARGIN: Final = 14.0
"""Points that they must bring more, times scarcity."""
POINT_CARD_VALUE: Final = 0.7
"""What a card for a route that is claimed for its points alone is worth, in cards that fit the tickets."""
TRAIN_RESERVE: Final = 3
"""Trains beyond what the plan takes, where pieces are chosen: for detours."""
SPARE_CARD: Final = 0.02
"""The value of a card that the plan does not need, in cards that fit."""
TURN_IN_CARDS: Final = 2.0
WILD_IN_CARDS: Final = 2.0
"""A wild that a ferry asks for counts as so many cards: a face-up one takes a whole turn."""
BORROWED_PRICE: Final = 0.05
"""The price of a route that an existing station may borrow."""
REPLAN_CARDS: Final = 4
"""A plan is made anew when the hand has so many cards more or fewer."""
