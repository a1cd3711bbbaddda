"""Random games for the tests of this folder: every decision with the state it was made in and what came of it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from branchline.core.actions import Action
from branchline.core.game import AnyGame, Step
from branchline.core.ids import Seat
from branchline.core.rng import below, seeded
from branchline.games import game_names, load_game

GAMES = [(name, seats) for name in game_names() for seats in load_game(name).seat_counts]


class Decision(NamedTuple):
    state: Any
    seat: Seat
    action: Action
    step: Step[Any]


def decisions(game: AnyGame, start: Step[Any], seed: int) -> Iterator[Decision]:
    """Random legal play from a start to the end."""
    state, rng = start.state, seeded(seed)
    while not game.is_over(state):
        for seat in game.actors(state):
            legal = game.legal(state, seat)
            choice, rng = below(rng, len(legal))
            step = game.apply(state, seat, legal[choice])
            yield Decision(state, seat, legal[choice], step)
            state = step.state
