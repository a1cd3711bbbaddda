"""A board as bots look at it: neighbors, lengths and prices in plain tuples, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from branchline.core.board import Board
from branchline.core.ids import SHIPS, CityId

GREY = -1
"""Stands for the color of a route that any color pays for."""

CARDS_A_TURN = 2


@dataclass(frozen=True, eq=False)
class Atlas:
    """What never changes during a game. Routes, cities and kinds of card are the board's own numbers."""

    board: Board

    @cached_property
    def near(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """`near[city]`: the cities next to it, each with the route that leads there."""
        near: list[list[tuple[int, int]]] = [[] for _ in self.board.cities]
        for number, route in enumerate(self.board.routes):
            near[route.a].append((route.b, number))
            near[route.b].append((route.a, number))
        return tuple(map(tuple, near))

    @cached_property
    def ends(self) -> tuple[tuple[CityId, CityId], ...]:
        return tuple((route.a, route.b) for route in self.board.routes)

    @cached_property
    def twin(self) -> tuple[int, ...]:
        """`twin[route]`: the other lane of a double route, -1 for a single one."""
        return tuple(-1 if route.twin is None else route.twin for route in self.board.routes)

    @cached_property
    def length(self) -> tuple[int, ...]:
        return tuple(route.length for route in self.board.routes)

    @cached_property
    def usual_length(self) -> float:
        """The length of the route that a space of the board belongs to, on the average over all spaces."""
        return sum(length**2 for length in self.length) / sum(self.length)

    @cached_property
    def points(self) -> tuple[int, ...]:
        return tuple(self.board.rules.points[route.length] for route in self.board.routes)

    @cached_property
    def purse(self) -> tuple[int, ...]:
        """`purse[route]`: which purse pays for it, see `purse_of`; GREY where every color does."""
        colors = len(self.board.colors)
        return tuple(GREY if route.color is None else route.deck * colors + route.color for route in self.board.routes)

    @cached_property
    def purse_of(self) -> tuple[int, ...]:
        """`purse_of[kind]`: cards of one color and deck pay together; the wild has the last purse, all by itself."""
        colors = len(self.board.colors)
        decks = len(self.board.rules.pieces)
        return tuple(
            decks * colors if kind.color is None else kind.deck * colors + kind.color for kind in self.board.kinds
        )

    @cached_property
    def covers(self) -> tuple[int, ...]:
        return tuple(kind.covers for kind in self.board.kinds)

    @cached_property
    def purses(self) -> int:
        return self.purse_of[-1]

    @cached_property
    def deck(self) -> tuple[int, ...]:
        return tuple(route.deck for route in self.board.routes)

    @cached_property
    def spaces_a_card(self) -> tuple[float, ...]:
        """By deck: how many spaces a card covers, on the average; those that cover more lose some now and then."""
        means = []
        for deck in range(len(self.board.rules.pieces)):
            kinds = [kind for kind in self.board.kinds if kind.deck == deck and kind.color is not None]
            copies = sum(kind.copies for kind in kinds)
            mean = sum(kind.copies * kind.covers for kind in kinds) / copies
            means.append(1 + 0.8 * (mean - 1) if deck == SHIPS else mean)
        return tuple(means)

    @cached_property
    def mean_cover(self) -> float:
        """Spaces that a card of any deck covers, weighed by the pieces of each sort."""
        pieces = self.board.rules.default_pieces or self.board.rules.pieces
        return sum(pieces) / sum(count / cover for count, cover in zip(pieces, self.spaces_a_card, strict=True))

    @cached_property
    def cards(self) -> tuple[float, ...]:
        """`cards[route]`: how many cards it takes, pair spaces, needed wilds and a tunnel's toll reckoned in."""
        return tuple(
            (route.length + route.pairs) / self.spaces_a_card[route.deck] + route.wilds + 0.7 * route.tunnel
            for route in self.board.routes
        )

    @cached_property
    def turns(self) -> tuple[float, ...]:
        """`turns[route]`: one turn to claim it, and those to draw its cards."""
        return tuple(1 + cards / CARDS_A_TURN for cards in self.cards)

    @cached_property
    def pace(self) -> float:
        """Points that a turn is worth to somebody who only lays the routes that pay best, all pieces long."""
        left = sum(self.board.rules.pieces) if not self.board.rules.pieces_kept else self.board.rules.pieces_kept
        points = turns = 0.0
        taken = 0
        for number in sorted(range(len(self.length)), key=lambda route: -self.points[route] / self.turns[route]):
            if left <= 0:
                break
            twin = self.board.routes[number].twin
            if twin is not None and taken >> twin & 1:
                continue
            taken |= 1 << number
            part = min(1.0, left / self.length[number])
            left -= self.length[number]
            points += part * self.points[number]
            turns += part * self.turns[number]
        return points / turns if turns else 1.0


@cache
def atlas_of(board: Board) -> Atlas:
    return Atlas(board)
