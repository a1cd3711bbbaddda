"""The balance report as a long computation of the server: reads a board from its input, writes how far it is, then the
report as JSON.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any, Final

from branchline.balance.finding import judge
from branchline.balance.measure import games_for, play_sample
from branchline.balance.norms import norms
from branchline.balance.play import SamplePlayer
from branchline.balance.report import brief_json
from branchline.games import game_in

SEED: Final = 1


def report(text: str, edition: str | None, games: int, told: Any = lambda _: None) -> dict[str, Any]:
    """The report about the board in a file; `told` gets how far it is, from 0 to 1."""
    game = game_in(text, edition)
    total = sum(games_for(seats, games) for seats in game.seat_counts)
    done = 0

    def progress(more: int) -> None:
        nonlocal done
        done += more
        told(done / total)

    return brief_json(judge(play_sample(SamplePlayer(game, progress=progress), games, SEED), norms()))


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(5)  # People at the tables come first.
    asked = json.load(sys.stdin)
    found = report(asked["file"], asked["edition"], asked["games"], lambda part: print(part, flush=True))
    print(json.dumps(found, ensure_ascii=False))


if __name__ == "__main__":
    main()
