"""Tempo: how many turns the game will still last, by the pieces and cards that everybody has left."""

from __future__ import annotations

from branchline.bots.atlas import CARDS_A_TURN
from branchline.bots.sight import Sight
from branchline.core.view import Rival

PIECES_A_CLAIM = 2.9
DELAY = 1.0
"""Fitted to games of all bots: the pieces laid for each turn that is no draw, and a turn that is always lost."""


def my_turns(sight: Sight) -> float:
    """The turns that this seat can count on, this one included, unless it ends the game itself."""
    view = sight.view
    seats = len(view.rivals)
    if view.turns_left is not None:
        return float((view.turns_left + seats - 1) // seats)
    return view.board.rules.last_turns + min(
        turns_to_end(sight, rival) for seat, rival in enumerate(view.rivals) if seat != sight.seat
    )


def turns_to_end(sight: Sight, rival: Rival) -> float:
    """The turns that a rival needs to lay the pieces that it must."""
    rules = sight.board.rules
    whole = rules.pieces_kept or sum(rules.pieces)
    left = min(whole, sum(rival.pieces))
    left -= rules.end_at
    draws = max(0.0, left / sight.atlas.mean_cover - rival.hand_size) / CARDS_A_TURN
    return draws + left / PIECES_A_CLAIM + DELAY
