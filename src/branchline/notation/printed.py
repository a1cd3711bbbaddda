"""The words on the printed things of a game: every id number has one, and every word leads back to its number."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from branchline.core.printed.board import BOARDS_REMEMBERED, Board
from branchline.core.printed.contract import Printed
from branchline.data.faults import did_you_mean, shown

DECKS = ("trains", "ships")
"""What the decks are called, and the pieces that their cards move."""


class UnknownWord(ValueError):
    """A word that stands for nothing here, with the one that comes nearest."""

    def __init__(self, what: str, word: object, known: Mapping[str, int]) -> None:
        super().__init__(f"unknown {what} {shown(word)}{did_you_mean(str(word), known)}")


@lru_cache(maxsize=8 * BOARDS_REMEMBERED)
def words_for(printed: Printed, what: str) -> tuple[str, ...]:
    """The words for one sort of thing, by number."""
    match what:
        case "route":
            return tuple(route.id for route in printed.routes) if isinstance(printed, Board) else ()
        case "city":
            return tuple(city.id for city in printed.cities)
        case "ticket":
            return tuple(ticket.id for ticket in printed.tickets)
        case "card":
            return tuple(kind.id for kind in printed.kinds)
        case "color":
            return printed.colors
        case "deck":
            return DECKS[: deck_count(printed)]
    raise AssertionError(what)


def deck_count(printed: Printed) -> int:
    return 1 + max(kind.deck for kind in printed.kinds)


@lru_cache(maxsize=8 * BOARDS_REMEMBERED)
def numbers_of(printed: Printed, what: str) -> Mapping[str, int]:
    return {word: number for number, word in enumerate(words_for(printed, what))}


def number_of(printed: Printed, what: str, word: object) -> int:
    """The number that a word stands for.

    >>> number_of(europe.printed, "city", "ankora")
    Traceback (most recent call last):
    branchline.notation.printed.UnknownWord: unknown city 'ankora' (did you mean 'angora'?)
    """
    numbers = numbers_of(printed, what)
    number = numbers.get(word) if isinstance(word, str) else None
    if number is None:
        raise UnknownWord(what, word, numbers)
    return number
