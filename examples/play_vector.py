"""A thousand games at once against random players, as Gymnasium has it (needs the extras `envs` and `fast`)."""

import numpy as np

from branchline.envs.vector import RailwayVectorEnv

envs = RailwayVectorEnv("sampleland", num_envs=1000, players=2, opponents="random", reward="win")
observations, infos = envs.reset(seed=1)
claims, ends = envs.batch.space.blocks["claim"], list[float]()
while len(ends) < 1000:
    scores = np.random.default_rng(len(ends)).random(infos["action_mask"].shape) * infos["action_mask"]
    scores[:, claims:] *= 3  # A player at random who claims routes rather than drawing cards.
    observations, rewards, terminated, _, infos = envs.step(scores.argmax(axis=1))
    ends += rewards[terminated].tolist()
print(f"won {(np.mean(ends) + 1) / 2:.0%} of {len(ends)} games")
