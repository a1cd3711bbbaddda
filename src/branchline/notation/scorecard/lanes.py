"""Which of the routes between two cities is meant: by rail or by sea, and in which color."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.core.ids import Color, DeckId, RouteId
from branchline.core.printed.board import Board
from branchline.notation.typed.names import ParseError, color_names, fold, spoken

SORTS: Final = ("rail", "sea")
"""What the routes of each deck are called."""


def lanes_meant(board: Board, lanes: Sequence[RouteId], words: Sequence[str]) -> list[RouteId]:
    """The lanes that are left by the words behind two cities.

    The lanes of a double route score the same, so that one may stand for the other. A rail and a sea route do not:
    where both are left, `ParseError` lists them.
    """
    meant = list(lanes)
    for word in words:
        meant = _of_sort(board, meant, word) if fold(word) in spoken("sort") else _of_color(board, meant, word)
    sorts = _sorts(board, meant)
    if len(sorts) > 1:
        a, b = (board.cities[city].name for city in board.joins[meant[0]])
        raise ParseError("which-route", [f"{a} – {b} ({sort})" for sort in sorts], a=a, b=b)
    return meant


def _of_sort(board: Board, lanes: list[RouteId], word: str) -> list[RouteId]:
    deck = DeckId(SORTS.index(spoken("sort")[fold(word)]))
    fit = [lane for lane in lanes if board.routes[lane].deck == deck]
    if not fit:
        raise ParseError("no-such-sort", _sorts(board, lanes), word=word)
    return fit


def _of_color(board: Board, lanes: list[RouteId], word: str) -> list[RouteId]:
    color: Color | None = color_names(board).get(fold(word))
    if color is None and spoken("word").get(fold(word)) != "grey":
        raise ParseError("left-over", words=word)
    fit = [lane for lane in lanes if board.routes[lane].color == color]
    if not fit:
        raise ParseError("no-such-lane", _colors(board, lanes), color=word)
    return fit


def _sorts(board: Board, lanes: Sequence[RouteId]) -> list[str]:
    return list(dict.fromkeys(SORTS[board.routes[lane].deck] for lane in lanes))


def _colors(board: Board, lanes: Sequence[RouteId]) -> list[str]:
    colors = (board.routes[lane].color for lane in lanes)
    return list(dict.fromkeys("grey" if color is None else board.colors[color] for color in colors))
