"""CFR of OpenSpiel goes through the whole game of a tiny board, and nears perfect play (needs the extra `spiel`)."""

from pathlib import Path

import pyspiel
from open_spiel.python.algorithms.cfr import CFRSolver
from open_spiel.python.algorithms.exploitability import exploitability

import branchline.envs.spiel  # noqa: F401  # registers the game

board = Path(__file__).with_name("smallest.toml")
game = pyspiel.load_game(f"python_branchline(board={board},deals=2)")
solver = CFRSolver(game)
for rounds in range(1, 6):
    solver.evaluate_and_update_policy()
    if rounds in (1, 5):  # What the best answer gains against it, a game: nothing against perfect play.
        print(rounds, exploitability(game, solver.average_policy()))
