"""Pieces of two sorts: how many of each to start with, and when to exchange (W-6, W-27)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from branchline.bots.board.position import Sight
from branchline.core.ids import SHIPS, TRAINS, DeckId, Pieces


class Exchange(NamedTuple):
    """Pieces to give away for as many of the other sort."""

    give: DeckId
    number: int


def laid(sight: Sight, routes: Iterable[int]) -> list[int]:
    """The pieces that routes take, by sort."""
    used = [0] * len(sight.pieces)
    for route in routes:
        used[sight.atlas.deck[route]] += sight.atlas.length[route]
    return used


def exchange_for(sight: Sight, used: list[int]) -> Exchange | None:
    """The exchange that makes the pieces suffice; none needed counts as one of nothing; None if nothing helps."""
    left = [have - need for have, need in zip(sight.pieces, used, strict=True)]
    if sum(used) > sight.stock:
        return None
    short = min(left)
    if short >= 0:
        return Exchange(TRAINS, 0)
    if len(left) < 2:
        return None
    lacking = left.index(short)
    possible = min(left[1 - lacking], sight.box[lacking])
    return Exchange(DeckId(1 - lacking), -short) if -short <= possible else None


def choose_pieces(sight: Sight, used: list[int], reserve: int) -> Pieces:
    """Enough trains for the plan and a few in reserve; all else ships, for the long routes over sea."""
    rules = sight.board.rules
    trains, ships = rules.pieces
    least = max(0, rules.pieces_kept - ships)
    wanted = min(trains, rules.pieces_kept, max(least, used[TRAINS] + reserve))
    if used[SHIPS] > rules.pieces_kept - wanted:
        wanted = max(least, rules.pieces_kept - used[SHIPS])
    return (wanted, rules.pieces_kept - wanted)
