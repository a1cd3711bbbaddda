"""Tell whether random play has become quicker or slower since another revision: both are played in turn, in one run.

A machine is quick at one hour and slow at the next, so a figure of yesterday proves nothing; a ratio of today does.
Run it from the project's root: `python -m benchmarks.compare [REVISION] [--games usa,world] [--players N]`.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
HERE = ROOT / "src"

# What both of them understand: the other revision is played by its own bench.
PLAY = """
import json, sys
from branchline.cli.bench import measure
from branchline.games import load_game
print(json.dumps(measure(load_game(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))))
"""


def unpack(revision: str, folder: Path) -> Path:
    """The sources of a revision, beside those of the checkout."""
    packed = subprocess.run(["git", "-C", str(ROOT), "archive", revision, "src"], capture_output=True, check=False)
    if packed.returncode:
        sys.exit(f"there is no revision {revision} with sources: {packed.stderr.decode().strip()}")
    subprocess.run(["tar", "--extract", "--directory", str(folder)], input=packed.stdout, check=True)
    return folder / "src"


def decision_time(sources: Path, game: str, players: int, seconds: float) -> float:
    """The microseconds of a decision when nothing else kept the machine busy."""
    command = [sys.executable, "-c", PLAY, game, str(players), str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    played = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    row = json.loads(played.stdout)
    return float(row.get("best_us_per_decision", row["us_per_decision"]))


def compare(before: Path, games: Sequence[str], players: int, rounds: int, seconds: float) -> None:
    for game in games:
        turns = [
            (decision_time(before, game, players, seconds), decision_time(HERE, game, players, seconds))
            for _ in range(rounds)
        ]
        old, new = (min(times) for times in zip(*turns, strict=True))
        print(f"{game:8} {players} players: {old:6.2f} µs before, {new:6.2f} µs now: {old / new:.2f} times as fast")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision", nargs="?", default="HEAD")
    parser.add_argument("--games", default="usa,europe,world,cards")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0)
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        before = unpack(chosen.revision, Path(folder))
        compare(before, chosen.games.split(","), chosen.players, chosen.rounds, chosen.seconds)


if __name__ == "__main__":
    main()
