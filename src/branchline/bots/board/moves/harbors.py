"""Harbors: in which cities to build, and which cards to save for it (W-23 to W-26)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from branchline.bots.board.board_facts import CARDS_A_TURN
from branchline.bots.board.position import Sight
from branchline.core.board import Board
from branchline.core.ids import CityId, Kind, TicketId
from branchline.rules.board.harbor import CARDS_OF_EACH_DECK

SLOW = 1.6
"""Cards to draw for one that bears the harbor symbol in a color that is saved."""


class Site(NamedTuple):
    """A city for a harbor, the tickets that would name it, and the points it would bring."""

    city: CityId
    tickets: int
    worth: float


class Savings(NamedTuple):
    """A color that harbor cards are saved in: its train and ship kind, and the cards that are there already."""

    train: Kind
    ship: Kind
    progress: int


@cache
def harbor_kinds(board: Board) -> tuple[tuple[Kind, Kind], ...]:
    """For each color, the train card and the ship card that bear the symbol; nothing where there are no harbors."""
    if not board.rules.harbors:
        return ()
    marked = [Kind(i) for i, kind in enumerate(board.kinds) if kind.harbor]
    return tuple(
        (train, ship)
        for train in marked
        for ship in marked
        if board.kinds[train].deck < board.kinds[ship].deck and board.kinds[train].color == board.kinds[ship].color
    )


def harbors_left(sight: Sight) -> int:
    return sight.board.rules.harbors - sight.built.bit_count()


def sites(sight: Sight, tickets: Iterable[TicketId]) -> list[Site]:
    """The cities that these tickets name and where a harbor may be built, the best first, as many as are left."""
    left = harbors_left(sight)
    if left <= 0:
        return []
    rules = sight.board.rules
    named: dict[CityId, int] = {}
    for ticket in tickets:
        for city in sight.board.tickets[ticket].cities:
            named[city] = named.get(city, 0) + 1
    free = sight.board.harbor_cities & ~sight.others & ~sight.built
    found = [
        Site(city, count, rules.harbor_points[min(count, len(rules.harbor_points) - 1)] + rules.harbor_penalty)
        for city, count in named.items()
        if free >> city & 1
    ]
    found.sort(key=lambda each: (-each.worth, each.city))
    return found[:left]


def savings(sight: Sight, number: int) -> list[Savings]:
    """The colors in which the most harbor cards are saved up already."""
    most = CARDS_OF_EACH_DECK
    found = [
        Savings(train, ship, min(sight.hand[train], most) + min(sight.hand[ship], most))
        for train, ship in harbor_kinds(sight.board)
    ]
    found.sort(key=lambda each: -each.progress)
    return found[:number]


def turns_for(sight: Sight, number: int) -> float:
    """The turns that so many harbors take: to draw the cards that are missing, and to build."""
    if number <= 0:
        return 0.0
    missing = sum(2 * CARDS_OF_EACH_DECK - each.progress for each in savings(sight, number))
    missing = max(0, missing - sight.wilds)
    return number + SLOW * missing / CARDS_A_TURN


def worth_of_saving(sight: Sight, number: int) -> dict[Kind, float]:
    """What a harbor card of each kind is worth, in cards that fit: more, the nearer the harbor."""
    worth: dict[Kind, float] = {}
    for place, (train, ship, progress) in enumerate(savings(sight, number + 1)):
        value = (0.5 + 0.5 * progress) * (1.0 if place < number else 0.5)
        for kind in (train, ship):
            if sight.hand[kind] < CARDS_OF_EACH_DECK:
                worth[kind] = value
    return worth


def price_of_spending(sight: Sight, number: int) -> dict[Kind, float]:
    """What it costs to pay with a harbor card that is being saved."""
    return {
        kind: 0.4 + 0.4 * each.progress
        for each in savings(sight, number)
        for kind in (each.train, each.ship)
        if sight.hand[kind] <= CARDS_OF_EACH_DECK
    }


def reached(sight: Sight, found: Sequence[Site]) -> list[Site]:
    """The sites where one of the own routes ends."""
    return [each for each in found if sight.mine & sight.board.routes_at[each.city]]
