"""A Gymnasium vector environment: thousands of games in one batch of the lane, stepped together.

    from branchline.envs.vector import RailwayVectorEnv

    envs = RailwayVectorEnv("usa", num_envs=4096, opponents="random")
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminated, truncated, infos = envs.step(choose(observations, infos["action_mask"]))

Nothing is copied: observations and masks are the buffers that compiled code writes, and the next step overwrites them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

try:
    import numpy as np
    from gymnasium import Space
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError as missing:
    raise ImportError("the environments need gymnasium and pettingzoo: pip install 'branchline[envs]'") from missing

from branchline.core.game import AnyGame
from branchline.envs.rewards import check_reward, rewards_of
from branchline.envs.spaces import action_space, observation_space
from branchline.games import find_game
from branchline.lane.batch import Batch
from branchline.lane.players.names import player_number
from branchline.lane.players.play import new_players

Opponents: TypeAlias = Callable[[Batch, NDArray[np.bool_], NDArray[np.int32]], None]
"""Writes a code for every game of a batch, given its masks; only those of the others' turns are used."""


class RandomOpponents:
    """Any legal code with the same chance."""

    def __init__(self) -> None:
        self._number = 0

    def __call__(self, batch: Batch, mask: NDArray[np.bool_], actions: NDArray[np.int32]) -> None:
        self._number += 1
        batch.choose(mask, actions, self._number)


class CompiledOpponents:
    """A compiled player in all other seats, which is asked game by game."""

    def __init__(self, name: str, batch: Batch, learners: NDArray[np.int16]) -> None:
        player_number(name)
        self._name, self._learners = name, learners
        self._players = new_players(batch.lane)

    def __call__(self, batch: Batch, mask: NDArray[np.bool_], actions: NDArray[np.int32]) -> None:
        for number in np.flatnonzero(batch.actors != self._learners).tolist():
            row = batch.games[number : number + 1]
            code = self._players.decide(self._name, row, int(batch.actors[number]))
            # Beyond the mask are the settlements of the Card Game: a batch has one code for them, the best.
            actions[number] = code if code < mask.shape[1] else mask[number].argmax()


class RailwayVectorEnv(VectorEnv[NDArray[np.int16], NDArray[np.int32], NDArray[Any]]):
    """The learner has one seat of each game, another one in each, and `opponents` decide for the others.

    With `opponents="self"` the learner decides for every seat: `infos["seat"]` says whose decision is asked for. A game
    that ends is dealt anew within the same step; `rewards` is what its end was worth to the learner (for "self", to who
    decided last), `infos["rewards"]` has a column for every seat, and `infos["final_obs"]` what the learner saw then.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # Gymnasium has it so.

    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int,
        players: int = 2,
        *,
        opponents: str | Opponents = "random",
        edition: str | None = None,
        reward: str = "win",
        threads: int = 1,
    ) -> None:
        found = find_game(game, edition) if isinstance(game, str) else game
        self.batch = Batch(found, players, num_envs, threads)
        self.num_envs, self.reward = num_envs, check_reward(reward)
        self.learners = (np.arange(num_envs) % players).astype(np.int16)
        self._opponents = self._opponents_named(opponents) if isinstance(opponents, str) else opponents
        self.single_observation_space = observation_space(self.batch.observation)
        self.single_action_space = action_space(self.batch.space)
        self._mask, self._observations = self.batch.new_mask(), self.batch.new_observation()
        self._actions = np.zeros(num_envs, np.int32)
        self._rewards = np.zeros((num_envs, players), np.float32)
        self._final = np.zeros_like(self._observations)

    # Gymnasium wants both; with thousands of games they are large, and few ask for them.
    @cached_property
    def observation_space(self) -> Space[Any]:  # type: ignore[override]
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Space[Any]:  # type: ignore[override]
        return batch_space(self.single_action_space, self.num_envs)

    def _opponents_named(self, name: str) -> Opponents | None:
        if name == "self":
            return None
        return RandomOpponents() if name == "random" else CompiledOpponents(name, self.batch, self.learners)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(self._seeds(self.num_envs))
        self._until_learners_decide()
        return self._observations, self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.int16], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        decided = self.batch.actors.copy()
        self._actions[:] = actions
        self.batch.step(self._actions)
        terminated = self._until_learners_decide()
        seats = decided if self._opponents is None else self.learners
        rewards = np.where(terminated, self._rewards[np.arange(self.num_envs), seats], np.float32(0))
        infos = self._infos()
        if terminated.any():
            infos |= {"rewards": self._rewards, "_rewards": terminated}
            infos |= {"final_obs": self._final, "_final_obs": terminated}
        return self._observations, rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def _until_learners_decide(self) -> NDArray[np.bool_]:
        """Let the others decide and deal ended games anew until all wait for the learner; tells which have ended."""
        batch, ended = self.batch, np.zeros(self.num_envs, np.bool_)
        while True:
            over = batch.over
            if over.any():
                ended |= over
                self._finish(np.flatnonzero(over))
            batch.mask(self._mask)
            waiting = batch.actors != self.learners
            if self._opponents is None or not waiting.any():
                break
            self._opponents(batch, self._mask, self._actions)
            batch.step(self._actions, waiting)
        batch.observe(self._observations)
        return ended

    def _finish(self, numbers: NDArray[np.intp]) -> None:
        """Note what the end of some games was worth and looked like, and deal them anew."""
        part = self.batch.picked(numbers)
        scores, seen = part.new_scores(), part.new_observation()
        part.score(scores)
        part.observe(seen, self.learners[numbers])
        self._rewards[numbers], self._final[numbers] = rewards_of(self.reward, scores, self.batch.seats), seen
        part.reset(self._seeds(len(numbers)))
        self.batch.put(numbers, part)

    def _seeds(self, count: int) -> list[int]:
        return self.np_random.integers(1 << 62, size=count).tolist()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._mask.view(np.int8), "seat": self.batch.actors}
