"""How the fast lane's batches scale over cores: the same work with one thread and with more, in turn, by the clock.

python -m benchmarks.lane_threads [GAME ...] [--threads 1,2] [--rounds 5]
"""

from __future__ import annotations

import argparse
import os
import time
from statistics import median

import numpy as np

from branchline.core.game import AnyGame
from branchline.games import load_game
from branchline.lane.batch import Batch

SIZE = 16_384
STEPS = 20


def play_out(batch: Batch, seed: int) -> float:
    """Seconds for random games from the deal to the score sheets."""
    scores = batch.new_scores()
    began = time.perf_counter()
    batch.reset(range(seed, seed + SIZE))
    batch.play_out(seed)
    batch.score(scores)
    return time.perf_counter() - began


def step(batch: Batch, seed: int) -> float:
    """Seconds for steps from Python, with packed masks, of games that are under way; choosing is not counted."""
    batch.reset(range(seed, seed + SIZE))
    mask, actions, seconds = batch.new_packed_mask(), np.zeros(SIZE, np.int32), 0.0
    batch.mask(mask)
    for number in range(2 * STEPS):
        batch.choose(mask, actions, number)
        began = time.perf_counter()
        batch.step_and_mask(actions, mask)
        seconds += (time.perf_counter() - began) * (number >= STEPS)
    return seconds


def measure(game: AnyGame, threads: list[int], rounds: int) -> None:
    """Print the median time of each number of threads, and how many times as quick that is as the first."""
    batches = [Batch(game, 2, SIZE, threads=number) for number in threads]
    for what in (play_out, step):
        for batch in batches:
            what(batch, 0)  # Compiles what is not compiled yet, and meets its memory.
        times = [[what(batch, 1 + turn) for batch in batches] for turn in range(rounds)]
        for number, column in zip(threads, zip(*times, strict=True), strict=True):
            ratio = median(row[0] / seconds for row, seconds in zip(times, column, strict=True))
            print(f"{game.board_id:12} {what.__name__:9} {number} threads: {median(column):.3f} s, {ratio:.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lane_threads", description=__doc__)
    parser.add_argument("games", nargs="*", default=["usa", "europe", "world", "cards"])
    parser.add_argument("--threads", default="1,2", help="numbers of threads, the first to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name in chosen.games:
        measure(load_game(name), [int(number) for number in chosen.threads.split(",")], chosen.rounds)


if __name__ == "__main__":
    main()
