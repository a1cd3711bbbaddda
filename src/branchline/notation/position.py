"""From a written-down table to the final state of a game, or to everything about it that cannot be."""

from __future__ import annotations

from typing import Any

from branchline.core.board import Board
from branchline.core.game import Game
from branchline.data.faults import Faulty
from branchline.notation.board_position import board_position
from branchline.notation.card_position import card_position
from branchline.notation.desk import Desk, Position
from branchline.notation.tally import Tally


def position(game: Game[Any, Any], tally: Tally) -> Position:
    desk = Desk(game, tally)
    found = board_position(desk) if isinstance(game.printed, Board) else card_position(desk)
    if desk.faults:
        raise Faulty(desk.faults)
    return found
