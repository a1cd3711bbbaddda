"""Puzzles over HTTP: which there are, and one of them with its position and its answer."""

from __future__ import annotations

from branchline.server.wire.common import Action, Body, Choice
from branchline.server.wire.replay import Replay


class PuzzleListed(Body):
    """A puzzle in the list. The level goes from 1 to 3, the hardest."""

    id: str
    board: str
    level: int


class Puzzles(Body):
    """GET /api/puzzles: all that come with the server, those of a board together."""

    puzzles: list[PuzzleListed]


class PuzzleMoveShown(Body):
    """A move that comes into question: the chance to win and the mean margin after it, each with its standard error."""

    action: Action
    win: float
    win_error: float
    margin: float
    margin_error: float


class PuzzleShown(Body):
    """GET /api/puzzles/{puzzle}: the game up to the position as the `seat` to decide saw it, and what it may do.

    `moves` are those that were measured, the best first; errors of the others are those of their distance to it.
    `why` and `gains` say in words what speaks for the best one.
    """

    id: str
    level: int
    seat: int
    replay: Replay
    choices: list[Choice]
    moves: list[PuzzleMoveShown]
    why: str | None
    gains: str | None
