"""Tempo: how many turns the game will still last, by the pieces and cards that everybody has left."""

from __future__ import annotations

from branchline.bots.board.board_facts import CARDS_A_TURN
from branchline.bots.board.position import Sight
from branchline.core.view import PlayerSeen

LENGTH_OF_CLAIMS = 0.82
"""The pieces laid for each turn that is no draw, as a part of the length of a route that a piece lies on."""
FEW_COLORS = 8
"""With so many colors, counted for each deck, all cards in hand find their use; with more, fewer do."""
DELAY = 1.0
"""A turn that is lost on the way. All of these are fitted to games of all bots."""


def my_turns(sight: Sight, trust: float) -> float:
    """The turns that this seat can count on, this one included, unless it ends the game itself."""
    view = sight.view
    seats = len(view.players)
    if view.turns_left is not None:
        return float((view.turns_left + seats - 1) // seats)
    return view.board.rules.last_turns + trust * min(
        turns_to_end(sight, rival) for seat, rival in enumerate(view.players) if seat != sight.seat
    )


def turns_to_end(sight: Sight, rival: PlayerSeen) -> float:
    """The turns that a rival needs to lay the pieces that it must."""
    rules = sight.board.rules
    whole = rules.pieces_kept or sum(rules.pieces)
    left = min(whole, sum(rival.pieces))
    left -= rules.end_at
    atlas = sight.atlas
    useful = min(1.0, (FEW_COLORS / atlas.purses) ** 2) * rival.hand_size
    draws = max(0.0, left / atlas.mean_cover - useful) / CARDS_A_TURN
    return draws + left / (LENGTH_OF_CLAIMS * atlas.usual_length) + DELAY * rules.last_turns
