"""Checking what was named on the command line: numbers of players, languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from branchline.cli.errors import UsageError

if TYPE_CHECKING:
    from branchline.core.game import AnyGame


def check_players(game: AnyGame, players: int) -> None:
    if players not in game.seat_counts:
        raise UsageError(f"{game.board_id} is for {listed(map(str, game.seat_counts), 'or')} players, not {players}")


def check_language(language: str) -> None:
    from branchline.messages import LANGUAGES

    if language not in LANGUAGES:
        raise UsageError(f"unknown language '{language}'; there are: {listed(LANGUAGES)}")


def listed(words: Iterable[str], last: str = "") -> str:
    """Words as one part of a sentence.

    >>> listed(["2", "3", "4"], "or")
    '2, 3 or 4'
    """
    items = list(words)
    if not last or len(items) < 2:
        return ", ".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
