"""The examples run as they stand, and the one that learns learns."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from branchline.envs.single import RailwayEnv
from branchline.games import find_game

EXAMPLES = Path(__file__).parents[2] / "examples"
MAX_LINES = 20
"""Of code, not counting the sentence on top, imports and blank lines."""


@pytest.mark.parametrize("name", ["play_pettingzoo", "play_gymnasium", "play_vector", "play_openspiel"])
def test_an_example_of_twenty_lines_runs(name: str) -> None:
    path = EXAMPLES / f"{name}.py"
    lines = [line for line in path.read_text("utf-8").splitlines()[1:] if line and "import " not in line]
    assert len(lines) <= MAX_LINES
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False, env={**os.environ})
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_an_exact_solver_nears_perfect_play_on_the_smallest_board() -> None:
    command = [sys.executable, str(EXAMPLES / "solve_openspiel.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ})
    assert done.returncode == 0, done.stderr
    first, last = (float(line.split()[1]) for line in done.stdout.splitlines())
    assert 0 <= last < first / 4


def ppo() -> Any:
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLES / "ppo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ppo_learns_to_beat_chance() -> None:
    """Some rounds are enough against random players; docs/environments.md tells what minutes bring against greedy."""
    example, game = ppo(), find_game("sampleland", None)
    rng = np.random.default_rng(1)
    network = example.train(game, 60, rng, games=64, rounds=6)
    share, half = example.evaluate(network, RailwayEnv(game, opponents="random"), 60)
    print(f"won {share:.0%} ± {half:.0%}")
    assert share > 0.6


def test_the_gradient_of_ppo_is_right() -> None:
    """What is written out by hand agrees with differences of the loss."""
    example = ppo()
    rng = np.random.default_rng(2)
    network = example.Network(5, 7, rng)
    network.weights = [w.astype(np.float64) + 0.3 * rng.standard_normal(w.shape) for w in network.weights]
    seen, mask = rng.standard_normal((9, 5)), rng.random((9, 7)) < 0.6
    codes = rng.integers(7, size=9)
    mask[np.arange(9), codes] = True
    old, gains, results = rng.standard_normal(9) * 0.1 - 1.5, rng.standard_normal(9), rng.standard_normal(9)

    def loss() -> float:
        chances, logs, values, _, _ = network.forward(seen, mask)
        ratio = np.exp(logs[np.arange(9), codes] - old)
        clipped = np.minimum(ratio * gains, np.clip(ratio, 1 - example.CLIP, 1 + example.CLIP) * gains)
        entropy = -(chances * np.where(mask, logs, 0)).sum(axis=1)
        return float((-clipped + (values - results) ** 2 / 2 - example.ENTROPY * entropy).mean())

    slopes = network.slopes(seen, mask, codes, old, gains, results)
    for weight, slope in zip(network.weights, slopes, strict=True):
        for index in [tuple(rng.integers(size) for size in weight.shape) for _ in range(4)]:
            kept = weight[index]
            weight[index] = kept + 1e-6
            above = loss()
            weight[index] = kept - 1e-6
            below = loss()
            weight[index] = kept
            assert slope[index] == pytest.approx((above - below) / 2e-6, abs=1e-5)
