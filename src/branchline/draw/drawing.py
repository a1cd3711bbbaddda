"""The drawing of a board: the one that comes with the package, or one laid out on the spot for any other board."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files

from branchline.core.printed.board import Board
from branchline.draw.drawing_json import FORMAT, Drawing, write_drawing
from branchline.draw.hints import Hints, read_hints
from branchline.draw.layout import lay_out
from branchline.draw.names.lettering import lettered

LAYOUTS = files("branchline.draw").joinpath("layouts")


def drawing(board: Board) -> Drawing:
    """The drawing of a board. Laying out fifty cities takes half a minute, a small board a second."""
    ready = packaged(board.id)
    return (ready and relettered(ready, board)) or _laid_out(board)


@lru_cache(maxsize=16)
def packaged(name: str) -> Drawing | None:
    """The committed drawing of that name, if there is one."""
    file = LAYOUTS.joinpath(f"{name}.json")
    found: Drawing | None = json.loads(file.read_text("utf-8")) if file.is_file() else None
    return found


def relettered(ready: Drawing, board: Board) -> Drawing | None:
    """A finished drawing with the names of this board; None if another board was drawn, or a name does not fit."""
    return lettered(ready, board.cities) if ready["key"] == key_of(board) else None


def hints_for(name: str) -> Hints:
    """The hints that come with the package for a board."""
    file = LAYOUTS.joinpath(f"{name}.hints.toml")
    return read_hints(file.read_text("utf-8")) if file.is_file() else Hints()


@lru_cache(maxsize=16)
def _laid_out(board: Board) -> Drawing:
    return draw(board, Hints())


def draw(board: Board, hints: Hints) -> Drawing:
    """Lay a board out and write it down."""
    return write_drawing(lay_out(board.cities, board.routes, hints), board.routes, key_of(board))


def key_of(board: Board) -> str:
    """What a drawing depends on, in a few letters: when it changes, the board must be drawn anew.

    Names are left out: new ones that fit their boxes need no new drawing, see `relettered`.
    """
    cities = [(c.id, c.at, c.junction, bool(c.name)) for c in board.cities]
    routes = [(r.id, r.a, r.b, r.length, r.deck, r.wilds, r.wraps) for r in board.routes]
    return sha256(json.dumps([FORMAT, cities, routes]).encode()).hexdigest()[:16]
