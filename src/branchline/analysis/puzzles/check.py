"""Whether a puzzle holds: its best move measured anew against all others, in other worlds than those that chose it."""

from __future__ import annotations

from random import Random
from typing import Final

from branchline.analysis.analyze import EFFORT
from branchline.analysis.decisions import view_at
from branchline.analysis.judge import Judge, difference
from branchline.analysis.puzzles.every_move import least_lead, other_moves
from branchline.analysis.puzzles.puzzle import Puzzle, position_of
from branchline.core.ids import Seat
from branchline.notation.typed.strict import read_strictly

WORLDS: Final = 128


def confirmed(puzzle: Puzzle, seed: int, worlds: int = WORLDS) -> bool:
    """Whether the best move is ahead again, of those that were measured with it and of every other legal one."""
    played, seat = position_of(puzzle), Seat(puzzle.seat)
    judge = Judge(played.game, EFFORT)
    view = view_at(played, len(puzzle.actions), seat)
    moves = [read_strictly(played.game.printed, text) for text in (puzzle.best, *(move.text for move in puzzle.others))]
    first = Random(f"{puzzle.id} check {seed}").getrandbits(48)
    imagined = judge.playouts.imagination(view).worlds(range(first, first + worlds))
    codes = [judge.light.code(view, move) for move in moves]
    ends = judge.playouts.after(imagined, puzzle.seat, codes, range(first + worlds, first + 2 * worlds))
    if not all(difference(ends, 0, place).lead.mean[puzzle.seat] > 0 for place in range(1, len(moves))):
        return False
    others = other_moves(view, played.game.legal(played.state, seat), moves)
    return least_lead(judge, view, moves[0], others, f"{puzzle.id} {seed} others") > 0
