"""The best move of a position beside the next best ones, and whether it is clearly the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from branchline.analysis.findings import Worth, estimate
from branchline.analysis.judge import difference, means
from branchline.analysis.playouts import PlayedOut
from branchline.bots.bot import Decision

MIN_GAP: Final = 4.0
"""Points by which the best move must be ahead of all others, when victory counts as twenty,"""
MIN_WIN_GAP: Final = 0.03
"""and as a chance to win,"""
MIN_ERRORS: Final = 3.5
"""and so many standard errors of these points."""


@dataclass(frozen=True, slots=True)
class BestMoves:
    """The best move of a position, and the next best, each with what was measured of it in the same worlds."""

    moves: Sequence[Decision]
    ends: PlayedOut
    seat: int

    @property
    def is_clear(self) -> bool:
        """Whether the first move is ahead of the others by a margin that the analysis can stand for."""
        return self.is_ahead(MIN_ERRORS)

    def is_ahead(self, errors: float) -> bool:
        """Whether the first move is ahead of the others by the least gap, and by so many standard errors."""
        for place in range(1, len(self.moves)):
            gap = difference(self.ends, 0, place)
            lead, error = gap.lead.mean[self.seat], gap.lead.error[self.seat]
            if lead < max(MIN_GAP, errors * error) or gap.win.mean[self.seat] < MIN_WIN_GAP:
                return False
        return len(self.moves) > 1

    @property
    def worth(self) -> Worth:
        wins, margins = means(self.ends.wins[0]), means(self.ends.margins[0])
        return Worth(
            estimate(wins.mean[self.seat], wins.error[self.seat]),
            estimate(margins.mean[self.seat], margins.error[self.seat]),
        )
