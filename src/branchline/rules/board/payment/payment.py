"""Which cards pay for what: the tables behind legality, and the check of a single payment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice, product
from typing import TypeAlias

from branchline.core.bits import mask_of, members
from branchline.core.ids import Cards, Color, DeckId, Kind, RouteId, RouteSet
from branchline.core.printed.board import BOARDS_REMEMBERED, Board, Route
from branchline.rules.board.payment.remembered import Part, Recall, halves, part
from branchline.rules.board.payment.terrain import kinds_of, pair_groups, pays_for_terrain

Price: TypeAlias = int
"""What a plain route asks for, its length and its symbols, as a number: routes of one price share their payments."""

Tier: TypeAlias = tuple[RouteSet, Mapping[Price, Cards]]
"""Routes with one payment for each of them, by its price. A second payment for a route is in a second tier."""


@lru_cache(maxsize=BOARDS_REMEMBERED)
def prices(board: Board) -> tuple[Price, ...]:
    """The price of each route. (A route over hard terrain has one too, and nobody asks for it.)"""
    number: dict[tuple[int, int], Price] = {}
    return tuple(number.setdefault((route.length, route.wilds), len(number)) for route in board.routes)


class Purse(Recall[tuple[Tier, ...]]):
    """The cards of one color that serve on the routes of one deck.

    It tells all payments with at least one of them, by how many there are of each kind, and of wilds after them.
    """

    def __init__(self, board: Board, deck: DeckId, color: Color) -> None:
        super().__init__(self._by_price)
        self._board = board
        self.kinds = kinds_of(board, deck, color)
        classes: dict[tuple[Price, int, int], RouteSet] = {}
        for i, (route, price) in enumerate(zip(board.routes, prices(board), strict=True)):
            if route.deck == deck and route.color in (color, None) and not route.pairs:
                key = price, route.length, route.wilds
                classes[key] = classes.get(key, 0) | 1 << i
        self.classes = [(*key, routes) for key, routes in classes.items()]

    def _by_price(self, held: Cards) -> tuple[Tier, ...]:
        priced = [
            (price, routes, tuple(self._payments(held, length, symbols)))
            for price, length, symbols, routes in self.classes
        ]
        return tuple(_tiers(priced))

    def _payments(self, held: Cards, length: int, symbols: int) -> Iterator[Cards]:
        """Fewest wilds first; a ferry needs as many wilds as it has symbols (E-7)."""
        for wilds in range(symbols, min(held[-1], length - 1) + 1):
            for counts in product(*(range(count, -1, -1) for count in held[:-1])):
                if any(counts) and is_exact(self._board, self.kinds, counts, wilds, length):
                    pay = list(self._board.no_cards)
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


@lru_cache(maxsize=BOARDS_REMEMBERED)
def _parts(board: Board) -> tuple[Part[tuple[Tier, ...]], ...]:
    """The purses of a hand, deck by deck, half of the colors at a time."""
    found: list[Part[tuple[Tier, ...]]] = []
    for deck in range(len(board.rules.pieces)):
        every = [Purse(board, DeckId(deck), Color(color)) for color in range(len(board.colors))]
        found += [
            part([kind for purse in purses for kind in purse.kinds], partial(_open, purses))
            for purses in halves([purse for purse in every if purse.classes])
        ]
    return tuple(found)


def _open(purses: Sequence[Purse], held: Cards) -> tuple[Tier, ...]:
    """What is in several purses, one after the other."""
    counts = iter(held)
    found: tuple[Tier, ...] = ()
    for purse in purses:
        found += purse[*islice(counts, len(purse.kinds)), held[-1]]
    return found


def payable(board: Board, hand: Cards) -> list[Tier]:
    """Every payment for every route outside hard terrain, free or not. This is where legality spends its time."""
    tiers: list[Tier] = []
    for pick, known in _parts(board):
        tiers += known[pick(hand)]
    if hand[-1]:
        tiers.append(wild_tier(board, hand[-1]))
    return tiers


def payments(board: Board, hand: Cards, route: RouteId) -> list[Cards]:
    """Every payment for one route."""
    price = prices(board)[route]
    plain = [pays[price] for routes, pays in payable(board, hand) if routes >> route & 1]
    hard = pair_groups(board, hand) if board.hard_terrain >> route & 1 else ()
    return plain + [pay for routes, pays in hard if routes >> route & 1 for pay in pays]


@lru_cache(maxsize=16 * BOARDS_REMEMBERED)
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
