"""Learn a small board by playing against oneself: masked PPO in numpy, on one batch of the fast lane.

    pip install 'branchline[fast,envs]'
    python examples/ppo.py --minutes 4          # learns, then plays against greedy and tells how often it won

A network of two layers sees observations and gives a chance to every action code; codes that are not in the mask get
none. It plays whole games in all seats, every seat learns from its own decisions, and what counts is the result.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from branchline import find_game, new_batch
from branchline.envs.single import RailwayEnv

HIDDEN, RATE, CLIP, DECAY, ENTROPY, EPOCHS, MINIBATCH = 128, 1e-3, 0.2, 0.95, 0.01, 3, 2048
POINTS = 30  # a lead of so many points is worth as much as winning itself


class Network:
    """Two layers, then a number for every code and the expected result; trained by Adam."""

    def __init__(self, inputs: int, codes: int, rng: np.random.Generator) -> None:
        shapes = [(inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, codes), (HIDDEN, 1)]
        gains = [1.0, 1.0, 0.01, 0.1]
        self.weights = [
            (rng.standard_normal(shape) * gain / np.sqrt(shape[0])).astype(np.float32)
            for shape, gain in zip(shapes, gains, strict=True)
        ] + [np.zeros(shape[1], np.float32) for shape in shapes]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, seen: Any, mask: Any) -> tuple[Any, ...]:
        w1, w2, w3, w4, b1, b2, b3, b4 = self.weights
        first = np.tanh(seen @ w1 + b1)
        second = np.tanh(first @ w2 + b2)
        logits = np.where(mask, second @ w3 + b3, np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        total = chances.sum(axis=1, keepdims=True)
        return chances / total, logits - np.log(total), (second @ w4 + b4)[:, 0], first, second

    def slopes(self, seen: Any, mask: Any, codes: Any, old: Any, gains: Any, results: Any) -> list[Any]:
        """The gradient of PPO's clipped loss, written out."""
        chances, logs, values, first, second = self.forward(seen, mask)
        rows, count = np.arange(len(codes)), len(codes)
        ratio = np.exp(logs[rows, codes] - old)
        free = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        weight = gains * ratio * free / count
        spread = np.where(mask, logs, 0)
        entropy = -(chances * spread).sum(axis=1, keepdims=True)
        d_logits = chances * (weight[:, None] + ENTROPY / count * (spread + entropy))
        d_logits[rows, codes] -= weight
        d_values = ((values - results) / count)[:, None]
        w2, w3, w4 = self.weights[1:4]
        d_second = (d_logits @ w3.T + d_values @ w4.T) * (1 - second**2)
        d_first = (d_second @ w2.T) * (1 - first**2)
        deltas, below = [d_first, d_second, d_logits, d_values], [seen, first, second, second]
        return [a.T @ d for a, d in zip(below, deltas, strict=True)] + [d.sum(axis=0) for d in deltas]

    def learn(self, decisions: list[Any], rate: float) -> None:
        """One step of Adam."""
        self.updates += 1
        rate *= np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for w, slope, (mean, square) in zip(self.weights, self.slopes(*decisions), self.moments, strict=True):
            mean += np.float32(0.1) * (slope - mean)
            square += np.float32(0.001) * (slope**2 - square)
            w -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


def choose(logs: Any, rng: np.random.Generator) -> Any:
    """A code for each row by its chance (Gumbel's trick)."""
    return (logs + rng.gumbel(size=logs.shape).astype(np.float32)).argmax(axis=1)


