"""Tickets in any game of the lane: what may be kept of an offer, and the ring of tickets that is the deck."""

from __future__ import annotations

from typing import Any

from branchline.lane.compile import jit


@jit
def first_options(printed: Any, out: Any, count: int) -> int:
    """Every way to keep first tickets; `printed` is the record of a board or of a set of cards."""
    for way in range(printed.first_ways):
        out[count] = printed.code_first_keep + way
        count += 1
    return count


@jit
def options(printed: Any, game: Any, seat: int, out: Any, count: int) -> int:
    """Every way to keep tickets of a later offer (B-21)."""
    size = game.offered[seat]
    for code in range(printed.keep_row[size], printed.keep_row[size + 1]):
        out[count] = code
        count += 1
    return count


@jit
def take_offer(printed: Any, game: Any, seat: int) -> None:
    """Offer some from the top of the deck."""
    size = min(printed.offer, game.queue_size)
    last = len(game.queue) - 1  # The queue is a ring whose size is a power of two.
    for place in range(size):
        game.offers[seat, place] = game.queue[(game.queue_first + place) & last]
    game.offered[seat] = size
    game.queue_first = (game.queue_first + size) & last
    game.queue_size -= size


@jit
def put_under(printed: Any, game: Any, seat: int, way: int) -> None:
    """The tickets not kept go under the deck, in the order given; the offer is over."""
    last = len(game.queue) - 1
    for i in range(printed.way_count[way]):
        place = (game.queue_first + game.queue_size) & last
        game.queue[place] = game.offers[seat, printed.way_returned[way, i]]
        game.queue_size += 1
    game.offered[seat] = 0
