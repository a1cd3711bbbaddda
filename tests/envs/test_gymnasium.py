"""The Gymnasium environments: one seat among bots, and thousands of games in a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from branchline.envs.single import RailwayEnv
from branchline.envs.vector import RailwayVectorEnv
from branchline.games import load_game

GAMES = ["usa", "europe", "world", "cards", "sampleland"]

# A mask is told beside the observation, and the environments are made by their classes alone.
plain = pytest.mark.filterwarnings(
    "ignore:.*(was not wrapped|not specified|The environment creation|Not able to test alternative render):UserWarning"
)


@plain
@pytest.mark.parametrize("engine", ["core", "lane"])
@pytest.mark.parametrize("game", GAMES)
def test_it_passes_the_check_of_gymnasium(game: str, engine: str) -> None:
    check_env(RailwayEnv(game, engine=engine, opponents="random"), skip_render_check=True)


def play(env: RailwayEnv, seed: int) -> tuple[float, int]:
    """Random codes to the end: the reward, and how many codes it took."""
    _, info = env.reset(seed=seed)
    chance, steps = np.random.default_rng(seed), 0
    while True:
        code = int(chance.choice(np.flatnonzero(info["action_mask"])))
        assert env.action_masks()[code]
        observation, reward, over, truncated, info = env.step(code)
        assert env.observation_space.contains(observation)
        assert not truncated
        steps += 1
        if over:
            assert not info["action_mask"].any()
            return reward, steps
        assert reward == 0


def test_bots_play_the_other_seats() -> None:
    env = RailwayEnv("sampleland", players=3, opponents="greedy,planner", reward="rank")
    ends = [play(env, seed) for seed in range(6)]
    assert ends == [play(env, seed) for seed in range(6)]
    assert {reward for reward, _ in ends} <= {-1.0, -0.5, 0.0, 0.5, 1.0}
    assert np.mean([reward for reward, _ in ends]) < 0, "bots win against chance"
    assert {env.reset(seed=seed) and env.seat for seed in range(20)} == {0, 1, 2}
    fixed = RailwayEnv("sampleland", players=3, seat=2)
    assert {fixed.reset(seed=seed) and fixed.seat for seed in range(5)} == {2}


def test_an_illegal_code_loses_or_is_an_error() -> None:
    env = RailwayEnv("usa", players=3, opponents="random")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-0.5, True, True)
    strict = RailwayEnv("usa", illegal="raise", opponents="random", render_mode="ansi")
    _, info = strict.reset(seed=1)
    with pytest.raises(ValueError, match="the code 0 may not be chosen now"):
        strict.step(0)
    strict.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert str(strict.render()).startswith("keep ")
    wrongs: list[dict[str, Any]] = [{"seat": 2}, {"illegal": "ignore"}, {"engine": "abacus"}]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"no seat 2|not 'ignore'|no engine 'abacus'"):
            RailwayEnv("usa", **wrong)


# -- many games at once --


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_of_environments_plays_on_and_on(game: str) -> None:
    envs = RailwayVectorEnv(game, 32, players=2, opponents="random", reward="margin")
    observations, infos = envs.reset(seed=4)
    chance, ended = np.random.default_rng(1), 0
    for _ in range(140):
        masks = infos["action_mask"]
        assert masks.any(axis=1).all(), "the learner always has a choice"
        assert (infos["seat"] == envs.learners).all()
        codes = [int(chance.choice(np.flatnonzero(mask))) for mask in masks]
        again, rewards, terminated, truncated, infos = envs.step(np.array(codes))
        assert again is observations
        assert not truncated.any()
        assert not rewards[~terminated].any()
        if terminated.any():
            ended += int(terminated.sum())
            final = envs.batch.observation.named(infos["final_obs"])
            assert (final["phase"][terminated, 6] == 1).all()
            mine = infos["rewards"][np.arange(32), envs.learners]
            assert (mine[terminated] == rewards[terminated]).all()
    assert ended > 16
    assert envs.observation_space.shape == (32, envs.batch.observation.size)
    assert envs.action_space.contains(np.array(codes))


def test_nothing_is_copied() -> None:
    envs = RailwayVectorEnv("usa", 8)
    observations, infos = envs.reset(seed=1)
    assert np.shares_memory(infos["action_mask"], envs._mask)
    assert np.shares_memory(infos["seat"], envs.batch.actors)
    assert observations is envs._observations


def test_the_same_seed_gives_the_same_games() -> None:
    def story(envs: RailwayVectorEnv) -> list[Any]:
        _, infos = envs.reset(seed=9)
        told: list[Any] = []
        for _ in range(60):
            observations, rewards, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
            told += [observations.sum(), rewards.tolist()]
        return told

    first, second = (story(RailwayVectorEnv("sampleland", 16, players=3)) for _ in range(2))
    assert first == second


def test_a_batch_can_be_played_by_the_learner_alone_or_by_anybody() -> None:
    alone = RailwayVectorEnv(load_game("sampleland"), 16, players=3, opponents="self")
    _, infos = alone.reset(seed=2)
    seats, rewarded = set(), 0
    for _ in range(150):
        seats |= set(infos["seat"].tolist())
        decided = infos["seat"].copy()
        _, rewards, ended, _, infos = alone.step(infos["action_mask"].argmax(axis=1))
        if ended.any():
            assert (infos["rewards"][ended, decided[ended]] == rewards[ended]).all()
            assert abs(infos["rewards"][ended].sum(axis=1)).max() < 1e-5
            rewarded += 1
    assert seats == {0, 1, 2}
    assert rewarded

    def last_code(batch: Any, mask: Any, actions: Any) -> None:
        actions[:] = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)

    by_hand = RailwayVectorEnv("sampleland", 4, opponents=last_code)
    by_hand.reset(seed=1)
    by_hand.step(by_hand._mask.argmax(axis=1))
    with pytest.raises(LookupError, match="no compiled player 'abacus'; there are random, hasty, greedy, planner"):
        RailwayVectorEnv("sampleland", 4, opponents="abacus")


@pytest.mark.parametrize("game", ["sampleland", "cards"])
def test_compiled_players_play_the_other_seats_of_a_batch(game: str) -> None:
    envs = RailwayVectorEnv(game, 12, players=3, opponents="greedy", reward="rank")
    _, infos = envs.reset(seed=3)
    chance = np.random.default_rng(1)
    ends: list[float] = []
    while len(ends) < 24:
        codes = [int(chance.choice(np.flatnonzero(mask))) for mask in infos["action_mask"]]
        _, rewards, terminated, _, infos = envs.step(np.array(codes))
        ends += rewards[terminated].tolist()
    assert np.mean(ends) < -0.5, "greedy players win against chance"
