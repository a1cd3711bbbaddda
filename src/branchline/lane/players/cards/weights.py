"""The numbers that are a matter of judgment in the Card Game, as in `bots.cards`; values are in points."""

from __future__ import annotations

from typing import Final

LONG_ROW: Final = 3
"""Cards of the shortest row that the hasty player lays; the greedy one holds it to be safe."""
USEFUL_SHARE: Final = 0.45
"""The part of the own share of the cards to come that the greedy player expects to fit its tickets."""

# The planner.
NEEDED_CARD: Final = 9.0
"""A card on the track that an open ticket asks for: about five points, and as much again not lost."""
SPARE_CARDS: Final = (4.5, 3.5, 2.5, 1.5)
"""The first, second… card of a color beyond that: tickets still to be drawn may ask for it."""
WILD_CARD: Final = 8.5
"""A wild on the track."""
HAND_RETENTION: Final = 0.95
"""The part of the value of cards in hand that is left after a turn of waiting."""
ROBBED_CARD: Final = 5.0
"""Robbing n cards gains this times n / (seats - 1)."""
ROBBERY_RATE: Final = 0.5
"""The chance that a rival who can rob a row does so before the own next turn."""
FAST_DECK_USE: Final = 2.0
SLOW_DECK_USE: Final = 1.1
"""Cards that the deck loses in a turn, of fast and of slow play."""
FITTING_SHARE: Final = 0.6
"""The part of the cards still to be drawn that fits the tickets."""
MISSED_TICKET: Final = 22.0
"""The cost of one more ticket that cannot be paid."""
BIG_CITY_SHARE: Final = 0.2
"""The part of a Big City's bonus that each ticket naming it is credited with."""
KEPT_CARD: Final = 0.5
"""The part of its value that a card kept in hand for the second half has."""
FULL_SECOND_DECK: Final = 50.0
"""The deck of the second half from which on kept cards have all of that; below, in proportion."""
KEPT_SHARE: Final = 0.5
"""The part of the cards still to be drawn in the first half that will be in hands at its end."""
DRAW_BONUS: Final = 5.0
"""What a draw gains beyond the value of the cards: rivals do not get them."""
TICKET_DRAW_MARGIN: Final = 10.0
"""What new tickets must add to be worth a turn."""
TRAVEL_TURNS: Final = 4
"""Turns that a card needs from the deck to the track."""
IMAGINED_OFFERS: Final = 5
"""Random offers over which the value of drawing tickets is averaged."""
MAX_OFFERS: Final = 8
"""After so many tickets each further draw of tickets must gain a point more, so that the game ends."""
