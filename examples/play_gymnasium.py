"""One seat of the USA board against a bot, as Gymnasium has it (needs the extra `envs`)."""

import numpy as np

from branchline.envs.single import RailwayEnv

env = RailwayEnv("usa", players=2, opponents="greedy", reward="margin")
fields = env.episode.layout.named
observation, info = env.reset(seed=3)
over, reward = False, 0.0
while not over:
    codes = np.flatnonzero(info["action_mask"])
    if fields(observation)["hand"].sum() > 12:  # Enough cards: a late code is mostly a claim, an early one a draw.
        codes = codes[-3:]
    observation, reward, over, _, info = env.step(int(env.np_random.choice(codes)))
print(f"{reward:+.0f} points against greedy, {int(fields(observation)['points'][0])} of them for routes")
