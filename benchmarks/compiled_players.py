"""What a decision of a compiled player costs, and how many whole games go in a second: processor time, one thread.

python -m benchmarks.compiled_players --games 1000
"""

from __future__ import annotations

from argparse import ArgumentParser
from time import process_time

from branchline.games import load_game
from branchline.lane.batch import Batch
from branchline.lane.players.names import PLAYERS

GAMES = ("usa", "europe", "world", "cards")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="how many of each")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--only", choices=GAMES, help="one game only")
    options = parser.parse_args()
    print("| game | player | µs a decision | games/s | decisions a game |\n|---|---|---|---|---|")
    for name in (options.only,) if options.only else GAMES:
        batch = Batch(load_game(name), options.players, options.games)
        for player in PLAYERS:
            batch.reset(range(options.games))
            batch.play_openings(0, player)  # Compiles, and is not counted.
            batch.reset(range(options.games))
            began = process_time()
            decisions = batch.play_out(0, [player] * options.players)
            batch.score(batch.new_scores())
            took = process_time() - began
            print(
                f"| {name} | {player} | {took / decisions * 1e6:.1f} "
                f"| {options.games / took:,.0f} | {decisions / options.games:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
