"""Finding what was named on the command line: games, boards, numbers of players, languages."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from branchline.cli.errors import Wrong

if TYPE_CHECKING:
    from branchline.core.game import Game


def find_game(name: str, edition: str | None = None) -> Game[Any, Any]:
    """A game by name, a board of the package by name, or anybody's own board by the path of its file."""
    from branchline.data.faults import did_you_mean
    from branchline.data.load import board_names, load_board
    from branchline.games import game_names, game_of_board, load_game

    if name in game_names():
        return load_game(name, edition)
    if name in board_names():
        return game_of_board(load_board(name, edition))
    if Path(name).suffix or Path(name).exists():
        return game_of_board(load_board(Path(name), edition))
    known = list(dict.fromkeys([*game_names(), *board_names()]))
    raise Wrong(f"unknown game '{name}'{did_you_mean(name, known)}; there are: {listed(known)}, or a board's file")


def check_players(game: Game[Any, Any], players: int) -> None:
    if players not in game.seat_counts:
        raise Wrong(f"{game.printed.id} is for {listed(map(str, game.seat_counts), 'or')} players, not {players}")


def check_language(language: str) -> None:
    from branchline.messages import LANGUAGES

    if language not in LANGUAGES:
        raise Wrong(f"unknown language '{language}'; there are: {listed(LANGUAGES)}")


def listed(words: Iterable[str], last: str = "") -> str:
    """Words as one part of a sentence.

    >>> listed(["2", "3", "4"], "or")
    '2, 3 or 4'
    """
    items = list(words)
    if not last or len(items) < 2:
        return ", ".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
