"""The daily deal: one deal a day for each board, the same for everybody from the date alone, against fixed bots.

Nothing here is secret and nothing needs a server in common: docs/daily.md has the formula. `python -m
branchline.bots.daily` plays a day's deal with each level in the person's seat, and is fed by the server.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from branchline.bots.bot import Bot, Budget
from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.bots.steady import SteadyBot
from branchline.core.game import AnyGame
from branchline.games import load_game

FORMULA: Final = "branchline daily 1"
BOTS: Final[Mapping[str, str]] = {
    "apprentice": "apprentice",
    "racer": "hasty",
    "conductor": "greedy",
    "planner": "planner",
    "grandmaster": "search",
}
"""The levels that a person is compared with, the weakest first, and the bots that play them here.

They stay these whatever the levels of the tables become: a day's result is the same on every server.
"""
RIVALS: Final = ("planner", "conductor")
"""The levels in the other seats."""
BUDGET: Final = Budget(iterations=48)
"""In iterations alone, so that a quick machine finds nothing that a slow one does not."""


class DailyScore(NamedTuple):
    """What a level scored in the person's seat: its points, and how many of the others had more."""

    level: str
    points: int
    ahead: int


def daily_key(day: str, board: str, edition: str) -> bytes:
    """The key of a day's deal, from which every card follows as docs/fairness.md tells; `day` as in 2026-11-17."""
    return sha256("\n".join((FORMULA, day, board, edition)).encode()).digest()


def daily_bot(level: str, game: AnyGame) -> SteadyBot:
    return SteadyBot(make_bot(BOTS[level], game, BUDGET), game)


def daily_scores(game: AnyGame, day: str) -> Iterator[DailyScore]:
    """What each level scores with the day's cards in the first seat, against the rivals of the day."""
    key = daily_key(day, game.board_id, game.edition)
    rivals = [daily_bot(level, game) for level in RIVALS]
    for level in BOTS:
        yield _score(game, level, rivals, key)


def _score(game: AnyGame, level: str, rivals: Sequence[Bot], key: bytes) -> DailyScore:
    played = play_match(game, [daily_bot(level, game), *rivals], key, limit=None)  # No clock decides anything.
    points, *others = (sheet.total for sheet in played.outcome.sheets)
    return DailyScore(level, points, sum(other > points for other in others))


def main() -> None:
    """Read which day and board, as JSON; write how far it is after each level, and at last the scores."""
    with contextlib.suppress(OSError):
        os.nice(5)  # People at the tables come first.
    asked = json.load(sys.stdin)
    scores: list[dict[str, Any]] = []
    for score in daily_scores(load_game(asked["board"], asked["edition"]), asked["day"]):
        scores.append(score._asdict())
        print(len(scores) / len(BOTS), flush=True)
    print(json.dumps(scores))


if __name__ == "__main__":
    main()
