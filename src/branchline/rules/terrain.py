"""Hard terrain: routes some of whose spaces take a pair of cards (W-17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from branchline.core.board import Board, Route
from branchline.core.ids import TRAINS, Cards, Color, DeckId, Kind, RouteSet

Group = tuple[RouteSet, tuple[Cards, ...]]
"""Routes that cost the same, and every payment for one of them."""


@cache
def kinds_of(board: Board, deck: DeckId, color: Color) -> tuple[Kind, ...]:
    """The kinds of card that a color has in a deck."""
    return tuple(Kind(i) for i, kind in enumerate(board.kinds) if kind.color == color and kind.deck == deck)


class Terrain(NamedTuple):
    """What a route with pair spaces asks for (W-17): routes that ask the same share their payments."""

    length: int
    pairs: int
    color: Color | None


@cache
def terrains(board: Board) -> tuple[tuple[RouteSet, Terrain], ...]:
    """The routes over hard terrain, by what they cost."""
    classes: dict[Terrain, RouteSet] = {}
    for i, route in enumerate(board.routes):
        if route.pairs:
            terrain = Terrain(route.length, route.pairs, route.color)
            classes[terrain] = classes.get(terrain, 0) | 1 << i
    return tuple((routes, terrain) for terrain, routes in classes.items())


@cache
def _train_kinds(board: Board) -> tuple[tuple[Kind, ...], ...]:
    """Color by color, the cards that serve on rails: only rail routes cross hard terrain."""
    return tuple(kinds_of(board, TRAINS, Color(color)) for color in range(len(board.colors)))


def pair_groups(board: Board, hand: Cards, free: RouteSet) -> list[Group]:
    """Every free route over hard terrain that the hand can pay for, with every payment."""
    wanted = [(routes & free, terrain) for routes, terrain in terrains(board) if routes & free]
    if not wanted:
        return []
    held = tuple([tuple([hand[kind] for kind in kinds]) for kinds in _train_kinds(board)])
    wilds = hand[-1]
    partnered = sum([sum(counts) & ~1 for counts in held]) + 2 * wilds
    groups = []
    for routes, terrain in wanted:
        # Below this, not even wilds and single spaces for every card without a partner would be enough.
        if partnered + terrain.length - terrain.pairs >= 2 * terrain.pairs:
            pays = _pair_payments(board, terrain, held, wilds)
            if pays:
                groups.append((routes, pays))
    return groups


@lru_cache(maxsize=4096)
def _pair_payments(board: Board, terrain: Terrain, held: tuple[Cards, ...], wilds: int) -> tuple[Cards, ...]:
    """Color by color, how many cards of each kind; given up where count or pairs can no longer come out."""
    loose = terrain.length - terrain.pairs + wilds
    least = 1 if loose else 2
    colors = [(kinds, counts) for kinds, counts in zip(_train_kinds(board), held, strict=True) if sum(counts) >= least]
    paired_behind = [sum(sum(counts) & ~1 for _, counts in colors[i:]) for i in range(len(colors) + 1)]
    pay = list(board.no_cards)
    found: list[Cards] = []

    def extend(color: int, left: int, odd: int) -> None:
        if left > paired_behind[color] + 2 * loose - odd:  # each odd card waits for one partner, not two
            return
        if color == len(colors):
            pay[-1] = left
            if left <= wilds and _pairs_up(board, terrain, pay):
                found.append(tuple(pay))
            return
        kinds, most = colors[color]
        for counts in product(*(range(min(count, left), -1, -1) for count in most)):
            laid = sum(counts)
            if laid <= left and odd + laid % 2 <= loose:
                for kind, count in zip(kinds, counts, strict=True):
                    pay[kind] = count
                extend(color + 1, left - laid, odd + laid % 2)

    extend(0, terrain.length + terrain.pairs, 0)
    return tuple(found)


def _pairs_up(board: Board, terrain: Terrain, pay: Sequence[int]) -> bool:
    """Whether the cards make the pairs, each of one color, and one set for the other spaces."""
    by_color = [sum(pay[kind] for kind in kinds) for kinds in _train_kinds(board)]
    single = terrain.length - terrain.pairs
    choices = range(len(by_color)) if terrain.color is None else (terrain.color,)
    return any(
        _odd_after(by_color, color, used) <= pay[-1] - (single - used)
        for color in choices
        for used in range(max(0, single - pay[-1]), min(single, by_color[color]) + 1)
    )


def _odd_after(by_color: Sequence[int], color: int, used: int) -> int:
    """Colors with an odd number of cards, once `used` of one color lie on single spaces: each needs a wild."""
    return sum((count - (used if i == color else 0)) % 2 for i, count in enumerate(by_color))


def pays_for_terrain(board: Board, route: Route, pay: Cards) -> bool:
    """Whether these cards, no more and no fewer, pay for a route over hard terrain."""
    terrain = Terrain(route.length, route.pairs, route.color)
    return sum(pay) == route.length + route.pairs and _pairs_up(board, terrain, pay)
