"""Pay for things: of all payments that the rules allow, the one that hurts least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from branchline.bots.board.planning.needs import Needs
from branchline.bots.board.position import Sight
from branchline.core.ids import Cards, Kind, RouteId
from branchline.rules.board.payment.payment import payments

SPARE_CARD = 0.02
"""What a card that no plan needs is worth, in cards that fit."""


def payments_for(sight: Sight, route: int) -> list[Cards]:
    """Every payment for one route with the cards in hand."""
    return payments(sight.board, sight.hand, RouteId(route))


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


def taken_from(sight: Sight, rest: Needs, pay: Cards, wild: float, saved: Mapping[Kind, float]) -> float:
    """What a payment takes from the rest of a plan, and from cards that are saved for something, in cards that fit."""
    atlas = sight.atlas
    price = wild * pay[-1]
    used: dict[int, int] = {}
    for kind, count in enumerate(pay[:-1]):
        if count:
            purse = atlas.purse_of[kind]
            used[purse] = used.get(purse, 0) + count * atlas.covers[kind]
            if saved:
                price += count * saved.get(Kind(kind), 0.0)
    for purse, spaces in used.items():
        spare = rest.spare[purse]
        price += SPARE_CARD * min(spaces, spare) + max(0.0, spaces - spare)
    return price
