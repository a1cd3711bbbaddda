"""What something takes and how much of it a seat lacks, so that a refusal can say it; told from the seat's own view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from branchline.core.ids import Cards, Color, DeckId, Seat


@dataclass(frozen=True, slots=True)
class CardsNeeded:
    """So many cards of one deck, all of one of these colors: those of which the fewest are missing.

    Wilds stand in for any, and `wilds` of the cards must be wilds. With `pairs`, so many of the spaces take a pair
    instead, and every color will do. `missing` cards of one space each are lacking, `missing_wilds` of them wilds; none
    are where other cards of the hand would pay.
    """

    cost: int
    wilds: int
    pairs: int
    deck: DeckId
    colors: tuple[Color, ...]
    missing: int
    missing_wilds: int


@dataclass(frozen=True, slots=True)
class HarborNeeded:
    """A harbor's cards in the color of which the fewest are missing: all, those lacking, how many after wilds."""

    cards: Cards
    lacking: Cards
    missing: int


@dataclass(frozen=True, slots=True)
class PiecesNeeded:
    """So many pieces, of which so many are left."""

    deck: DeckId
    cost: int
    left: int


@dataclass(frozen=True, slots=True)
class RowNeeded:
    """A row of at least so many cards, of which so many are in hand; `seat` has the row that must be outnumbered."""

    least: int
    held: int
    seat: Seat | None


Need: TypeAlias = CardsNeeded | HarborNeeded | PiecesNeeded | RowNeeded
