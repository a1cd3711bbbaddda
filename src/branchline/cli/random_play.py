"""Games between players who choose uniformly among their legal actions: the same seed gives the same game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from branchline.core.actions import Action
from branchline.core.game import Game
from branchline.core.ids import Seat


class Played(NamedTuple):
    """The last state of a game, and every decision that led to it."""

    state: Any
    actions: list[tuple[Seat, Action]]


def choices_of(seed: int) -> Callable[[int], int]:
    """Chance for the players: none of the game's own. It gives numbers below the one it is called with."""
    chance = Random(seed).random
    return lambda count: int(chance() * count)


def play_random(game: Game[Any, Any], seats: int, seed: int) -> Played:
    state = game.start(seats, seed).state
    choose = choices_of(seed)
    actions: list[tuple[Seat, Action]] = []
    while not game.is_over(state):
        for seat in game.actors(state):
            legal = game.legal(state, seat)
            actions.append((seat, legal[choose(len(legal))]))
            state = game.perform(state, *actions[-1]).state
    return Played(state, actions)
