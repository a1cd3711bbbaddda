"""Collecting puzzles: bots' games one after the other, until there are enough of every level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from branchline.analysis.puzzles.find import Finder
from branchline.analysis.puzzles.puzzle import LEVELS, Puzzle
from branchline.core.game import AnyGame
from branchline.lab.game_spec import GameSpec, play_game, record_of_game

MAX_OF_GAME: Final = 6
"""So many puzzles come from one game at most."""

MAX_SHARE: Final = 0.45
"""No level has more than this share of all puzzles."""

LINEUPS: Final = (("lane-planner", "lane-planner"), ("lane-planner", "lane-greedy"))
"""Who plays the games, in turn: two good players, or one who makes mistakes besides."""


def collect(game: AnyGame, count: int, seed: int, had: Iterable[Puzzle] = ()) -> Iterator[Puzzle]:
    """Puzzles of a game from this seed on, until there are so many with those that are `had`.

    No level has more than its share by far, and no game asks a seat for the same move twice. Deals of which there are
    puzzles already are not played again.
    """
    had = list(had)
    wanted = Counter({level: round(count * MAX_SHARE) for level in LEVELS})
    wanted.subtract(puzzle.level for puzzle in had)
    left = count - len(had)
    seed = max([seed, *(puzzle.seed + 1 for puzzle in had)])
    finder = Finder(game)
    while left > 0:
        spec = GameSpec(game.board_id, game.edition, LINEUPS[seed % len(LINEUPS)], seed)
        asked: set[tuple[int, str]] = set()
        for puzzle in finder.puzzles_in(record_of_game(spec, play_game(spec))):
            if wanted[puzzle.level] > 0 and puzzle.asks not in asked:
                wanted[puzzle.level] -= 1
                left -= 1
                asked.add(puzzle.asks)
                yield puzzle
            if not left or len(asked) == MAX_OF_GAME:
                break
        seed += 1
