"""Every payment that can ever be made on a board, in the order in which the rules list them.

A hand that holds less can make some of them, in the same order: so a payment is known by its number, and what a hand
can pay is a choice of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from branchline.core.bits import mask_of
from branchline.core.ids import Cards, Color, DeckId, Kind, RouteSet
from branchline.core.printed.board import Board
from branchline.rules.board.payment.payment import Price, is_exact, prices
from branchline.rules.board.payment.terrain import kinds_of


@dataclass(frozen=True)
class PriceClass:
    """Routes of one price that a purse serves, and every payment for one of them out of this purse."""

    price: Price
    length: int
    symbols: int
    routes: RouteSet
    counts: tuple[Cards, ...]
    """Of each payment, the cards of the purse's kinds and the wilds after them."""


@dataclass(frozen=True)
class ColorPurse:
    """The cards of one color that serve on the routes of one deck (`rules.board.payment.payment.Purse`)."""

    deck: DeckId
    color: Color
    kinds: tuple[Kind, ...]
    most: tuple[int, ...]
    """More cards of each kind than this pay for nothing more; the wilds come last."""
    classes: tuple[PriceClass, ...]

    @property
    def shape(self) -> object:
        """Purses of one shape pay in the same ways, each in its color."""
        return self.most, tuple((each.price, each.counts) for each in self.classes)


def purses(board: Board) -> list[ColorPurse]:
    """The purses of a board, deck by deck and color by color; those that serve no route are left out."""
    found = []
    for deck in range(len(board.rules.pieces)):
        for color in range(len(board.colors)):
            purse = _purse(board, DeckId(deck), Color(color))
            if purse.classes:
                found.append(purse)
    return found


def _purse(board: Board, deck: DeckId, color: Color) -> ColorPurse:
    kinds = kinds_of(board, deck, color)
    classes: dict[tuple[Price, int, int], RouteSet] = {}
    for i, (route, price) in enumerate(zip(board.routes, prices(board), strict=True)):
        if route.deck == deck and route.color in (color, None) and not route.pairs:
            key = price, route.length, route.wilds
            classes[key] = classes.get(key, 0) | 1 << i
    longest = max((length for _, length, _ in classes), default=0)
    most = tuple(min(board.kinds[kind].copies, longest) for kind in kinds)
    wilds = min(board.kinds[board.wild].copies, max(0, longest - 1))
    return ColorPurse(
        deck,
        color,
        kinds,
        (*most, wilds),
        tuple(
            PriceClass(price, length, symbols, routes, _every_payment(board, kinds, (*most, wilds), length, symbols))
            for (price, length, symbols), routes in classes.items()
        ),
    )


def _every_payment(
    board: Board, kinds: Sequence[Kind], most: Sequence[int], length: int, symbols: int
) -> tuple[Cards, ...]:
    """Fewest wilds first; a ferry needs as many wilds as it has symbols (E-7)."""
    return tuple(
        (*counts, wilds)
        for wilds in range(symbols, min(most[-1], length - 1) + 1)
        for counts in product(*(range(count, -1, -1) for count in most[:-1]))
        if any(counts) and is_exact(board, kinds, counts, wilds, length)
    )


def wild_routes(board: Board, wilds: int) -> RouteSet:
    """The routes that so many wilds alone pay for (B-12)."""
    return mask_of(i for i, route in enumerate(board.routes) if route.length <= wilds and not route.pairs)


def sets_of_one_color(board: Board, size: int) -> list[Cards]:
    """Every set of `size` cards of one kind, wilds standing in (E-9, E-17), fewest wilds first."""
    sets = []
    for wilds in range(size):
        for kind in range(board.wild):
            cards = list(board.no_cards)
            cards[kind], cards[-1] = size - wilds, wilds
            sets.append(tuple(cards))
    return [*sets, (*board.no_cards[:-1], size)]


def every_card(board: Board) -> Cards:
    """A hand with every card of the board."""
    return tuple(kind.copies for kind in board.kinds)
