"""The weights of the Card Game's planner, found by playing against itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardWeights:
    """Each number with what it weighs; values are in points."""

    needed_card: float = 9.0
    """A card on the track that an open ticket asks for: about five points, and as much again not lost."""
    spare_cards: tuple[float, ...] = (4.5, 3.5, 2.5, 1.5)
    """The first, second… card of a color beyond that: tickets still to be drawn may ask for it."""
    wild_card: float = 8.5
    """A wild on the track."""
    hand_retention: float = 0.95
    """The part of the value of cards in hand that is left after a turn of waiting."""
    robbed_card: float = 5.0
    """Robbing n cards gains this times n / (seats - 1)."""
    robbery_rate: float = 0.5
    """The chance that a rival who can rob a row does so before the own next turn."""
    slow_deck_use: float = 1.1
    """Cards that the deck loses in a turn of slow play."""
    useful_share: float = 0.6
    """The part of the cards still to be drawn that fits the tickets."""
    missed_ticket: float = 22.0
    """The cost of one more ticket that cannot be paid."""
    big_city_share: float = 0.2
    """The part of a Big City's bonus that each ticket naming it is credited with."""
    kept_card: float = 0.5
    """The part of its value that a card kept in hand for the second half has."""
    full_second_deck: float = 50.0
    """The deck of the second half from which on kept cards have all of that; below, in proportion."""
    kept_share: float = 0.5
    """The part of the cards still to be drawn in the first half that will be in hands at its end."""
    draw_bonus: float = 5.0
    """What a draw gains beyond the value of the cards: rivals do not get them."""
    ticket_draw_margin: float = 10.0
    """What new tickets must add to be worth a turn."""
