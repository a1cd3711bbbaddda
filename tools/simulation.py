"""Run the server under seeded faults of network, processes, clocks and disks, for as many seeds as you like.

`--new` takes seeds that nobody has run before, from the date; the first is printed, so that all can be run again. With
`--progress FILE` a long run can be stopped and goes on where it was; what is told at the end is the sum of all parts.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.postgresql import Cluster, private_cluster
from tests.server.simulation.database import use_cluster
from tests.server.simulation.world import simulate

SAVE_EVERY: Final = 20


class Outcome(NamedTuple):
    """The seed, what went wrong if anything did, and how much happened."""

    seed: int
    wrong: str | None
    commits: int
    faults: Counter[str]


class Progress(msgspec.Struct):
    """How far a run has come: `done` seeds from `first` on, and what they found."""

    first: int
    whole: bool
    done: int = 0
    commits: int = 0
    seconds: float = 0.0
    wrong: list[int] = []
    faults: dict[str, int] = {}

    def add(self, outcome: Outcome) -> None:
        self.done += 1
        self.commits += outcome.commits
        for name, number in outcome.faults.items():
            self.faults[name] = self.faults.get(name, 0) + number
        if outcome.wrong is not None:
            self.wrong.append(outcome.seed)

    def told(self) -> str:
        faults = ", ".join(f"{number} × {name.replace('_', ' ')}" for name, number in sorted(self.faults.items()))
        return (
            f"{self.done} seeds from {self.first}: {self.commits} commits; {faults}\n"
            f"{len(self.wrong)} wrong {self.wrong[:20]}, {self.seconds:.0f} s"
        )


def begun(place: Path | None, first: int, *, whole: bool) -> Progress:
    """The progress that was kept in a file, or that of a new run."""
    if place is None or not place.exists():
        return Progress(first, whole)
    kept = msgspec.json.decode(place.read_bytes(), type=Progress)
    if (kept.first, kept.whole) != (first, whole):
        raise SystemExit(f"{place} is of another run, from seed {kept.first} on: name another file.")
    return kept


def save(place: Path | None, progress: Progress) -> None:
    if place is not None:
        part = place.with_name(place.name + ".part")
        part.write_bytes(msgspec.json.encode(progress))
        os.replace(part, place)


def outcome_of(work: tuple[int, bool]) -> Outcome:
    seed, whole = work
    try:
        world = simulate(seed, whole=whole)
    except BaseException as error:
        return Outcome(seed, f"{type(error).__name__}: {error}", 0, Counter())
    faults = Counter(world.storm.counts)
    return Outcome(seed, None, world.journal.commits, faults)


def run_many(cluster: Cluster, progress: Progress, seeds: int, *, jobs: int, place: Path | None) -> None:
    """Run the seeds that are missing; each that goes wrong is told at once."""
    started = time.monotonic() - progress.seconds
    missing = range(progress.first + progress.done, progress.first + seeds)
    with ProcessPoolExecutor(jobs, initializer=use_cluster, initargs=(cluster,)) as pool:
        for outcome in pool.map(outcome_of, ((seed, progress.whole) for seed in missing), chunksize=4):
            progress.add(outcome)
            progress.seconds = time.monotonic() - started
            if outcome.wrong is not None:
                print(f"\nseed {outcome.seed}: {outcome.wrong}")
                print(f"run again with: python tools/simulation.py --first {outcome.seed} --seeds 1")
            if progress.done % SAVE_EVERY == 0 or outcome.seed == missing[-1]:
                save(place, progress)
                print(f"\r{progress.done} seeds, {len(progress.wrong)} wrong", end="", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--first", type=int, default=0, help="the first seed")
    arguments.add_argument("--new", action="store_true", help="begin with a seed of today instead")
    arguments.add_argument("--seeds", type=int, default=300, help="how many seeds")
    arguments.add_argument("--whole", action="store_true", help="play every game to its end")
    arguments.add_argument("--jobs", type=int, default=1, help="processes")
    arguments.add_argument("--progress", type=Path, help="a file that keeps how far the run has come")
    chosen = arguments.parse_args()
    first = int(time.time()) * 1_000 if chosen.new else chosen.first
    if chosen.seeds == 1:
        world = simulate(first, whole=chosen.whole)  # With the whole traceback.
        print(f"seed {first} is fine: {world.plan.told()}, {world.journal.commits} commits, {world.storm.counts}")
        return
    progress = begun(chosen.progress, first, whole=chosen.whole)
    try:
        with private_cluster(max_connections="400") as cluster:
            run_many(cluster, progress, chosen.seeds, jobs=chosen.jobs, place=chosen.progress)
    except KeyboardInterrupt:
        print("\nstopped", end="")
    print(f"\n{progress.told()}")
    sys.exit(1 if progress.wrong or progress.done < chosen.seeds else 0)


if __name__ == "__main__":
    main()
