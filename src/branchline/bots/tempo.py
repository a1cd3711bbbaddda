"""Tempo: how many turns the game will still last, by the pieces and cards that everybody has left."""

from __future__ import annotations

from branchline.bots.atlas import CARDS_A_TURN
from branchline.bots.sight import Sight
from branchline.core.view import Rival

USUAL_LENGTH = 3.3
"""Pieces in a claim of somebody of whom nothing is known yet, counted as a few claims of it."""
USUAL_CLAIMS = 3
USEFUL = 0.8
"""The part of a hand that will be paid with."""


def my_turns(sight: Sight) -> float:
    """The turns that this seat can count on, this one included, unless it ends the game itself."""
    view = sight.view
    seats = len(view.rivals)
    if view.turns_left is not None:
        return float((view.turns_left + seats - 1) // seats)
    return min(
        turns_to_end(sight, rival) + view.board.rules.last_turns
        for seat, rival in enumerate(view.rivals)
        if seat != sight.seat
    )


def turns_to_end(sight: Sight, rival: Rival) -> float:
    """The turns that a rival needs to lay the pieces that it must."""
    rules = sight.board.rules
    left = sum(rival.pieces) - rules.end_at
    whole = rules.pieces_kept or sum(rules.pieces)
    laid = whole - sum(rival.pieces)
    claims = rival.routes.bit_count()
    mean_length = (laid + USUAL_CLAIMS * USUAL_LENGTH) / (claims + USUAL_CLAIMS)
    per_card = sight.atlas.mean_cover
    draws = max(0.0, left / per_card - USEFUL * rival.hand_size) / CARDS_A_TURN
    return draws + left / mean_length
