"""Harbors: in which cities to build, and which cards to save for it (W-23 to W-26)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from branchline.bots.board.board_facts import CARDS_PER_TURN
from branchline.bots.board.position import BoardPosition
from branchline.core.ids import CityId, Kind, TicketId
from branchline.core.printed.board import BOARDS_REMEMBERED, Board
from branchline.rules.board.harbor import CARDS_OF_EACH_DECK

DRAWS_PER_HARBOR_CARD = 1.6
"""Cards to draw for one that bears the harbor symbol in a color that is saved."""


class HarborSite(NamedTuple):
    """A city for a harbor, the number of tickets that name it, and the points it would bring."""

    city: CityId
    tickets: int
    points: float


class HarborSavings(NamedTuple):
    """A color in which harbor cards are saved: its train and ship kinds, and the number of cards in hand that count."""

    train: Kind
    ship: Kind
    progress: int


@lru_cache(maxsize=BOARDS_REMEMBERED)
def harbor_kinds(board: Board) -> tuple[tuple[Kind, Kind], ...]:
    """For each color, the train and ship kinds with the harbor symbol; nothing in games without harbors."""
    if not board.rules.harbors:
        return ()
    marked = [Kind(i) for i, kind in enumerate(board.kinds) if kind.harbor]
    return tuple(
        (train, ship)
        for train in marked
        for ship in marked
        if board.kinds[train].deck < board.kinds[ship].deck and board.kinds[train].color == board.kinds[ship].color
    )


def harbors_left(position: BoardPosition) -> int:
    return position.board.rules.harbors - position.built.bit_count()


def harbor_sites(position: BoardPosition, tickets: Iterable[TicketId]) -> list[HarborSite]:
    """The best cities for a harbor among those that these tickets name, as many as harbors are left."""
    left = harbors_left(position)
    if left <= 0:
        return []
    rules = position.board.rules
    named: dict[CityId, int] = {}
    for ticket in tickets:
        for city in position.board.tickets[ticket].cities:
            named[city] = named.get(city, 0) + 1
    free = position.board.harbor_cities & ~position.built_by_others & ~position.built
    found = [
        HarborSite(city, count, rules.harbor_points[min(count, len(rules.harbor_points) - 1)] + rules.harbor_penalty)
        for city, count in named.items()
        if free >> city & 1
    ]
    found.sort(key=lambda each: (-each.points, each.city))
    return found[:left]


def harbor_savings(position: BoardPosition, number: int) -> list[HarborSavings]:
    """The colors with the most harbor cards in hand."""
    most = CARDS_OF_EACH_DECK
    found = [
        HarborSavings(train, ship, min(position.hand[train], most) + min(position.hand[ship], most))
        for train, ship in harbor_kinds(position.board)
    ]
    found.sort(key=lambda each: -each.progress)
    return found[:number]


def harbor_turns(position: BoardPosition, number: int) -> float:
    """The turns that so many harbors take: to draw the missing cards, and to build."""
    if number <= 0:
        return 0.0
    missing = sum(2 * CARDS_OF_EACH_DECK - each.progress for each in harbor_savings(position, number))
    missing = max(0, missing - position.wilds)
    return number + DRAWS_PER_HARBOR_CARD * missing / CARDS_PER_TURN


def saving_values(position: BoardPosition, number: int) -> dict[Kind, float]:
    """The value of harbor cards that are still missing, in cards that fit: 0.5 more for each that is in hand."""
    values: dict[Kind, float] = {}
    for place, (train, ship, progress) in enumerate(harbor_savings(position, number + 1)):
        value = (0.5 + 0.5 * progress) * (1.0 if place < number else 0.5)
        for kind in (train, ship):
            if position.hand[kind] < CARDS_OF_EACH_DECK:
                values[kind] = value
    return values


def spending_prices(position: BoardPosition, number: int) -> dict[Kind, float]:
    """The cost of paying with a harbor card that is being saved."""
    return {
        kind: 0.4 + 0.4 * each.progress
        for each in harbor_savings(position, number)
        for kind in (each.train, each.ship)
        if position.hand[kind] <= CARDS_OF_EACH_DECK
    }


def reached_sites(position: BoardPosition, sites: Sequence[HarborSite]) -> list[HarborSite]:
    """The sites where one of the own routes ends."""
    return [each for each in sites if position.own_routes & position.board.routes_at[each.city]]
