"""Which cards pay for what: the tables behind legality, and the check of a single payment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from branchline.core.bits import mask_of
from branchline.core.board import Board, Route
from branchline.core.ids import Cards, Color, DeckId, Kind, RouteSet
from branchline.rules.terrain import Group, kinds_of, pair_groups, pays_for_terrain


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
            key = hand[first] << 20 | hand[second] << 10 | wilds
            found = known.get(key)
            if found is None:
                found = purse.learn(hand, key)
            for routes, pays in found:
                if routes & free:
                    groups.append((routes & free, pays))
    for routes, pays in wild_groups(board, wilds):
        if routes & free:
            groups.append((routes & free, pays))
    groups += pair_groups(board, hand, free)
    return groups


def _purse(board: Board, deck: DeckId, color: Color) -> Purse:
    classes: dict[tuple[int, int], RouteSet] = {}
    for i, route in enumerate(board.routes):
        if route.deck == deck and route.color in (color, None) and not route.pairs:
            key = route.length, route.wilds
            classes[key] = classes.get(key, 0) | 1 << i
    return Purse(
        board,
        kinds_of(board, deck, color),
        tuple((length, symbols, routes) for (length, symbols), routes in classes.items()),
    )


@cache
def wild_groups(board: Board, wilds: int) -> tuple[Group, ...]:
    """Payments in wilds alone (B-12)."""
    groups = []
    for length in range(1, wilds + 1):
        routes = mask_of(i for i, route in enumerate(board.routes) if route.length == length and not route.pairs)
        if routes:
            groups.append((routes, ((*board.no_cards[:-1], length),)))
    return tuple(groups)


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
