"""Hard terrain: routes some of whose spaces take a pair of cards (W-17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from branchline.core.bits import members
from branchline.core.board import Board, Route
from branchline.core.ids import TRAINS, Cards, Color, DeckId, Kind, RouteSet

Group: TypeAlias = tuple[RouteSet, tuple[Cards, ...]]
"""Routes that cost the same, and every payment for one of them."""


@cache
def kinds_of(board: Board, deck: DeckId, color: Color) -> tuple[Kind, ...]:
    """The kinds of card that a color has in a deck."""
    return tuple(Kind(i) for i, kind in enumerate(board.kinds) if kind.color == color and kind.deck == deck)


class Terrain(NamedTuple):
    """What a route with pair spaces asks for (W-17): routes that ask the same share their payments."""

    length: int
    pairs: int

    @property
    def single(self) -> int:
        """Spaces that take one card."""
        return self.length - self.pairs

    @property
    def due(self) -> int:
        """Cards to pay in all."""
        return self.length + self.pairs

    def least(self, wilds: int) -> int:
        """How many cards of a color can do anything: one without a partner needs a wild, or a single space."""
        return 1 if wilds or self.single else 2


@cache
def crossings(board: Board) -> tuple[tuple[RouteSet, Terrain], ...]:
    """The routes over hard terrain, by what they cost."""
    classes: dict[Terrain, RouteSet] = {}
    for i in members(board.hard_terrain):
        terrain = _terrain(board.routes[i])
        classes[terrain] = classes.get(terrain, 0) | 1 << i
    return tuple((routes, terrain) for terrain, routes in classes.items())


def _terrain(route: Route) -> Terrain:
    return Terrain(route.length, route.pairs)


@cache
def _train_kinds(board: Board) -> tuple[tuple[Kind, ...], ...]:
    """Color by color, the cards that serve on rails, of one kind or two: only rail routes cross hard terrain."""
    return tuple(kinds_of(board, TRAINS, Color(color)) for color in range(len(board.colors)))


class _Serving(dict[tuple[int, int], Cards]):
    """What of a color's cards can serve on some terrain, by how many there are of its first and its last kind."""

    def __init__(self, kinds: int, most: int, least: int) -> None:
        super().__init__()
        self._kinds = kinds
        self._most = most
        self._least = least

    def __missing__(self, held: tuple[int, int]) -> Cards:
        found = self[held] = _serve(held[: self._kinds], self._most, self._least)
        return found


def _serve(counts: Cards, most: int, least: int) -> Cards:
    """Hands pay alike that differ only in cards too many to use, or in colors with too few of them."""
    return tuple([min(count, most) for count in counts]) if sum(counts) >= least else ()


@cache
def _serving(board: Board, wilds: int) -> tuple[tuple[Kind, Kind, _Serving], ...]:
    """The kinds of each color, and what of them serves on any terrain of the board."""
    most = max(terrain.due for _, terrain in crossings(board))
    least = min(terrain.least(wilds) for _, terrain in crossings(board))
    return tuple((kinds[0], kinds[-1], _Serving(len(kinds), most, least)) for kinds in _train_kinds(board))


def pair_groups(board: Board, hand: Cards, free: RouteSet) -> list[Group]:
    """Every free route over hard terrain that the hand can pay for, with every payment."""
    if not free & board.hard_terrain:
        return []
    wilds = hand[-1]
    held = tuple([serves[hand[first], hand[last]] for first, last, serves in _serving(board, wilds)])
    return [(routes & free, pays) for routes, pays in _pair_groups(board, held, wilds) if routes & free]


@lru_cache(maxsize=4096)
def _pair_groups(board: Board, held: tuple[Cards, ...], wilds: int) -> tuple[Group, ...]:
    """What such a hand pays for, whether it is free or not."""
    groups = []
    for routes, terrain in crossings(board):
        serving = tuple([_serve(counts, terrain.due, terrain.least(wilds)) for counts in held])
        pays = _pair_payments(board, terrain, serving, min(wilds, terrain.due))
        if pays:
            groups.append((routes, pays))
    return tuple(groups)


@lru_cache(maxsize=4096)
def _pair_payments(board: Board, terrain: Terrain, held: tuple[Cards, ...], wilds: int) -> tuple[Cards, ...]:
    """Color by color, how many cards of each kind; given up where count or pairs can no longer come out."""
    loose = terrain.single + wilds
    colors = [(kinds, counts) for kinds, counts in zip(_train_kinds(board), held, strict=True) if counts]
    paired_behind = [sum(sum(counts) & ~1 for _, counts in colors[i:]) for i in range(len(colors) + 1)]
    pay = list(board.no_cards)
    found: list[Cards] = []

    def extend(color: int, left: int, odd: int) -> None:
        if left > paired_behind[color] + 2 * loose - odd:  # each odd card waits for one partner, not two
            return
        if color == len(colors):
            pay[-1] = left
            if left <= wilds and (_pairs_up(board, terrain, pay) if terrain.single else odd <= left):
                found.append(tuple(pay))
            return
        kinds, most = colors[color]
        for laid, counts in _splits(most):
            if laid <= left and odd + laid % 2 <= loose:
                for kind, count in zip(kinds, counts, strict=True):
                    pay[kind] = count
                extend(color + 1, left - laid, odd + laid % 2)

    extend(0, terrain.due, 0)
    return tuple(found)


@cache
def _splits(most: Cards) -> tuple[tuple[int, Cards], ...]:
    """Every way to lay cards of one color, and how many they are."""
    return tuple((sum(counts), counts) for counts in product(*(range(count, -1, -1) for count in most)))


def _pairs_up(board: Board, terrain: Terrain, pay: Sequence[int]) -> bool:
    """Whether the cards make the pairs, each of one color, and one set for the other spaces."""
    by_color = [sum([pay[kind] for kind in kinds]) for kinds in _train_kinds(board)]
    if not terrain.single:
        return _odd_after(by_color, 0, 0) <= pay[-1]
    return any(
        _odd_after(by_color, color, used) <= pay[-1] - (terrain.single - used)
        for color in range(len(by_color))
        for used in range(max(0, terrain.single - pay[-1]), min(terrain.single, by_color[color]) + 1)
    )


def _odd_after(by_color: Sequence[int], color: int, used: int) -> int:
    """Colors with an odd number of cards, once `used` of one color lie on single spaces: each needs a wild."""
    return sum([(count - (used if i == color else 0)) % 2 for i, count in enumerate(by_color)])


def pays_for_terrain(board: Board, route: Route, pay: Cards) -> bool:
    """Whether these cards, no more and no fewer, pay for a route over hard terrain."""
    terrain = _terrain(route)
    return sum(pay) == terrain.due and _pairs_up(board, terrain, pay)
