"""Proves that the report finds what is wrong: faults are put into boards, and have to be named first.

python -m branchline.balance.proof --tries 10 --games 100 usa europe world
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random

from branchline.balance.finding import judge
from branchline.balance.measure import Kind, play_sample
from branchline.balance.norms import PRINTED, norms
from branchline.balance.planted import FAULTS, Planted
from branchline.balance.play import SamplePlayer
from branchline.balance.report import lines
from branchline.balance.ways import Ways
from branchline.core.printed.board import Board
from branchline.games import find_game, game_of_board
from branchline.rules.board.game import BoardGame


def is_named_first(planted: Planted, before: Board, games: int, seed: int) -> bool:
    """Whether the first finding about a board is its fault; only ways that were there before do not count."""
    found = judge(play_sample(SamplePlayer(game_of_board(planted.board)), games, seed), norms())
    old = {(bridge.connection.a, bridge.connection.b) for bridge in Ways(before).bridges}
    for finding in found.findings:
        pair = found.ways.connections[finding.measure.subject] if finding.measure.kind is Kind.BRIDGE else None
        if pair is None or (pair.a, pair.b) not in old:
            return planted.is_named(found, finding)
    return False


def named_first(plant: Callable[[Board, Random], Planted], board: Board, tries: int, games: int, seed: int) -> int:
    """In how many of so many tries a fault is the first finding."""
    chances = [Random(f"{board.id} {seed + number}") for number in range(tries)]
    return sum(is_named_first(plant(board, chance), board, games, seed) for chance in chances)


def main() -> None:
    parser = argparse.ArgumentParser(description="Put faults into boards, and count how often they are named first.")
    parser.add_argument("boards", nargs="*", default=PRINTED, metavar="BOARD", help="boards of the package, or files")
    parser.add_argument("--tries", type=int, default=10, help="of each fault on each board")
    parser.add_argument("--games", type=int, default=100, help="at each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--as-they-are", action="store_true", help="tell what stands out on the boards, less their own norm"
    )
    parser.add_argument("--only", choices=FAULTS, help="this fault alone")
    given = parser.parse_args()
    for name in given.boards:
        game = find_game(name)
        assert isinstance(game, BoardGame), f"{name} has no board"
        if given.as_they_are:
            found = judge(play_sample(SamplePlayer(game), given.games, given.seed), norms(), without=game.board_id)
            print(game.board_id, *lines(found, "en"), sep="\n", flush=True)
            continue
        for fault in [given.only] if given.only else FAULTS:
            plant = FAULTS[fault]
            count = named_first(plant, game.printed, given.tries, given.games, given.seed)
            print(f"{game.board_id}: {fault} named first in {count} of {given.tries}", flush=True)


if __name__ == "__main__":
    main()
