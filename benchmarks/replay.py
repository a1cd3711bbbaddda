"""What replaying a record with all its events costs, measured against playing the same random games.

    python -m benchmarks.replay --games 200

Both are what the commands do: `simulate` plays and scores, `replay --events` reads a line, checks and performs every
action, and writes every event and the score sheets. They take turns, and of each the best round counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

from branchline.cli.random_play import choices_of
from branchline.core.actions import Action
from branchline.core.game import AnyGame, random_game
from branchline.core.ids import Seat
from branchline.games import game_names, load_game
from branchline.notation.records.reader import read_record
from branchline.notation.records.record import record_line, record_of
from branchline.notation.records.replay import replay
from branchline.notation.records.stream import event_lines

SEATS = 2
ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of each sort")
    count = parser.parse_args().games
    print("| game | playing, ms a game | replaying with events, ms a game | ratio |\n|---|---|---|---|")
    for name in game_names():
        game = load_game(name)
        lines = [_recorded(game, seed) for seed in range(1, count + 1)]
        playing, replaying = _best(partial(_play, game, count), partial(_replay, lines))
        milliseconds = 1000 / count
        print(f"| {name} | {playing * milliseconds:.2f} | {replaying * milliseconds:.2f} | {replaying / playing:.2f} |")


def _best(*tasks: Callable[[], None]) -> list[float]:
    """Seconds of processor time of each task, in its best round."""
    best = [float("inf")] * len(tasks)
    for _ in range(ROUNDS):
        for number, task in enumerate(tasks):
            began = time.process_time()
            task()
            best[number] = min(best[number], time.process_time() - began)
    return best


def _play(game: AnyGame, count: int) -> None:
    for seed in range(1, count + 1):
        state, _ = random_game(game, SEATS, seed, choices_of(seed))
        game.outcome(state)


def _replay(lines: list[str]) -> None:
    for line in lines:
        record = read_record(line, "here")
        b"\n".join(event_lines(record, replay(record)))


def _recorded(game: AnyGame, seed: int) -> str:
    actions: list[tuple[Seat, Action]] = []
    state, _ = random_game(game, SEATS, seed, choices_of(seed), note=actions.append)
    return record_line(record_of(game, ["Ada", "Bob"], seed, actions, game.outcome(state)))


if __name__ == "__main__":
    main()
