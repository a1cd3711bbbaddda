"""Pay for things: of all payments that the rules allow, the one that hurts least."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from branchline.bots.sight import Sight
from branchline.core.ids import Cards
from branchline.rules.payment import payable


def payments_for(sight: Sight, route: int) -> list[Cards]:
    """Every payment for one route with the cards in hand."""
    return [pay for _, pays in payable(sight.board, sight.hand, 1 << route) for pay in pays]


def price_of(pay: Cards, worth: Sequence[float]) -> float:
    return sum([count * worth[kind] for kind, count in enumerate(pay) if count])


def cheapest(pays: Iterable[Cards], worth: Sequence[float]) -> Cards | None:
    """The payment of the least worth; None if there is none at all."""
    best: Cards | None = None
    least = float("inf")
    for pay in pays:
        price = price_of(pay, worth)
        if price < least:
            least, best = price, pay
    return best
