"""What never changes on a board, worked out once for bots: neighbors, lengths and costs in plain tuples.

A *color group* is all kinds of card that pay for the same colored routes: those of one color and one deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

from branchline.core.ids import SHIPS, CityId
from branchline.core.printed.board import BOARDS_REMEMBERED, Board

T = TypeVar("T")

GREY = -1
"""The color group of a route that any color pays for."""

CARDS_PER_TURN = 2


@dataclass(frozen=True, eq=False)
class BoardFacts:
    """Facts about one board. Routes, cities and kinds of card are the board's own numbers."""

    board: Board

    @cached_property
    def ends(self) -> tuple[tuple[CityId, CityId], ...]:
        """`ends[route]`: the two cities that it joins."""
        return tuple((route.a, route.b) for route in self.board.routes)

    @cached_property
    def twin(self) -> tuple[int, ...]:
        """`twin[route]`: the other lane of a double route, -1 for a single one."""
        return tuple(-1 if route.twin is None else route.twin for route in self.board.routes)

    @cached_property
    def length(self) -> tuple[int, ...]:
        return tuple(route.length for route in self.board.routes)

    @cached_property
    def mean_length(self) -> float:
        """The mean over all spaces of the board of the length of the route that the space belongs to."""
        return sum(length**2 for length in self.length) / sum(self.length)

    @cached_property
    def points(self) -> tuple[int, ...]:
        return tuple(self.board.rules.points[route.length] for route in self.board.routes)

    @cached_property
    def color_group(self) -> tuple[int, ...]:
        """`color_group[route]`: the group of cards that pays for it; GREY where every color does."""
        colors = len(self.board.colors)
        return tuple(GREY if route.color is None else route.deck * colors + route.color for route in self.board.routes)

    @cached_property
    def kind_group(self) -> tuple[int, ...]:
        """`kind_group[kind]`: the color group of a kind of card; the wild has the last number, all by itself."""
        colors = len(self.board.colors)
        decks = len(self.board.rules.pieces)
        return tuple(
            decks * colors if kind.color is None else kind.deck * colors + kind.color for kind in self.board.kinds
        )

    @cached_property
    def group_count(self) -> int:
        """The number of color groups, the wild's not counted."""
        return self.kind_group[-1]

    @cached_property
    def deck_groups(self) -> tuple[range, ...]:
        """`deck_groups[deck]`: the color groups of a deck."""
        colors = len(self.board.colors)
        return tuple(range(deck * colors, (deck + 1) * colors) for deck in range(len(self.board.rules.pieces)))

    def by_deck(self, values: Sequence[T]) -> list[Sequence[T]]:
        """Values of all color groups, split by deck."""
        return [values[groups.start : groups.stop] for groups in self.deck_groups]

    @cached_property
    def covers(self) -> tuple[int, ...]:
        """`covers[kind]`: the spaces that one card covers."""
        return tuple(kind.covers for kind in self.board.kinds)

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """`deck[route]`: the deck that pays for it, which is also the sort of pieces it takes."""
        return tuple(route.deck for route in self.board.routes)

    @cached_property
    def spaces_per_card(self) -> tuple[float, ...]:
        """By deck: the mean of spaces that a card covers; for ships a fifth of what is above one is taken off.

        Cards for two spaces lose one of them on routes of odd length.
        """
        means = []
        for deck in range(len(self.board.rules.pieces)):
            kinds = [kind for kind in self.board.kinds if kind.deck == deck and kind.color is not None]
            copies = sum(kind.copies for kind in kinds)
            mean = sum(kind.copies * kind.covers for kind in kinds) / copies
            means.append(1 + 0.8 * (mean - 1) if deck == SHIPS else mean)
        return tuple(means)

    @cached_property
    def mean_spaces_per_card(self) -> float:
        """Spaces per card over all decks, weighed by the pieces of each sort."""
        pieces = self.board.rules.default_pieces or self.board.rules.pieces
        return sum(pieces) / sum(count / cover for count, cover in zip(pieces, self.spaces_per_card, strict=True))

    @cached_property
    def cards_needed(self) -> tuple[float, ...]:
        """`cards_needed[route]`: the cards it takes, with pair spaces, needed wilds and a tunnel's mean toll."""
        return tuple(
            (route.length + route.pairs) / self.spaces_per_card[route.deck] + route.wilds + 0.7 * route.tunnel
            for route in self.board.routes
        )

    @cached_property
    def turns_needed(self) -> tuple[float, ...]:
        """`turns_needed[route]`: one turn to claim it, and those to draw its cards."""
        return tuple(1 + cards / CARDS_PER_TURN for cards in self.cards_needed)

    @cached_property
    def points_per_turn(self) -> float:
        """Points per turn of a player who claims only the routes of the most points per turn until no piece is left."""
        left = sum(self.board.rules.pieces) if not self.board.rules.pieces_kept else self.board.rules.pieces_kept
        points = turns = 0.0
        taken = 0
        for number in sorted(range(len(self.length)), key=lambda route: -self.points[route] / self.turns_needed[route]):
            if left <= 0:
                break
            twin = self.board.routes[number].twin
            if twin is not None and taken >> twin & 1:
                continue
            taken |= 1 << number
            part = min(1.0, left / self.length[number])
            left -= self.length[number]
            points += part * self.points[number]
            turns += part * self.turns_needed[number]
        return points / turns if turns else 1.0


@lru_cache(maxsize=BOARDS_REMEMBERED)
def facts_of(board: Board) -> BoardFacts:
    return BoardFacts(board)
