"""The games by name: the only place that knows which there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from branchline.core.board import Board
from branchline.core.game import Game
from branchline.data.load import load_board
from branchline.games.europe import europe
from branchline.games.usa import usa
from branchline.games.world import world
from branchline.rules.board.game import BoardGame

_BOARD_GAMES: Mapping[str, Callable[[Board], BoardGame]] = {"usa": usa, "europe": europe, "world": world}


def game_names() -> tuple[str, ...]:
    return (*_BOARD_GAMES, "cards")


def game_of_board(board: Board) -> BoardGame:
    """The game that a board is made for, also for anybody's own board file."""
    return _BOARD_GAMES[board.game](board)


@cache
def load_game(name: str, edition: str | None = None) -> Game[Any, Any]:
    """A game with its printed board or cards; KeyError for a name that nobody knows."""
    if name == "cards":
        from branchline.games.cards import load

        return load(edition)
    if name not in _BOARD_GAMES:
        raise KeyError(name)
    return game_of_board(load_board(name, edition))