def play(network: Network, batch: Any, rng: np.random.Generator) -> list[Any]:
    """Play all games of the batch to their end; give all decisions with what came of them."""
    size, seats = len(batch.games), batch.seats
    batch.reset(rng.integers(1 << 62, size=size).tolist())
    mask, seen, scores = batch.new_mask(), batch.new_observation(), batch.new_scores()
    actions, story = np.zeros(size, np.int32), []
    while not batch.over.all():
        batch.mask(mask)
        batch.observe(seen)
        here = np.flatnonzero(~batch.over)
        inputs, allowed = seen[here] * batch.observation.scale, mask[here]
        _, logs, values, _, _ = network.forward(inputs, allowed)
        actions[here] = codes = choose(logs, rng)
        story.append((here, batch.actors[here], inputs, allowed, codes, logs[np.arange(len(here)), codes], values))
        batch.step(actions)
    batch.score(scores)
    won = (scores["winners"][:, None] >> np.arange(seats) & 1) / np.bitwise_count(scores["winners"])[:, None]
    total = scores["total"][:, :seats]
    lead = (total * seats - total.sum(axis=1, keepdims=True)) / (seats - 1)
    result = ((won * seats - 1) / (seats - 1) + lead / POINTS).astype(np.float32) / 2
    return advantages(story, result)


def advantages(story: list[Any], result: Any) -> list[Any]:
    """Each decision with how much better things went than expected (GAE), seat by seat, from the end to the start."""
    later, gain = result.copy(), np.zeros_like(result)
    found = []
    for here, seat, inputs, allowed, codes, logs, values in reversed(story):
        gain[here, seat] = later[here, seat] - values + DECAY * gain[here, seat]
        later[here, seat] = values
        found.append((inputs, allowed, codes, logs, gain[here, seat], gain[here, seat] + values))
    return [np.concatenate(column) for column in zip(*found, strict=True)]


def train(game: Any, seconds: float, rng: np.random.Generator, games: int = 512, rounds: int = 10_000) -> Network:
    """Play and learn in turn until the time is over; it counts the processor's time."""
    batch = new_batch(game, 2, games)
    network = Network(batch.observation.size, batch.space.size, rng)
    play(network, batch, rng)  # Compiles what is not compiled yet.
    began = time.process_time()
    for number in range(rounds):
        spent = time.process_time() - began
        if spent > seconds:
            break
        decisions = play(network, batch, rng)
        gains = decisions[4]
        decisions[4] = ((gains - gains.mean()) / (gains.std() + 1e-8)).astype(np.float32)
        for _ in range(EPOCHS):
            order = rng.permutation(len(gains))
            for start in range(0, len(order) - MINIBATCH // 2, MINIBATCH):
                part = order[start : start + MINIBATCH]
                network.learn([column[part] for column in decisions], RATE * max(0.1, 1 - spent / seconds))
        if number % 10 == 0:
            print(f"round {number}, {spent:.0f} s: {len(gains)} decisions, {gains.std():.3f} surprise", flush=True)
    return network


def evaluate(network: Network, env: RailwayEnv, games: int, seed: int = 1) -> tuple[float, float]:
    """The share of games won against a bot, in a random seat each, and half of its 95 % interval."""
    scale = env.episode.layout.scale
    shares = []
    for number in range(games):
        seen, info = env.reset(seed=seed + number)
        over, reward = False, 0.0
        while not over:
            _, logs, *_ = network.forward((seen * scale)[None], info["action_mask"][None] == 1)
            seen, reward, over, _, info = env.step(int(logs[0].argmax()))
        shares.append((reward + 1) / 2)
    return float(np.mean(shares)), 1.96 * float(np.std(shares)) / games**0.5


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--board", default="sampleland", help="a board or a board's file")
    options.add_argument("--minutes", type=float, default=4, help="how long to learn, in minutes of one core")
    options.add_argument("--games", type=int, default=1000, help="how many to play against greedy afterwards")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    game = find_game(chosen.board, None)
    env = RailwayEnv(game, opponents="greedy", engine="core")
    network = train(game, 60 * chosen.minutes, np.random.default_rng(chosen.seed))
    share, half = evaluate(network, env, chosen.games)
    print(f"won {share:.1%} ± {half:.1%} of {chosen.games} games against greedy")


if __name__ == "__main__":
    main()
