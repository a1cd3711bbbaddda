"""The games and what they are played on: the only place that knows which there are, and how each is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from branchline.core.game import AnyGame
from branchline.core.printed.board import BOARDS_REMEMBERED, Board
from branchline.data.faults import Fault, Faulty, did_you_mean, shown
from branchline.data.load import BoardInfo, board_in, board_info, board_names, load_board
from branchline.data.load_cards import card_set_info, load_cardset
from branchline.games.cards import cards
from branchline.games.europe import europe
from branchline.games.usa import usa
from branchline.games.world import world
from branchline.rules.board.game import BoardGame

_BOARD_GAMES: Final[Mapping[str, Callable[[Board], BoardGame]]] = {"usa": usa, "europe": europe, "world": world}


def game_names() -> tuple[str, ...]:
    """Name the games; each has a board, or a set of cards, of the same name."""
    return (*_BOARD_GAMES, card_set_info().game)


@cache
def catalog() -> tuple[BoardInfo, ...]:
    """List every board and set of cards of the package: game by game, the game's own before others that share it."""
    order = {name: number for number, name in enumerate(game_names())}
    every = [*map(board_info, board_names()), card_set_info()]
    return tuple(sorted(every, key=lambda info: (order[info.game], info.id != info.game)))


def game_of_board(board: Board) -> BoardGame:
    """The game that a board is made for, also for anybody's own board file."""
    return _BOARD_GAMES[board.game](board)


def load_game(name: str, edition: str | None = None) -> AnyGame:
    """Load a game by the id of what it is played on, the same object each time; a game's own board has its name.

    Raises `Faulty` for a name or an edition that there is not. No name leads to a file outside the package, so names
    may come from anywhere.
    """
    return _loaded(name, edition)


@lru_cache(maxsize=BOARDS_REMEMBERED)
def game_in(text: str, edition: str | None = None) -> BoardGame:
    """The game on the board in the text of somebody's own file; the same object while it is remembered.

    Raises `Faulty` with all that is wrong with the file.
    """
    return game_of_board(board_in(text, edition))


_packaged_game = cache(game_of_board)
_packaged_cards = cache(cards)


@cache
def _loaded(name: str, edition: str | None) -> AnyGame:
    if name in board_names():
        return _packaged_game(load_board(name, edition))
    if name == card_set_info().id:
        return _packaged_cards(load_cardset(edition))
    known = [info.id for info in catalog()]
    there_are = f"there are: {', '.join(known)}; a board of your own is named by the path of its file"
    raise Faulty([Fault("board", f"there is no game or board {shown(name)}{did_you_mean(name, known)}; {there_are}")])


def find_game(name: str | Path, edition: str | None = None) -> AnyGame:
    """Find what a person names: a game, a board of the package, or anybody's own board by the path of its file.

    A file is read anew each time; what the package has is loaded once.
    """
    path = Path(name)
    if isinstance(name, Path) or path.suffix or path.name != name or path.is_file():
        return game_of_board(load_board(path, edition))
    return load_game(name, edition)
