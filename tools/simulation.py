"""Run the server under a seeded faulty network, disk and clock, for as many seeds as you like."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.simulation.world import simulate


def outcome_of(work: tuple[int, bool]) -> tuple[int, str | None, int, int]:
    """The seed, what went wrong if anything did, and how much happened."""
    seed, whole = work
    try:
        world = simulate(seed, whole=whole)
    except BaseException as error:
        return seed, f"{type(error).__name__}: {error}", 0, 0
    return seed, None, world.disk.commits, world.crashes


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--first", type=int, default=0, help="the first seed")
    arguments.add_argument("--seeds", type=int, default=300, help="how many seeds")
    arguments.add_argument("--whole", action="store_true", help="play every game to its end")
    arguments.add_argument("--jobs", type=int, default=1, help="processes")
    chosen = arguments.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    if chosen.seeds == 1:
        simulate(chosen.first, whole=chosen.whole)  # With the whole traceback.
        print(f"seed {chosen.first} is fine")
        return
    started = time.monotonic()
    bad = commits = crashes = 0
    with ProcessPoolExecutor(chosen.jobs) as pool:
        work = ((seed, chosen.whole) for seed in seeds)
        for done, (seed, fault, kept, crashed) in enumerate(pool.map(outcome_of, work, chunksize=8), 1):
            commits, crashes = commits + kept, crashes + crashed
            if fault is not None:
                bad += 1
                print(f"\nseed {seed}: {fault}")
            if done % 50 == 0:
                print(f"\r{done} seeds, {commits} commits, {crashes} crashes, {bad} bad", end="", flush=True)
    print(f"\n{len(seeds)} seeds, {commits} commits, {crashes} crashes, {bad} bad, {time.monotonic() - started:.0f} s")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
