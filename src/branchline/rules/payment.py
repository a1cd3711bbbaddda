"""Which cards pay for what: the tables behind legality, and the check of a single payment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import TypeAlias

from branchline.core.bits import mask_of, members
from branchline.core.board import Board, Route
from branchline.core.ids import Cards, Color, DeckId, Kind, RouteId, RouteSet
from branchline.rules.terrain import kinds_of, pair_groups, pays_for_terrain

Price: TypeAlias = int
"""What a plain route asks for, its length and its symbols, as a number: routes of one price share their payments."""

Tier: TypeAlias = tuple[RouteSet, Mapping[Price, Cards]]
"""Routes with one payment for each of them, by its price. A second payment for a route is in a second tier."""


@cache
def prices(board: Board) -> tuple[Price, ...]:
    """The price of each route. (A route over hard terrain has one too, and nobody asks for it.)"""
    number: dict[tuple[int, int], Price] = {}
    return tuple(number.setdefault((route.length, route.wilds), len(number)) for route in board.routes)


@dataclass(eq=False, slots=True)
class Purse:
    """The cards of one color that serve on the routes of one deck, and what they pay for with so many wilds at hand.

    A color has at most two kinds in a deck.
    """

    board: Board
    wilds: int
    kinds: tuple[Kind, ...]
    classes: tuple[tuple[Price, int, int, RouteSet], ...]
    known: dict[int, tuple[Tier, ...]] = field(default_factory=dict)

    def learn(self, hand: Cards, key: int) -> tuple[Tier, ...]:
        """All payments with at least one card of this color, remembered by what the hand holds of it."""
        priced = [
            (price, routes, tuple(self._payments(hand, length, symbols)))
            for price, length, symbols, routes in self.classes
        ]
        found = self.known[key] = tuple(_tiers(priced))
        return found

    def _payments(self, hand: Cards, length: int, symbols: int) -> Iterator[Cards]:
        """Fewest wilds first; a ferry needs as many wilds as it has symbols (E-7)."""
        for wilds in range(symbols, min(self.wilds, length - 1) + 1):
            for counts in product(*(range(hand[kind], -1, -1) for kind in self.kinds)):
                if any(counts) and is_exact(self.board, self.kinds, counts, wilds, length):
                    pay = list(self.board.no_cards)
                    pay[-1] = wilds
                    for kind, count in zip(self.kinds, counts, strict=True):
                        pay[kind] = count
                    yield tuple(pay)


def _tiers(priced: Sequence[tuple[Price, RouteSet, Sequence[Cards]]]) -> Iterator[Tier]:
    """The first payment of everything, then the second of what has one, and so on."""
    for rank in range(max((len(pays) for _, _, pays in priced), default=0)):
        paid = [(price, routes, pays[rank]) for price, routes, pays in priced if len(pays) > rank]
        tier = 0
        for _, routes, _ in paid:
            tier |= routes
        yield tier, {price: pay for price, _, pay in paid}


def is_exact(board: Board, kinds: Sequence[Kind], counts: Sequence[int], wilds: int, length: int) -> bool:
    """Whether the cards cover the length and none of them is superfluous (B-11, W-15)."""
    covered = wilds
    smallest = 1 if wilds else length + 1
    for kind, count in zip(kinds, counts, strict=True):
        if count:
            covers = board.kinds[kind].covers
            covered += covers * count
            smallest = min(smallest, covers)
    return length <= covered < length + smallest


@cache
def purses(board: Board, wilds: int) -> tuple[tuple[Kind, Kind, dict[int, tuple[Tier, ...]], Purse], ...]:
    """The purses of a hand, opened out: both kinds (twice the same where there is one), and what is known by a key."""
    return tuple(
        (purse.kinds[0], purse.kinds[-1], purse.known, purse)
        for deck in range(len(board.rules.pieces))
        for color in range(len(board.colors))
        if (purse := _purse(board, wilds, DeckId(deck), Color(color))).classes
    )


def payable(board: Board, hand: Cards) -> list[Tier]:
    """Every payment for every route outside hard terrain, free or not. This is where legality spends its time."""
    wilds = hand[-1]
    tiers: list[Tier] = []
    for first, second, known, purse in purses(board, wilds):
        key = hand[first] << 10 | hand[second]
        if key:
            found = known.get(key)
            if found is None:
                found = purse.learn(hand, key)
            tiers += found
    if wilds:
        tiers.append(wild_tier(board, wilds))
    return tiers


def payments(board: Board, hand: Cards, route: RouteId) -> list[Cards]:
    """Every payment for one route."""
    price = prices(board)[route]
    plain = [pays[price] for routes, pays in payable(board, hand) if routes >> route & 1]
    return plain + [pay for _, pays in pair_groups(board, hand, 1 << route) for pay in pays]


def _purse(board: Board, wilds: int, deck: DeckId, color: Color) -> Purse:
    classes: dict[tuple[Price, int, int], RouteSet] = {}
    for i, (route, price) in enumerate(zip(board.routes, prices(board), strict=True)):
        if route.deck == deck and route.color in (color, None) and not route.pairs:
            key = price, route.length, route.wilds
            classes[key] = classes.get(key, 0) | 1 << i
    return Purse(board, wilds, kinds_of(board, deck, color), tuple((*key, routes) for key, routes in classes.items()))


@cache
def wild_tier(board: Board, wilds: int) -> Tier:
    """Payments in wilds alone (B-12)."""
    routes = mask_of(i for i, route in enumerate(board.routes) if route.length <= wilds and not route.pairs)
    return routes, {prices(board)[i]: (*board.no_cards[:-1], board.routes[i].length) for i in members(routes)}


def pays_for(board: Board, route: Route, pay: Cards) -> bool:
    """Whether these cards, no more and no fewer, pay for a route."""
    used = [Kind(kind) for kind, count in enumerate(pay[:-1]) if count]
    if any(board.kinds[kind].deck != route.deck for kind in used):  # W-13
        return False
    if route.pairs:
        return pays_for_terrain(board, route, pay)
    colors = {board.kinds[kind].color for kind in used}
    if len(colors) > 1 or (route.color is not None and colors - {route.color}):  # B-12, W-16
        return False
    if pay[-1] < route.wilds:  # E-7
        return False
    return is_exact(board, used, [pay[kind] for kind in used], pay[-1], route.length)


def sets_of_one_color(board: Board, hand: Cards, size: int) -> list[Cards]:
    """Every set of `size` cards of one color, wilds standing in (E-17), fewest wilds first."""
    sets = []
    for wilds in range(min(size, hand[-1]) + 1):
        plain = size - wilds
        if plain == 0:
            sets.append((*board.no_cards[:-1], size))
            continue
        for kind, held in enumerate(hand[:-1]):
            if held >= plain:
                pay = list(board.no_cards)
                pay[kind], pay[-1] = plain, wilds
                sets.append(tuple(pay))
    return sets
