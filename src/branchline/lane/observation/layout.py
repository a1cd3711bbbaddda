"""Which number stands where in an observation: named fields one after the other, for every board and number of seats.

Seats are counted from the viewer on: 0 is the viewer, 1 the seat after it. Nothing here needs numba.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import AnyGame
from branchline.core.idle import MAX_ROUNDS
from branchline.core.phases import (
    Finished,
    FirstPieces,
    FirstTickets,
    SecondCard,
    Settlement,
    TicketOffer,
    Toll,
    Turn,
)
from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.core.printed.contract import Printed
from branchline.lane.layout import NOTHING
from branchline.lane.observation.places import PLACES, Places

VERSION: Final = 1
"""A change of the fields, their order or their meaning raises it."""

NUMBER: Final = np.int16
"""The type of every number of an observation."""

PHASES: Final = (FirstTickets, FirstPieces, Turn, SecondCard, TicketOffer, Toll, Finished, Settlement)
"""What may be pending, in the order of the field `phase`; the numbers of `lane.layout`."""

_POINTS: Final = 100
"""Points are divided by this, so that most of them come to lie between 0 and 1."""


@dataclass(frozen=True)
class Field:
    """Some numbers of an observation that belong together, with the bounds of each and what `scaled` divides them by.

    `axes` names what they are counted by: `("seats", "routes")` has one number for each route of each seat.
    """

    name: str
    meaning: str
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    start: int
    low: int
    high: int
    unit: int

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def place(self) -> slice:
        return slice(self.start, self.start + self.size)


class ObservationLayout:
    """The fields of an observation of one board with so many seats."""

    def __init__(self, printed: Printed, seats: int) -> None:
        self.printed, self.seats = printed, seats
        self.fields: tuple[Field, ...] = tuple(_placed(printed, seats))
        self.size: int = sum(field.size for field in self.fields)

    def __getitem__(self, name: str) -> Field:
        return self._by_name[name]

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    @cached_property
    def _by_name(self) -> Mapping[str, Field]:
        return {field.name: field for field in self.fields}

    @cached_property
    def digest(self) -> str:
        """Names the layout in the record of an experiment: the same digest, the same meaning of every number."""
        printed = self.printed
        things = [printed.kinds, printed.cities, printed.tickets, getattr(printed, "routes", ())]
        text = [f"branchline observation {VERSION}:{printed.id}:{printed.edition}:{self.seats}"]
        text += [" ".join(thing.id for thing in some) for some in things]
        text += [f"{field.name} {field.shape} {field.low} {field.high} {field.unit}" for field in self.fields]
        return sha256("\n".join(text).encode()).hexdigest()[:16]

    @cached_property
    def low(self) -> NDArray[np.int16]:
        return self._each([field.low for field in self.fields], NUMBER)

    @cached_property
    def high(self) -> NDArray[np.int16]:
        return self._each([field.high for field in self.fields], NUMBER)

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """What to multiply an observation with, so that most of its numbers lie between 0 and 1."""
        return self._each([1 / field.unit for field in self.fields], np.float32)

    def _each(self, values: Sequence[float], kind: Any) -> NDArray[Any]:
        return np.repeat(np.array(values, kind), [field.size for field in self.fields])

    def named(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The fields of one observation, or of an array of them, by name and in their shapes; nothing is copied."""
        return {
            field.name: observation[..., field.place].reshape(observation.shape[:-1] + field.shape)
            for field in self.fields
        }


def layout_of(game: AnyGame, seats: int) -> ObservationLayout:
    if seats not in game.seat_counts:
        raise ValueError(f"{game.board_id} is not played by {seats}")
    return ObservationLayout(game.printed, seats)


def places_of(layout: ObservationLayout) -> Places:
    """The same for compiled code."""
    record = np.full(1, NOTHING, np.int64).repeat(len(PLACES.names or ())).view(PLACES)[0]
    for field in layout.fields:
        record[field.name] = field.start
    return record


_Row = tuple[str, str, tuple[str, ...], int, int, int]
"""Name, meaning, axes, low, high, unit."""


def _row(name: str, meaning: str, *axes: str, high: int = 1, low: int = 0, unit: int | None = None) -> _Row:
    return name, meaning, axes, low, high, max(1, high) if unit is None else unit


def _placed(printed: Printed, seats: int) -> Iterator[Field]:
    """The fields in their places; those that the game has nothing for are left out."""
    if isinstance(printed, Board):
        counts, rows = _board_counts(printed), _board_rows(printed, seats)
    else:
        assert isinstance(printed, CardSet)
        counts, rows = _card_counts(printed), _card_rows(printed, seats)
    counts |= {
        "seats": seats,
        "phases": len(PHASES),
        "kinds": len(printed.kinds),
        "tickets": len(printed.tickets),
        "offered": max(printed.rules.first_long + printed.rules.first_offer, printed.rules.offer),
    }
    start = 0
    for name, meaning, axes, low, high, unit in rows:
        shape = tuple(counts[axis] for axis in axes)
        if prod(shape):
            field = Field(name, meaning, axes, shape, start, low, high, unit)
            yield field
            start += field.size


