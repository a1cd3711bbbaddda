"""What a move costs a server before anything is sent or kept: to be judged, and to be told to four seats.

In microseconds of a processor, the best of some rounds. Run it from the project's root: `python -m benchmarks.tables
[usa world …]`. Sockets and disks have `make load`.
"""

import argparse
import time
from random import Random
from typing import NamedTuple

from branchline.core.ids import Seat
from branchline.games import game_names
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.live.connection import encoded
from tests.server.party import Party, started

SEATS = 4


class Cost(NamedTuple):
    judged: float
    told: float


def move(party: Party, rng: Random) -> None:
    seat = rng.choice(sorted(party.table.asked))
    legal = party.table.game.legal(party.table.state, seat)
    action = to_json(party.table.game.printed, legal[rng.randrange(len(legal))])
    party.do(wire.Play, seat, decision=party.table.asked[seat], action=action)


def cost_of(game: str, seed: int, moves: int) -> Cost:
    """The cost of a move in one game, with what drawing it at random takes counted as judging."""
    party, rng = started(game, people=SEATS), Random(seed)
    views, viewers = party.views, [(Seat(seat),) for seat in range(SEATS)]
    judged = told = 0.0
    made = 0
    while party.table.status == "playing" and made < moves:
        began = time.process_time()
        move(party, rng)
        between = time.process_time()
        for update in views.updates(viewers, party.applied[-1:], party.now):
            encoded(update)
        told += time.process_time() - between
        judged += between - began
        made += 1
    return Cost(judged / made * 1e6, told / made * 1e6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all games if none is named")
    parser.add_argument("--moves", type=int, default=150, help="moves of each game")
    parser.add_argument("--rounds", type=int, default=6, help="games of each kind")
    chosen = parser.parse_args()
    for game in chosen.games or game_names():
        costs = [cost_of(game, seed, chosen.moves) for seed in range(chosen.rounds)]
        judged, told = min(cost.judged for cost in costs), min(cost.told for cost in costs)
        print(f"{game}: {judged:.0f} µs to be judged, {told:.0f} µs to be told to {SEATS} seats")


if __name__ == "__main__":
    main()
