"""Races of moves: who is given up, and who has won."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from branchline.analysis.racing import best_move, still_running, trust_in

WORLDS = 40


def leads(*means: float, spread: float = 4.0) -> NDArray[np.float64]:
    """Moves with these means; the same luck in every world, and a little of their own."""
    chance = np.random.default_rng(1)
    own = chance.normal(0, spread, (len(means), WORLDS))
    own -= own.mean(axis=1, keepdims=True)
    found: NDArray[np.float64] = chance.normal(0, 30, WORLDS) + own + np.array(means)[:, None]
    return found


def test_a_move_that_is_clearly_behind_is_given_up() -> None:
    assert still_running(leads(0, 10, 9.5, 2), [0, 1, 2, 3]) == [1, 2]
    assert still_running(leads(0, 1, 0.5, 0.2), [0, 1, 2, 3]) == [0, 1, 2, 3]


def test_one_who_was_given_up_stays_so() -> None:
    values = leads(0, 10, 30)
    values[2, 20:] = np.nan
    assert still_running(values, [0, 1]) == [1]


def test_the_best_move_is_better_than_what_was_played_by_more_than_chance() -> None:
    assert best_move(leads(0, 8, 5)) == 1
    assert best_move(leads(0, -1, -2)) == 0
    assert best_move(leads(0, 0.1, spread=20)) == 0
    assert best_move(leads(0, 30, spread=20)) == 1


def test_a_difference_counts_less_the_larger_its_error() -> None:
    assert trust_in(0) == 1
    assert trust_in(5) == pytest.approx(0.5)
    assert trust_in(50) < 0.01