def _board_counts(board: Board) -> dict[str, int]:
    rules = board.rules
    builds = bool(rules.stations or rules.harbors)
    tunnels = any(route.tunnel for route in board.routes)
    return {
        "decks": len(rules.display),
        "sorts": len(rules.pieces),
        "boxed": len(rules.pieces) if rules.pieces_kept else 0,
        "slots": sum(rules.display),
        "routes": len(board.routes),
        "cities": len(board.cities) if builds else 0,
        "tunnels": len(board.routes) if tunnels else 0,
        "tolls": len(board.kinds) if tunnels else 0,
        "toll": 1 if tunnels else 0,
    }


def _card_counts(cards: CardSet) -> dict[str, int]:
    return {"slots": cards.rules.display, "colors": len(cards.colors)}


def _common(printed: Printed, seats: int, last_turns: int) -> Iterator[_Row]:
    """What every game has."""
    copies = max(kind.copies for kind in printed.kinds)
    cards, tickets = sum(kind.copies for kind in printed.kinds), len(printed.tickets)
    yield _row("phase", "what is pending", "phases")
    yield _row("turn", "whose turn it is; before the first turn, who begins", "seats")
    yield _row("chosen", "who has made the secret choice that is pending", "seats")
    yield _row("ending", "whether the last turns have begun")
    yield _row("turns_left", "turns to come, once the last have begun", high=last_turns)
    yield _row("idle", "turns in a row that brought nothing new", high=MAX_ROUNDS * seats)
    yield _row("tickets_left", "tickets in the deck", high=tickets)
    yield _row("hand", "own cards", "kinds", high=copies)
    yield _row("discards", "cards on the discard piles", "kinds", high=copies)
    yield _row(
        "unseen",
        "cards that the viewer sees nowhere",
        "kinds",
        high=copies,
    )
    yield _row("display", "face-up cards, place by place", "slots", "kinds")
    yield _row("hand_sizes", "cards in hand", "seats", high=cards)
    yield _row("ticket_counts", "tickets held", "seats", high=tickets)
    yield _row("points", "points scored so far", "seats", low=-(1 << 15), high=(1 << 15) - 1, unit=_POINTS)
    yield _row("tickets", "own tickets", "tickets")
    yield _row("offered", "tickets offered now, to the viewer or to whoever chooses among them", high=8)
    yield _row("offer", "tickets offered to the viewer, place by place", "offered", "tickets")


def _board_rows(board: Board, seats: int) -> Iterator[_Row]:
    rules = board.rules
    copies = max(kind.copies for kind in board.kinds)
    yield from _common(board, seats, rules.last_turns * seats)
    yield _row("passes", "turns passed in a row", high=seats)
    yield _row("deck_sizes", "cards in each deck", "decks", high=sum(kind.copies for kind in board.kinds))
    yield _row("pieces", "pieces left", "seats", "sorts", high=max(rules.pieces))
    yield _row("box", "pieces in the box", "seats", "boxed", high=max(rules.pieces))
    yield _row("connected", "own and offered tickets whose cities the viewer's routes connect", "tickets")
    yield _row("routes", "routes claimed", "seats", "routes")
    yield _row("open", "routes that the viewer may still claim and has the pieces for", "routes")
    yield _row("built", "cities with a station or a harbor", "seats", "cities")
    yield _row("toll_route", "the tunnel whose toll is due", "tunnels")
    yield _row("laid", "cards laid out for it", "tolls", high=copies)
    yield _row("revealed", "cards turned up for it", "tolls", high=copies)
    yield _row("extra", "cards that it costs more", "toll", high=max(1, rules.tunnel_cards))


def _card_rows(cards: CardSet, seats: int) -> Iterator[_Row]:
    copies = max(kind.copies for kind in cards.kinds)
    all_cards = sum(kind.copies for kind in cards.kinds)
    yield from _common(cards, seats, seats)
    yield _row("deck_size", "cards in the deck", high=all_cards)
    yield _row("second_half", "whether it is the second half")
    yield _row("rows", "whose row of a color lies in a rail yard", "seats", "colors")
    yield _row("row_colored", "cards of the color in it", "colors", high=copies)
    yield _row("row_wilds", "wilds on top of them", "colors", high=copies)
    yield _row("stack_sizes", "cards on the track", "seats", high=all_cards)
    yield _row("stacks", "which they are, once they are turned over", "seats", "kinds", high=copies)
    yield _row("completed", "tickets completed", "seats", "tickets")
