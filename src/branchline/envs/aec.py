"""A PettingZoo environment: every seat is an agent, and they decide one after the other.

from branchline.envs.aec import env

game = env("usa", players=3)
game.reset(seed=1)
for agent in game.agent_iter():
    observation, reward, terminated, truncated, info = game.last()
    action = None if terminated else game.action_space(agent).sample(info["action_mask"])
    game.step(action)
"""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    from gymnasium.spaces import Discrete
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ImportError as missing:
    raise ImportError("the environments need gymnasium and pettingzoo: pip install 'branchline[envs]'") from missing

from branchline.core.game import AnyGame
from branchline.envs.episode import OVER, new_episode
from branchline.envs.rewards import check_reward
from branchline.envs.spaces import observation_space
from branchline.notation.typed.text import action_text


class RailwayAEC(AECEnv[str, NDArray[np.int16], int | None]):
    """Agents are called `player_0` and so on, by their seats. Rewards come with the end of the game."""

    metadata = {"name": "branchline_v1", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str | AnyGame,
        players: int = 2,
        *,
        edition: str | None = None,
        engine: str = "core",
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.episode = new_episode(game, players, edition, engine)
        self.reward = check_reward(reward)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.episode.layout) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.episode.space.size) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self._last = ""

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew. With a seed, this game and those after it follow from it."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.episode.reset(int(self._chance.integers(1 << 62)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._last = ""
        self._ask_next()

    def observe(self, agent: str) -> NDArray[np.int16]:
        return self.episode.observe(self._seats[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.episode.mask[action]:
            raise ValueError(f"{agent} may not choose the code {action} now: see info['action_mask']")
        if self.render_mode:
            self._last = f"{agent}: {action_text(self.episode.game, self.episode.action(action))}"
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.episode.step(int(action))
        self._ask_next()
        self._accumulate_rewards()

    def _ask_next(self) -> None:
        """Name the agent that decides next with its mask; after the end, all are told their rewards."""
        actor = self.episode.actor
        if actor == OVER:
            self.rewards = dict(zip(self.possible_agents, self.episode.rewards(self.reward), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            actor = 0
        self.agent_selection = self.possible_agents[actor]
        nothing = np.zeros_like(self.episode.mask)
        self.infos = {
            agent: {"action_mask": self.episode.mask.copy() if agent == self.agent_selection else nothing}
            for agent in self.possible_agents
        }

    def render(self) -> str | None:
        """The last action in the words of the notation."""
        return self._last if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def env(game: str | AnyGame, players: int = 2, **options: Any) -> Any:
    """The environment with PettingZoo's usual checks around it; the options are those of `RailwayAEC`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(RailwayAEC(game, players, **options)))
