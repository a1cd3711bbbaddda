"""Rewards add up to nothing, whatever is chosen; winners are those of the rules, tie-breaks included."""

from __future__ import annotations

import numpy as np
import pytest

from branchline.envs.rewards import REWARDS, check_reward

TOTALS = np.array([[100, 80, 60], [70, 70, 50], [70, 70, 70], [5, -5, 30]])
WON = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 1], [0, 0, 1]], np.bool_)


@pytest.mark.parametrize("name", REWARDS)
def test_rewards_add_up_to_nothing(name: str) -> None:
    assert REWARDS[name](TOTALS, WON).sum(axis=1) == pytest.approx(0, abs=1e-4)


def test_winning_alone_is_worth_one() -> None:
    assert REWARDS["win"](TOTALS, WON).tolist() == [[1, -0.5, -0.5], [-0.5, 1, -0.5], [0, 0, 0], [-0.5, -0.5, 1]]
    assert REWARDS["win"](TOTALS[:1, :2], WON[:1, :2]).tolist() == [[1, -1]]


def test_a_margin_is_counted_from_the_mean_of_the_others() -> None:
    assert REWARDS["margin"](TOTALS, WON)[0].tolist() == [30, 0, -30]
    assert REWARDS["margin"](TOTALS[:1, :2], WON[:1, :2])[0].tolist() == [20, -20]


def test_a_rank_follows_points_and_tie_breaks() -> None:
    assert REWARDS["rank"](TOTALS, WON).tolist() == [[1, 0, -1], [0, 1, -1], [0, 0, 0], [0, -1, 1]]


def test_an_unknown_reward_is_told() -> None:
    assert check_reward("win") == "win"
    with pytest.raises(ValueError, match="no reward 'fame'"):
        check_reward("fame")
