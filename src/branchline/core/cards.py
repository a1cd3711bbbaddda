"""Hands, decks and payments as counts of each kind of card."""

from __future__ import annotations

from branchline.core.ids import Cards, Kind


def none_of(kinds: int) -> Cards:
    return (0,) * kinds


def with_one(cards: Cards, kind: Kind) -> Cards:
    return (*cards[:kind], cards[kind] + 1, *cards[kind + 1 :])


def without_one(cards: Cards, kind: Kind) -> Cards:
    return (*cards[:kind], cards[kind] - 1, *cards[kind + 1 :])


def plus(cards: Cards, more: Cards) -> Cards:
    return tuple(map(int.__add__, cards, more))


def minus(cards: Cards, less: Cards) -> Cards:
    return tuple(map(int.__sub__, cards, less))


def holds(cards: Cards, some: Cards) -> bool:
    """Whether `some` can be taken out of `cards`."""
    return len(some) == len(cards) and all(map(int.__ge__, cards, some)) and min(some) >= 0


def nth_card(cards: Cards, index: int) -> Kind:
    """The kind of the card at `index` when the cards lie sorted by kind."""
    kind = 0
    while index >= cards[kind]:
        index -= cards[kind]
        kind += 1
    return Kind(kind)
