"""Hands, decks and payments as counts of each kind of card."""

from __future__ import annotations

from operator import add, ge, sub

from branchline.core.ids import Cards, Kind


def with_one(cards: Cards, kind: Kind) -> Cards:
    counts = list(cards)
    counts[kind] += 1
    return tuple(counts)


def plus(cards: Cards, more: Cards) -> Cards:
    return tuple(map(add, cards, more))


def minus(cards: Cards, less: Cards) -> Cards:
    return tuple(map(sub, cards, less))


def holds(cards: Cards, some: Cards) -> bool:
    """Whether `some` can be taken out of `cards`."""
    return len(some) == len(cards) and all(map(ge, cards, some)) and min(some) >= 0
