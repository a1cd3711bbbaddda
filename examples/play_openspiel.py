"""MCCFR of OpenSpiel on a small board, against a random bot (needs the extra `spiel`)."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from open_spiel.python.bots.policy import PolicyBot

import branchline.envs.spiel  # noqa: F401  # registers the game

game = pyspiel.load_game("python_branchline(board=sampleland,edition=quick,deals=4)")
chance = np.random.RandomState(1)
np.random.seed(1)
solver = OutcomeSamplingSolver(game)
for _ in range(20):
    solver.iteration()
bots = [PolicyBot(0, chance, solver.average_policy()), pyspiel.make_uniform_random_bot(1, 1)]
print(evaluate_bots(game.new_initial_state(), bots, chance))
