"""Payments: which ones the rules allow, and what each takes from the rest of the plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from branchline.bots.board.planning.needs import Needs
from branchline.bots.board.position import BoardPosition
from branchline.core.ids import Cards, Kind, RouteId
from branchline.rules.board.payment.payment import payments

SPARE_CARD = 0.02
"""The value of a card that the plan does not need, in cards that fit."""


def payments_for(position: BoardPosition, route: int) -> list[Cards]:
    """Every payment for a route with the cards in hand."""
    return payments(position.board, position.hand, RouteId(route))


def price_of(pay: Cards, values: Sequence[float]) -> float:
    return sum([count * values[kind] for kind, count in enumerate(pay) if count])


def cheapest(pays: Iterable[Cards], values: Sequence[float]) -> Cards | None:
    """The payment of the least value; None if there is none at all."""
    best: Cards | None = None
    least = float("inf")
    for pay in pays:
        price = price_of(pay, values)
        if price < least:
            least, best = price, pay
    return best


def payment_cost(position: BoardPosition, rest: Needs, pay: Cards, wild: float, saved: Mapping[Kind, float]) -> float:
    """What a payment costs, in cards that fit: `wild` for each wild, what is `saved` for something else, and for each
    other space one if the rest of the plan needs it, else SPARE_CARD.
    """
    facts = position.facts
    price = wild * pay[-1]
    used: dict[int, int] = {}
    for kind, count in enumerate(pay[:-1]):
        if count:
            group = facts.kind_group[kind]
            used[group] = used.get(group, 0) + count * facts.covers[kind]
            if saved:
                price += count * saved.get(Kind(kind), 0.0)
    for group, spaces in used.items():
        spare = rest.spare[group]
        price += SPARE_CARD * min(spaces, spare) + max(0.0, spaces - spare)
    return price
