"""Games between players who choose uniformly among their legal actions: the same seed gives the same game."""

from __future__ import annotations

from typing import Any, NamedTuple

from branchline.core.actions import Action
from branchline.core.game import Game
from branchline.core.ids import Seat
from branchline.core.rng import Rng, below, seeded


class Played(NamedTuple):
    """The last state of a game, and every decision that led to it."""

    state: Any
    actions: list[tuple[Seat, Action]]


def choices_of(seed: int) -> Rng:
    """Chance for the players: none of the game's own, which starts from the seed itself."""
    return seeded(~seed)


def play_random(game: Game[Any, Any], seats: int, seed: int) -> Played:
    state = game.start(seats, seed).state
    rng = choices_of(seed)
    actions: list[tuple[Seat, Action]] = []
    while not game.is_over(state):
        for seat in game.actors(state):
            legal = game.legal(state, seat)
            choice, rng = below(rng, len(legal))
            actions.append((seat, legal[choice]))
            state = game.perform(state, *actions[-1]).state
    return Played(state, actions)
