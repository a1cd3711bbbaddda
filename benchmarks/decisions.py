"""Time what a decision costs each bot in each game: the processor's own time, whatever else the machine does.

Run it from the project's root: `python -m benchmarks.decisions [--games N] [--seed S] [--bots a,b]`.
"""

import argparse
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

from branchline.bots.bot import Bot, Decision
from branchline.bots.match import play_match
from branchline.bots.registry import bot_names, make_bot
from branchline.core.actions import Action
from branchline.games import game_names, load_game


class Timed:
    """Another bot, with a clock on its decisions."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self.times: list[float] = []
        self._bot = bot

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action | Decision:
        began = process_time()
        decision = self._bot.decide(view, legal, rng)
        self.times.append(process_time() - began)
        return decision


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="hasty,greedy,planner")
    arguments = parser.parse_args()
    print("| game | bot | decisions | mean ms | slowest of a hundred ms |")
    print("|---|---|---|---|---|")
    for game in map(load_game, game_names()):
        for name in arguments.bots.split(","):
            if name in bot_names(game):
                timed = Timed(make_bot(name, game))
                for seed in range(arguments.seed, arguments.seed + arguments.games):
                    play_match(game, [timed, timed], seed)
                times = sorted(timed.times)
                mean, slow = 1000 * sum(times) / len(times), 1000 * times[len(times) * 99 // 100]
                print(f"| {game.name} | {name} | {len(times)} | {mean:.2f} | {slow:.2f} |", flush=True)


if __name__ == "__main__":
    main()
