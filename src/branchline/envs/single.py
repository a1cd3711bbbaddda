"""A Gymnasium environment: one seat learns, bots play the others.

from branchline.envs.single import RailwayEnv

env = RailwayEnv("europe", players=3, opponents="greedy,planner")
observation, info = env.reset(seed=1)
observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from __future__ import annotations

from random import Random
from typing import Any

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
except ImportError as missing:
    raise ImportError("the environments need gymnasium and pettingzoo: pip install 'branchline[envs]'") from missing

from branchline.bots.registry import make_bot
from branchline.core.game import AnyGame
from branchline.envs.episode import OVER, new_episode
from branchline.envs.rewards import check_reward
from branchline.envs.spaces import action_space, observation_space
from branchline.notation.typed.text import action_text


class RailwayEnv(gymnasium.Env[Any, np.int64]):
    """The learner sits in `seat`, or with None in another seat each game. `opponents` names bots with commas.

    The last of them fills the other seats. A code that may not be chosen loses the game at once (`info["illegal"]`);
    with `illegal="raise"` it is an error instead.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium has it so.

    def __init__(
        self,
        game: str | AnyGame,
        players: int = 2,
        *,
        opponents: str = "greedy",
        seat: int | None = None,
        edition: str | None = None,
        engine: str = "core",
        reward: str = "win",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.episode = new_episode(game, players, edition, engine)
        self.reward = check_reward(reward)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat} among {players} players")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal codes can 'lose' or 'raise', not {illegal!r}")
        names = opponents.split(",")
        names += names[-1:] * (players - 1 - len(names))
        self._bots = [make_bot(name.strip(), self.episode.game) for name in names[: players - 1]]
        self._seat, self._illegal, self.render_mode = seat, illegal, render_mode
        self.observation_space = observation_space(self.episode.layout)
        self.action_space = action_space(self.episode.space)
        self._told: list[str] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(self.episode.seats)) if self._seat is None else self._seat
        self._bot_chance = Random(int(self.np_random.integers(1 << 62)))
        self._told = []
        self.episode.reset(int(self.np_random.integers(1 << 62)))
        self._let_others_decide()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        if self.episode.actor == OVER:
            raise ValueError("the game is over: call reset")
        if not self.episode.mask[action]:
            if self._illegal == "raise":
                raise ValueError(f"the code {action} may not be chosen now: see info['action_mask']")
            return self._observe(), self._worst(), True, False, {**self._info(), "illegal": True}
        self._told = []
        self._tell(int(action))
        self.episode.step(int(action))
        self._let_others_decide()
        over = self.episode.actor == OVER
        reward = self.episode.rewards(self.reward)[self.seat] if over else 0.0
        return self._observe(), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask under the name by which some learners ask for it."""
        return self.episode.mask.astype(np.bool_)

    def _let_others_decide(self) -> None:
        while self.episode.actor not in (OVER, self.seat):
            bot = self._bots[(self.episode.actor - self.seat) % self.episode.seats - 1]
            self.episode.ask(bot, self._bot_chance)

    def _observe(self) -> NDArray[np.int16]:
        return self.episode.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask.copy()}

    def _worst(self) -> float:
        """What the last of all is given; a hundred points behind where points are the reward."""
        return {"win": -1 / (self.episode.seats - 1), "rank": -1.0, "margin": -100.0}[self.reward]

    def _tell(self, action: int) -> None:
        if self.render_mode == "ansi":
            self._told.append(action_text(self.episode.game, self.episode.action(action)))

    def render(self) -> Any:
        """The learner's last action in the words of the notation."""
        return "\n".join(self._told) if self.render_mode == "ansi" else None
