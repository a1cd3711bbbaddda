"""What a program needs of the lane, without numba before somebody uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.game import AnyGame

if TYPE_CHECKING:
    from branchline.lane.batch import Batch


def new_batch(game: AnyGame, seats: int, size: int, threads: int = 1) -> Batch:
    """So many games of one board, to be dealt, asked, stepped and scored together (extra `fast`)."""
    from branchline.lane.batch import Batch

    return Batch(game, seats, size, threads)
