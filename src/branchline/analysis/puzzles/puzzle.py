"""What a puzzle is, how it is kept, and the position that it asks about; nothing here needs the fast lane."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from branchline.analysis.findings import MoveReason, Worth
from branchline.core.ids import Seat
from branchline.core.revision import RULES_REVISION
from branchline.data.files import BOARDS
from branchline.games import load_game
from branchline.notation.records.record import Record, RecordedAction
from branchline.notation.records.replay import ReplayedGame, replay

FOLDER: Final = BOARDS.parent / "puzzles"

LEVELS: Final = (1, 2, 3)
"""By who finds the best move: greedy and planner alike, one of them, or neither."""


class PuzzleMove(Struct, frozen=True):
    """A move that comes into question, in its text form; `behind` is what the best move is worth above it."""

    text: str
    behind: Worth


class Puzzle(Struct, frozen=True):
    """A position: a deal with its first actions (the seat, then the action in its text form), and who is to decide.

    `best` is the move to find, worth `worth`; `others` are the next best ones, the best of them first. `gains` tells
    where the points come from that the best move brings above the next one, as in `JudgedDecision`.
    """

    id: str
    board: str
    edition: str
    digest: str
    revision: int
    seats: int
    seed: int
    actions: list[str]
    seat: int
    level: int
    best: str
    worth: Worth
    why: MoveReason | None
    gains: dict[str, float]
    others: list[PuzzleMove]

    @property
    def asks(self) -> tuple[int, str]:
        """Of whom the puzzle asks which move."""
        return self.seat, self.best


def record_of_puzzle(puzzle: Puzzle) -> Record:
    """The record of the game up to the position."""
    entries = [entry.partition(" ") for entry in puzzle.actions]
    return Record(
        game=load_game(puzzle.board, puzzle.edition).name,
        board=puzzle.board,
        edition=puzzle.edition,
        digest=puzzle.digest,
        seats=tuple(f"{seat}" for seat in range(1, puzzle.seats + 1)),
        seed=puzzle.seed,
        actions=tuple(RecordedAction(Seat(int(seat)), text) for seat, _, text in entries),
        revision=puzzle.revision,
    )


def position_of(puzzle: Puzzle) -> ReplayedGame:
    """The game up to the position."""
    return replay(record_of_puzzle(puzzle))


def puzzle_line(puzzle: Puzzle) -> str:
    return msgspec.json.encode(puzzle).decode()


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file, one a line."""
    return [msgspec.json.decode(line, type=Puzzle) for line in path.read_bytes().splitlines() if line.strip()]


@cache
def puzzles_for(board: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with the package for a board; only those of today's rules and board."""
    path = FOLDER / f"{board}.jsonl"
    if not path.is_file():
        return ()
    return tuple(puzzle for puzzle in read_puzzles(path) if is_current(puzzle))


def is_current(puzzle: Puzzle) -> bool:
    """Whether a puzzle was made under the rules, and on the board, that there are today."""
    return puzzle.revision == RULES_REVISION and puzzle.digest == load_game(puzzle.board, puzzle.edition).digest


def boards_with_puzzles() -> Iterable[str]:
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))
