"""The drawing of a board: the one that comes with the package, or one laid out on the spot for any other board."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from branchline.core.board import Board
from branchline.draw import document
from branchline.draw.hints import Hints, read_hints
from branchline.draw.layout import lay_out

LAYOUTS = files("branchline.draw").joinpath("layouts")


def drawing(board: Board) -> dict[str, Any]:
    """The document of a board's drawing. Laying out fifty cities takes half a minute, a small board a second."""
    ready = packaged(board.id)
    if ready is not None and ready["key"] == key_of(board):
        return ready
    return _laid_out(board)


@lru_cache(maxsize=16)
def packaged(name: str) -> dict[str, Any] | None:
    """The committed document of that name, if there is one."""
    file = LAYOUTS.joinpath(f"{name}.json")
    return json.loads(file.read_text("utf-8")) if file.is_file() else None


def hints_for(name: str) -> Hints:
    """The hints that come with the package for a board."""
    file = LAYOUTS.joinpath(f"{name}.hints.toml")
    return read_hints(file.read_text("utf-8")) if file.is_file() else Hints()


@lru_cache(maxsize=16)
def _laid_out(board: Board) -> dict[str, Any]:
    return draw(board, Hints())


def draw(board: Board, hints: Hints) -> dict[str, Any]:
    """Lays a board out and writes it down."""
    layout = lay_out(board.cities, board.routes, hints)
    return {"key": key_of(board), **document.write(layout, board.routes)}


def key_of(board: Board) -> str:
    """What a drawing depends on, in a few letters: when it changes, the board must be drawn anew."""
    cities = [(c.id, c.name, sorted(c.names.items()), c.at, c.junction) for c in board.cities]
    routes = [(r.id, r.a, r.b, r.length, r.deck, r.wilds, r.wraps) for r in board.routes]
    return sha256(json.dumps([document.FORMAT, cities, routes]).encode()).hexdigest()[:16]
