"""A state as a row of bytes, the same from core and lane, so that whole batches of them are compared at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.lane.engine import Rows
from branchline.lane.layout import MAX_OFFER

PackedRows: TypeAlias = NDArray[Any]

NOBODY: Final = 255
"""Fills the places that hold no card, ticket or seat."""
REMEMBERED: Final = 1 << 14
"""Players whose bytes are kept: most of them are the same at the next decision."""


class Packing(Protocol):
    """How the states of one game with so many seats are packed. `record` names what stands where in a row."""

    record: np.dtype[Any]

    def pack(self, state: Any) -> bytes:
        """A state of the core."""

    def rows(self, games: Rows) -> PackedRows:
        """The games of a batch, as records of the type `record`."""


def padded(members: Sequence[int], size: int) -> bytes:
    return bytes(members).ljust(size, bytes([NOBODY]))


def offers_of(tickets: Sequence[int], turn: int, seats: int) -> bytes:
    """Offers of all seats, of which only the one to act has any."""
    return b"".join(padded(tickets if seat == turn else (), MAX_OFFER) for seat in range(seats))


def write_tickets(games: Rows, out: PackedRows, seats: int, ring: int) -> None:
    """The ticket deck from its top on, offers, and choices made in secret."""
    places = np.arange(out["queue"].shape[1])
    queue = np.take_along_axis(games["queue"], (games["queue_first"][:, None] + places) % ring, axis=1)
    out["queue"] = np.where(places < games["queue_size"][:, None], queue, NOBODY)
    offered = np.arange(MAX_OFFER) < games["offered"][:, :seats, None]
    out["offers"] = np.where(offered, games["offers"][:, :seats], NOBODY)
    out["choices"] = games["choices"][:, :seats]
