"""Which cards pay for what: the tables behind legality, and the check of a single payment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from branchline.core.bits import mask_of
from branchline.core.board import Board, Route
from branchline.core.ids import Cards, Color, DeckId, Kind, RouteSet

Group = tuple[RouteSet, tuple[Cards, ...]]
"""Routes that cost the same, and every payment for one of them."""


@dataclass(eq=False, slots=True)
class Purse:
    """The cards of one color that serve on the routes of one deck, and what they can pay for.

    A color has at most two kinds in a deck; where it has one, the wild stands in for the other, which changes nothing.
    """

    board: Board
    kinds: tuple[Kind, ...]
    classes: tuple[tuple[int, int, RouteSet], ...]
    known: dict[int, tuple[Group, ...]] = field(default_factory=dict)

    def learn(self, hand: Cards, key: int) -> tuple[Group, ...]:
        """All payments with at least one card of this color, remembered by what the hand holds of it."""
        found = self.known[key] = self._groups(hand)
        return found

    def _groups(self, hand: Cards) -> tuple[Group, ...]:
        priced = ((routes, tuple(self._payments(hand, length, symbols))) for length, symbols, routes in self.classes)
        return tuple((routes, pays) for routes, pays in priced if pays)

    def _payments(self, hand: Cards, length: int, symbols: int) -> Iterator[Cards]:
        """Fewest wilds first; a ferry needs as many wilds as it has symbols (E-7)."""
        for wilds in range(symbols, min(hand[-1], length - 1) + 1):
            for counts in product(*(range(hand[kind], -1, -1) for kind in self.kinds)):
                if any(counts) and is_exact(self.board, self.kinds, counts, wilds, length):
                    pay = list(self.board.no_cards)
                    pay[-1] = wilds
                    for kind, count in zip(self.kinds, counts, strict=True):
                        pay[kind] = count
                    yield tuple(pay)


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
def purses(board: Board) -> tuple[tuple[Kind, Kind, dict[int, tuple[Group, ...]], Purse], ...]:
    """The purses of a board, opened out: both kinds, and what is known by the key that they make."""
    return tuple(
        (purse.kinds[0], purse.kinds[1] if len(purse.kinds) > 1 else board.wild, purse.known, purse)
        for deck in range(len(board.rules.pieces))
        for color in range(len(board.colors))
        if (purse := _purse(board, DeckId(deck), Color(color))).classes
    )


def payable(board: Board, hand: Cards, free: RouteSet) -> list[Group]:
    """Every free route that the hand can pay for, with every payment. This is where legality spends its time."""
    wilds = hand[-1]
    groups: list[Group] = []
    for first, second, known, purse in purses(board):
        if hand[first] or hand[second]:
            key = hand[first] << 12 | hand[second] << 6 | wilds
            found = known.get(key)
            if found is None:
                found = purse.learn(hand, key)
            for routes, pays in found:
                if routes & free:
                    groups.append((routes & free, pays))
    for routes, pays in wild_groups(board, wilds):
        if routes & free:
            groups.append((routes & free, pays))
    for routes, terrain in terrains(board):
        if routes & free:
            groups.append((routes & free, pair_payments(board, terrain, hand)))
    return groups


def _purse(board: Board, deck: DeckId, color: Color) -> Purse:
    kinds = tuple(Kind(i) for i, kind in enumerate(board.kinds) if kind.color == color and kind.deck == deck)
    classes: dict[tuple[int, int], RouteSet] = {}
    for i, route in enumerate(board.routes):
        if route.deck == deck and route.color in (color, None) and not route.pairs:
            key = route.length, route.wilds
            classes[key] = classes.get(key, 0) | 1 << i
    return Purse(board, kinds, tuple((length, symbols, routes) for (length, symbols), routes in classes.items()))


@cache
def wild_groups(board: Board, wilds: int) -> tuple[Group, ...]:
    """Payments in wilds alone (B-12)."""
    groups = []
    for length in range(1, wilds + 1):
        routes = mask_of(i for i, route in enumerate(board.routes) if route.length == length and not route.pairs)
        if routes:
            groups.append((routes, ((*board.no_cards[:-1], length),)))
    return tuple(groups)


class Terrain(NamedTuple):
    """What a route with pair spaces asks for (W-17): routes that ask the same share their payments."""

    length: int
    pairs: int
    color: Color | None
    kinds: tuple[Kind, ...]


@cache
def terrains(board: Board) -> tuple[tuple[RouteSet, Terrain], ...]:
    """The routes over hard terrain, by what they cost."""
    classes: dict[Terrain, RouteSet] = {}
    for i, route in enumerate(board.routes):
        if route.pairs:
            terrain = _terrain(board, route)
            classes[terrain] = classes.get(terrain, 0) | 1 << i
    return tuple((routes, terrain) for terrain, routes in classes.items())


def _terrain(board: Board, route: Route) -> Terrain:
    kinds = tuple(Kind(i) for i, kind in enumerate(board.kinds[:-1]) if kind.deck == route.deck)
    return Terrain(route.length, route.pairs, route.color, kinds)


def pair_payments(board: Board, terrain: Terrain, hand: Cards) -> tuple[Cards, ...]:
    """Every set of cards in the hand that pays for hard terrain."""
    held = tuple([hand[kind] for kind in terrain.kinds])
    if sum(held) + hand[-1] < terrain.length + terrain.pairs:
        return ()
    return _pair_payments(board, terrain, held, hand[-1])


@lru_cache(maxsize=4096)
def _pair_payments(board: Board, terrain: Terrain, held: Cards, wilds: int) -> tuple[Cards, ...]:
    need = terrain.length + terrain.pairs
    loose = terrain.length - terrain.pairs + wilds  # as many colors may stay odd, at the most
    behind = [sum(held[i:]) for i in range(len(held) + 1)]
    colors = [board.kinds[kind].color for kind in terrain.kinds]
    found: list[Cards] = []

    def extend(index: int, left: int, odd: int, pay: list[int]) -> None:
        """Choose how many cards of the next kind to lay; stop where pairs or the count can no longer come out."""
        closed = index > 0 and (index == len(held) or colors[index] != colors[index - 1])
        if closed and odd_color(pay, index):
            odd += 1
        if odd > loose or left > behind[index] + wilds:
            return
        if index == len(held):
            whole = (*pay[:-1], left)
            if _pairs_up(board, terrain, whole):
                found.append(whole)
            return
        for count in range(min(held[index], left), -1, -1):
            pay[terrain.kinds[index]] = count
            extend(index + 1, left - count, odd, pay)
        pay[terrain.kinds[index]] = 0

    def odd_color(pay: list[int], index: int) -> bool:
        color = colors[index - 1]
        return sum(pay[kind] for kind, other in zip(terrain.kinds, colors, strict=True) if other == color) % 2 == 1

    extend(0, need, 0, list(board.no_cards))
    return tuple(found)


def _pairs_up(board: Board, terrain: Terrain, pay: Cards) -> bool:
    """Whether the cards make the pairs, each of one color, and one set for the other spaces."""
    by_color = [0] * len(board.colors)
    for kind in terrain.kinds:
        color = board.kinds[kind].color
        assert color is not None
        by_color[color] += pay[kind]
    single = terrain.length - terrain.pairs
    choices = range(len(board.colors)) if terrain.color is None else (terrain.color,)
    return any(
        _odd_after(by_color, color, used) <= pay[-1] - (single - used)
        for color in choices
        for used in range(max(0, single - pay[-1]), min(single, by_color[color]) + 1)
    )


def _odd_after(by_color: Sequence[int], color: int, used: int) -> int:
    """Colors with an odd number of cards, once `used` of one color lie on single spaces: each needs a wild."""
    return sum((count - (used if i == color else 0)) % 2 for i, count in enumerate(by_color))


def pays_for(board: Board, route: Route, pay: Cards) -> bool:
    """Whether these cards, no more and no fewer, pay for a route."""
    used = [Kind(kind) for kind, count in enumerate(pay[:-1]) if count]
    if any(board.kinds[kind].deck != route.deck for kind in used):  # W-13
        return False
    if route.pairs:
        return sum(pay) == route.length + route.pairs and _pairs_up(board, _terrain(board, route), pay)
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
