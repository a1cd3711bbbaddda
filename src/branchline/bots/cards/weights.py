"""The numbers by which the planner of the Card Game judges, found by playing against itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardTaste:
    """Worths are in points."""

    needed: float = 9.0
    """A card on the track that an open ticket asks for: about five points, and as much again not lost."""
    spare: tuple[float, ...] = (4.5, 3.5, 2.5, 1.5)
    """The first, second… card of a color beyond that: tickets still to be drawn may ask for it."""
    wild: float = 8.5
    """A wild on the track."""
    calm: float = 0.95
    """What is left of the worth of cards in hand after a turn of waiting: somebody may take the color."""
    rob: float = 5.0
    """A card that a rival loses to a robbery, shared by the other rivals at the table."""
    willing: float = 0.5
    """How often a rival who can rob does."""
    slow: float = 1.1
    """Cards that the deck loses in a turn where everybody takes their time."""
    useful: float = 0.6
    """The part of the cards still to be drawn that turns out to be of use."""
    missing: float = 22.0
    """What a ticket more that cannot be paid costs."""
    city: float = 0.2
    """The part of a Big City's bonus that each ticket naming it is credited with."""
    later: float = 0.5
    """What a card in hand at the end of the first of two halves is worth."""
    full: float = 50.0
    """The deck of a second half that is long enough for all of that."""
    hoard: float = 0.5
    """The part of the cards still to be drawn in the first half that will be in hands at its end."""
    race: float = 5.0
    """What a draw is worth beyond the cards: rivals do not get them."""
    thrift: float = 10.0
    """What new tickets must add to be worth a turn."""
