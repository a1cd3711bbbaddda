"""How many turns are left, estimated from the pieces and cards of all players."""

from __future__ import annotations

from branchline.bots.board.board_facts import CARDS_PER_TURN
from branchline.bots.board.position import BoardPosition
from branchline.core.views.view import PlayerSeen

# Fitted to games of all bots.
CLAIMED_LENGTH = 0.82
"""Pieces laid per turn without a draw, as a part of `BoardFacts.mean_length`."""
USEFUL_GROUPS = 8
"""With so many color groups all cards in hand are of use; with n, the part (8 / n)² of them."""
LOST_TURNS = 1.0
"""Turns that bring nobody nearer to the end."""


def own_turns_left(position: BoardPosition, trust: float) -> float:
    """The turns of this seat, this one included, until the first of the others ends the game."""
    view = position.view
    seats = len(view.players)
    if view.turns_left is not None:
        return float((view.turns_left + seats - 1) // seats)
    return view.board.rules.last_turns + trust * min(
        turns_to_end(position, rival) for seat, rival in enumerate(view.players) if seat != position.seat
    )


def turns_to_end(position: BoardPosition, rival: PlayerSeen) -> float:
    """The turns until a rival has laid the pieces that end the game: draws for the cards it lacks, and claims."""
    rules = position.board.rules
    left = min(rules.pieces_kept or sum(rules.pieces), sum(rival.pieces)) - rules.end_at
    facts = position.facts
    useful = min(1.0, (USEFUL_GROUPS / facts.group_count) ** 2) * rival.hand_size
    draws = max(0.0, left / facts.mean_spaces_per_card - useful) / CARDS_PER_TURN
    return draws + left / (CLAIMED_LENGTH * facts.mean_length) + LOST_TURNS * rules.last_turns
