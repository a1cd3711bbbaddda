"""Hard terrain: routes some of whose spaces take a pair of cards (W-17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import islice, product
from typing import NamedTuple, TypeAlias

from branchline.core.bits import members
from branchline.core.ids import TRAINS, Cards, Color, DeckId, Kind, RouteSet
from branchline.core.printed.board import BOARDS_REMEMBERED, Board, Route
from branchline.rules.board.payment.remembered import Part, halves, part

Group: TypeAlias = tuple[RouteSet, tuple[Cards, ...]]
"""Routes that cost the same, and every payment for one of them."""


@lru_cache(maxsize=16 * BOARDS_REMEMBERED)
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


@lru_cache(maxsize=BOARDS_REMEMBERED)
def crossings(board: Board) -> tuple[tuple[RouteSet, Terrain], ...]:
    """The routes over hard terrain, by what they cost."""
    classes: dict[Terrain, RouteSet] = {}
    for i in members(board.hard_terrain):
        terrain = _terrain(board.routes[i])
        classes[terrain] = classes.get(terrain, 0) | 1 << i
    return tuple((routes, terrain) for terrain, routes in classes.items())


def _terrain(route: Route) -> Terrain:
    return Terrain(route.length, route.pairs)


@lru_cache(maxsize=BOARDS_REMEMBERED)
def _train_kinds(board: Board) -> tuple[tuple[Kind, ...], ...]:
    """Color by color, the cards that serve on rails, of one kind or two: only rail routes cross hard terrain."""
    return tuple(kinds_of(board, TRAINS, Color(color)) for color in range(len(board.colors)))


@lru_cache(maxsize=BOARDS_REMEMBERED)
def _parts(board: Board) -> tuple[Part[tuple[Cards, ...]], ...]:
    """What of a hand's cards can serve on any terrain of the board, half of the colors at a time."""
    return tuple(
        part([kind for kinds in some for kind in kinds], partial(_serving, board, [len(kinds) for kinds in some]))
        for some in halves(_train_kinds(board))
    )


def _serving(board: Board, sizes: Sequence[int], held: Cards) -> tuple[Cards, ...]:
    """What serves of each color, which has so many kinds."""
    most = max(terrain.due for _, terrain in crossings(board))
    least = min(terrain.least(held[-1]) for _, terrain in crossings(board))
    counts = iter(held)
    return tuple([_serve(tuple(islice(counts, size)), most, least) for size in sizes])


def _serve(counts: Cards, most: int, least: int) -> Cards:
    """Hands pay alike that differ only in cards too many to use, or in colors with too few of them."""
    return tuple([min(count, most) for count in counts]) if sum(counts) >= least else ()


def pair_groups(board: Board, hand: Cards) -> tuple[Group, ...]:
    """Every route over hard terrain that the hand can pay for, free or not, with every payment."""
    held: tuple[Cards, ...] = ()
    for pick, known in _parts(board):
        held += known[pick(hand)]
    return _pair_groups(board, held, hand[-1])


@lru_cache(maxsize=4096)
def _pair_groups(board: Board, held: tuple[Cards, ...], wilds: int) -> tuple[Group, ...]:
    groups = []
    for routes, terrain in crossings(board):
        serving = tuple([_serve(counts, terrain.due, terrain.least(wilds)) for counts in held])
        pays = _pair_payments(board, terrain, serving, min(wilds, terrain.due))
        if pays:
            groups.append((routes, tuple(pays)))
    return tuple(groups)


def _pair_payments(board: Board, terrain: Terrain, held: tuple[Cards, ...], wilds: int) -> list[Cards]:
    colors = [(kinds, counts) for kinds, counts in zip(_train_kinds(board), held, strict=True) if counts]
    laid = [kind for kinds, _ in colors for kind in kinds]
    found = []
    for *counts, wild in _ways(tuple([counts for _, counts in colors]), terrain.due, 0, wilds, terrain.single):
        pay = list(board.no_cards)
        for kind, count in zip(laid, counts, strict=True):
            pay[kind] = count
        pay[-1] = wild
        if not terrain.single or _pairs_up(board, terrain, pay):
            found.append(tuple(pay))
    return found


@lru_cache(maxsize=1 << 14)
def _ways(held: tuple[Cards, ...], left: int, odd: int, wilds: int, single: int) -> tuple[Cards, ...]:
    """Every way to lay so many cards, color by color and then the wilds, when `odd` colors lack a partner already.

    It knows no colors, only how many cards there are of each, so that different hands share what is known. Where there
    are single spaces it may give too many.
    """
    if not held:
        return ((left,),) if odd - single <= left <= wilds else ()
    return tuple(
        counts + way
        for laid, counts in _splits(held[0])
        if laid <= left
        for way in _ways(held[1:], left - laid, odd + laid % 2, wilds, single)
    )


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


def missing_for_pairs(board: Board, hand: Cards, route: Route) -> int:
    """How many cards a hand lacks for a route over hard terrain, when each goes where it saves the most."""
    terrain = _terrain(route)
    by_color = [sum([hand[kind] for kind in kinds]) for kinds in _train_kinds(board)]
    return max(0, min(_lacking(terrain, by_color, color) for color in range(len(by_color))) - hand[-1])


def _lacking(terrain: Terrain, by_color: Sequence[int], color: int) -> int:
    """Colored cards that are missing, when cards of this color lie on the single spaces."""
    best = terrain.due
    for used in range(min(terrain.single, by_color[color]) + 1):
        left = [count - (used if i == color else 0) for i, count in enumerate(by_color)]
        unpaired = max(0, terrain.pairs - sum([count // 2 for count in left]))
        odd = sum([count % 2 for count in left])
        best = min(best, terrain.single - used + 2 * unpaired - min(unpaired, odd))
    return best
