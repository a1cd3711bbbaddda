"""The lane plays as the core does: the same deals, legal actions in the same order, states and scores."""

from __future__ import annotations

import pytest

from branchline.core.game import AnyGame
from branchline.games import catalog, load_game
from branchline.lane.verify.compare import by_verb, compare_game, uniform
from branchline.lane.verify.lockstep import compare_games
from tests.lane.mutated_boards import mutated_game

GAMES = 6
"""For each board, edition and number of players; decision by decision with all that there is to compare."""
TOGETHER = 30
"""More of them, in which lists of actions are compared at some decisions only."""

EDITIONS = [
    (info.id, edition.id, seats)
    for info in catalog()
    for edition in info.editions
    for seats in load_game(info.id).seat_counts
]


def assert_equal(game: AnyGame, seats: int, seed: int) -> None:
    decisions, difference = compare_game(game, seats, seed, by_verb if seed % 2 else uniform)
    assert difference is None, str(difference)
    assert decisions > 2 * seats


def assert_all_equal(game: AnyGame, seats: int, seeds: range) -> None:
    decisions, difference = compare_games(game, seats, seeds)
    assert difference is None, str(difference)
    assert decisions > 2 * seats * len(seeds)


@pytest.mark.parametrize(("name", "edition", "seats"), EDITIONS)
def test_every_game_is_the_same_in_the_lane(name: str, edition: str, seats: int) -> None:
    game = load_game(name, edition)
    for seed in range(1, GAMES + 1):
        assert_equal(game, seats, 100 * seats + seed)


@pytest.mark.parametrize(("name", "edition", "seats"), EDITIONS)
def test_many_games_are_the_same_in_the_lane(name: str, edition: str, seats: int) -> None:
    assert_all_equal(load_game(name, edition), seats, range(1000 * seats, 1000 * seats + TOGETHER))


@pytest.mark.parametrize("seed", range(40))
def test_mutated_boards_are_the_same_in_the_lane(seed: int) -> None:
    game = mutated_game(seed)
    for number in range(2):
        assert_equal(game, game.seat_counts[(seed + number) % len(game.seat_counts)], 1000 * seed + number)
    assert_all_equal(game, game.seat_counts[-1], range(1000 * seed + 2, 1000 * seed + 12))
