"""Random play for tests: every step of a game, by players who try every verb that the rules offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from branchline.core.actions import Action
from branchline.core.game import AnyGame, Options, Step
from branchline.core.ids import Seat
from branchline.core.printed.board import Board
from branchline.core.rng import Rng, below, seeded
from branchline.games import game_names, load_game

BOARD_GAMES = tuple(name for name in game_names() if name != "cards")
COUNTS = [(name, seats) for name in BOARD_GAMES for seats in load_game(name).seat_counts]
"""Every board game with every number of players."""


def board_of(game: AnyGame) -> Board:
    """The board of a board game."""
    assert isinstance(game.printed, Board)
    return game.printed


class Move(NamedTuple):
    """One decision, with the state before it."""

    state: Any
    seat: Seat
    action: Action
    step: Step[Any]


def varied(legal: Sequence[Action], rng: Rng) -> tuple[Action, Rng]:
    """Choose a kind of action first in every second case, so that rare kinds come up as often as common ones.

    The choice depends on what is legal, and not on the order in which it is listed.
    """
    coin, rng = below(rng, 2)
    kinds: dict[str, list[Action]] = {}
    for action in legal:
        kinds.setdefault(type(action).__name__ if coin else "", []).append(action)
    which, rng = below(rng, len(kinds))
    actions = sorted(kinds[sorted(kinds)[which]], key=repr)
    index, rng = below(rng, len(actions))
    return actions[index], rng


def uniform(legal: Sequence[Action], rng: Rng) -> tuple[Action, Rng]:
    """Any legal action with the same chance."""
    index, rng = below(rng, len(legal))
    return legal[index], rng


def walk(
    game: AnyGame,
    seats: int,
    seed: int,
    choose: Any = uniform,
    options: Options = Options(),  # noqa: B008  # frozen
) -> Iterator[Move]:
    """A whole game of random legal actions; secret choices come in random order of seats."""
    rng = seeded(seed + 1)
    state = game.start(seats, seed, options).state
    while not game.is_over(state):
        actors = game.actors(state)
        which, rng = below(rng, len(actors))
        seat = actors[which]
        action, rng = choose(game.legal(state, seat), rng)
        step = game.perform(state, seat, action)
        yield Move(state, seat, action, step)
        state = step.state
