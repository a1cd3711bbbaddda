"""What a process waits for before its first compiled game, step by step, in processor time; everything is compiled.

python -m benchmarks.lane_start [GAME]
"""

from __future__ import annotations

import sys
import time


class Laps:
    """Prints what each step took since the one before."""

    def __init__(self) -> None:
        self._began = self._last = time.process_time()

    def lap(self, what: str) -> None:
        now = time.process_time()
        print(f"{1000 * (now - self._last):6.0f} ms  {what}")
        self._last = now

    def total(self) -> None:
        print(f"{1000 * (time.process_time() - self._began):6.0f} ms  in all, besides {1000 * self._began:.0f} before")


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "usa"
    laps = Laps()
    import numba  # noqa: F401

    laps.lap("import numba and numpy")
    from branchline.games import load_game

    game = load_game(name)
    laps.lap("load the game")
    from branchline.lane.batch import Batch

    laps.lap("import the lane")
    batch = Batch(game, 2, 4)
    laps.lap("tables of the board")
    batch.reset(range(4))
    laps.lap("deal: the compiler's context, and compiled code")
    batch.play_out(1)
    batch.score(batch.new_scores())
    laps.lap("play at random and score")
    batch.reset(range(4))
    batch.play_out(1, "planner")
    laps.lap("play as planners")
    laps.total()


if __name__ == "__main__":
    main()
