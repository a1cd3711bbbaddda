"""Pieces of two sorts: how many of each to start with, and when to exchange (W-6, W-27)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from branchline.bots.board.position import BoardPosition
from branchline.core.ids import SHIPS, TRAINS, DeckId, Pieces


class Exchange(NamedTuple):
    """A number of pieces to give for as many of the other sort."""

    give: DeckId
    number: int


def pieces_used(position: BoardPosition, routes: Iterable[int]) -> list[int]:
    """The pieces that routes take, by sort."""
    used = [0] * len(position.pieces)
    for route in routes:
        used[position.facts.deck[route]] += position.facts.length[route]
    return used


def exchange_for(position: BoardPosition, used: list[int]) -> Exchange | None:
    """The exchange after which the pieces suffice, of number 0 where none is needed; None if they never do."""
    left = [have - need for have, need in zip(position.pieces, used, strict=True)]
    if sum(used) > position.total_pieces:
        return None
    short = min(left)
    if short >= 0:
        return Exchange(TRAINS, 0)
    if len(left) < 2:
        return None
    lacking = left.index(short)
    possible = min(left[1 - lacking], position.box[lacking])
    return Exchange(DeckId(1 - lacking), -short) if -short <= possible else None


def choose_pieces(position: BoardPosition, used: list[int], reserve: int) -> Pieces:
    """As many trains as the plan takes and `reserve` more; all other pieces are ships."""
    rules = position.board.rules
    trains, ships = rules.pieces
    least = max(0, rules.pieces_kept - ships)
    wanted = min(trains, rules.pieces_kept, max(least, used[TRAINS] + reserve))
    if used[SHIPS] > rules.pieces_kept - wanted:
        wanted = max(least, rules.pieces_kept - used[SHIPS])
    return (wanted, rules.pieces_kept - wanted)
