"""Which cards pay for what: the tables behind legality, and the check of a single payment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product

from branchline.core.bits import mask_of
from branchline.core.board import Board, Route
from branchline.core.ids import Cards, Color, DeckId, Kind, RouteSet

Group = tuple[RouteSet, tuple[Cards, ...]]
"""Routes that cost the same, and every payment for one of them."""


@dataclass(eq=False, slots=True)
class Purse:
    """The cards of one color that serve on the routes of one deck, and what they can pay for."""

    board: Board
    kinds: tuple[Kind, ...]
    classes: tuple[tuple[int, int, RouteSet], ...]
    known: dict[int, tuple[Group, ...]] = field(default_factory=dict)

    def groups(self, hand: Cards) -> tuple[Group, ...]:
        """All payments with at least one card of this color. Remembered by what the hand holds of it."""
        key = hand[-1]
        for kind in self.kinds:
            key = key * 64 + hand[kind]
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._groups(hand)
        return found

    def _groups(self, hand: Cards) -> tuple[Group, ...]:
        groups = []
        for length, symbols, routes in self.classes:
            pays = tuple(self._payments(hand, length, symbols))
            if pays:
                groups.append((routes, pays))
        return tuple(groups)

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
def purses(board: Board) -> tuple[Purse, ...]:
    return tuple(
        purse
        for deck in range(len(board.rules.pieces))
        for color in range(len(board.colors))
        if (purse := _purse(board, DeckId(deck), Color(color))).classes
    )


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


@cache
def pair_routes(board: Board) -> tuple[tuple[int, Route], ...]:
    """Routes over hard terrain (W-17)."""
    return tuple((i, route) for i, route in enumerate(board.routes) if route.pairs)


@cache
def _kinds_of_deck(board: Board, deck: DeckId) -> tuple[Kind, ...]:
    return tuple(Kind(i) for i, kind in enumerate(board.kinds[:-1]) if kind.deck == deck)


@lru_cache(maxsize=4096)
def _pair_payments(board: Board, route: Route, held: Cards) -> tuple[Cards, ...]:
    """Every set of cards in `held` that pays for a route with pair spaces."""
    kinds = _kinds_of_deck(board, route.deck)
    need = route.length + route.pairs
    found: list[Cards] = []

    def extend(index: int, left: int, pay: list[int]) -> None:
        if index == len(kinds):
            if left <= held[-1]:
                whole = (*pay[:-1], left)
                if _pairs_up(board, route, whole):
                    found.append(whole)
            return
        kind = kinds[index]
        for count in range(min(held[kind], left), -1, -1):
            pay[kind] = count
            extend(index + 1, left - count, pay)
        pay[kind] = 0

    extend(0, need, list(board.no_cards))
    return tuple(found)


def pair_payments(board: Board, route: Route, hand: Cards) -> tuple[Cards, ...]:
    """W-17: the cards of other decks do not matter, and no more of a kind than the route can use."""
    most = route.length + route.pairs
    kinds = board.kinds
    held = tuple(
        min(count, most) if kinds[i].deck == route.deck or i == board.wild else 0 for i, count in enumerate(hand)
    )
    return _pair_payments(board, route, held)


def _pairs_up(board: Board, route: Route, pay: Cards) -> bool:
    """Whether the cards make the route's pairs, each of one color, and one set for its other spaces."""
    by_color = [0] * len(board.colors)
    for kind, count in enumerate(pay[:-1]):
        color = board.kinds[kind].color
        assert color is not None
        by_color[color] += count
    single = route.length - route.pairs
    choices = range(len(board.colors)) if route.color is None else (route.color,)
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
        return sum(pay) == route.length + route.pairs and _pairs_up(board, route, pay)
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
