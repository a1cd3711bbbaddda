"""Three random players on the Europe board, as PettingZoo has it (needs the extra `envs`)."""

from branchline.envs.aec import env

game = env("europe", players=3, engine="core", reward="rank")  # engine="lane" with the extra `fast`
game.reset(seed=7)
results = {}
for agent in game.agent_iter():
    observation, reward, terminated, truncated, info = game.last()
    if terminated:
        results[agent] = reward
        game.step(None)
    else:
        game.step(game.action_space(agent).sample(info["action_mask"]))
print(results)
