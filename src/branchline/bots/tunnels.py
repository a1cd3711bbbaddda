"""Tunnels: how likely the cards in hand get through, and whether a toll is worth paying (E-8 to E-13)."""

from __future__ import annotations

from branchline.bots.sight import Sight
from branchline.core.cards import minus
from branchline.core.ids import TRAINS, Cards
from branchline.rules.claim import TUNNEL_CARDS


def chance_of_passing(sight: Sight, pay: Cards) -> float:
    """The chance that what is left in hand covers the toll; a card that matches is as likely as it is unseen."""
    memory = sight.view.memory
    assert memory is not None
    pool = memory.fillings[TRAINS][-1].pool
    total = sum(pool)
    if total < TUNNEL_CARDS:
        pool = sight.board.full_decks[TRAINS]
        total = sum(pool)
    played = next((kind for kind, count in enumerate(pay[:-1]) if count), None)
    matching = (pool[-1] + (0 if played is None else pool[played])) / total
    rest = minus(sight.hand, pay)
    spare = rest[-1] + (0 if played is None else rest[played])
    chances = (
        (1 - matching) ** 3,
        3 * matching * (1 - matching) ** 2,
        3 * matching**2 * (1 - matching),
        matching**3,
    )
    return sum(chances[: spare + 1])
