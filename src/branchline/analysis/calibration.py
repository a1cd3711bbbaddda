"""From imagined worlds to the chance and the margin that are told, so that 70 % told are 70 % won.

Imagined rivals have not chosen their tickets and cards as real ones have, and lose more often. What that does to a
chance is measured in games whose end is known, and undone: logit told = fair + shift + slope * (logit share - fair),
where `fair` is the logit of an even share of all seats. A margin is told lower by what it is too high on average.
`calibration.json` has the figures, and the command and the deals that they come from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Final

import msgspec
from msgspec import Struct

from branchline.core.game import AnyGame
from branchline.core.printed.board import Board

ROUNDS: Final = 60
"""Newton's steps of a fit; a dozen suffice."""

WEAK_PRIOR: Final = 1e-3
"""Holds a fit near the map that changes nothing, where there are hardly any games."""


class Calibration(Struct, frozen=True):
    """A map of chances, rising, and the same at 0 and 1; and what margins are too high by."""

    shift: float = 0.0
    slope: float = 1.0
    excess: Mapping[int, float] = {}
    """By the number of seats, the points by which imagined rivals fall short of real ones."""

    def told(self, share: float, seats: int = 2) -> float:
        """The chance to tell for a share of worlds that are won."""
        if not 0 < share < 1:
            return share
        fair = logit(1 / seats)
        return 1 / (1 + exp(-(fair + self.shift + self.slope * (logit(share) - fair))))

    def excess_of(self, seats: int) -> float:
        """What margins are too high by: of the nearest number of seats that was tried, the smaller one of two."""
        nearest = min(self.excess, key=lambda tried: (abs(tried - seats), tried), default=None)
        return 0.0 if nearest is None else self.excess[nearest]

    def steepness(self, share: float, other: float, seats: int = 2) -> float:
        """How much a difference between two shares is worth as a difference of chances told."""
        if abs(share - other) > 1e-6:
            return (self.told(share, seats) - self.told(other, seats)) / (share - other)
        if not 0 < share < 1:
            return 1.0
        told = self.told(share, seats)
        return self.slope * told * (1 - told) / (share * (1 - share))


class Calibrations(Struct, frozen=True):
    """The maps that were fitted: by what, on which deals, for games that were tried, and for boards of one's own."""

    command: str
    deals: list[str]
    games: Mapping[str, Calibration]
    any_board: Calibration


@cache
def calibrations() -> Calibrations:
    text = (files("branchline.analysis") / "calibration.json").read_bytes()
    return msgspec.json.decode(text, type=Calibrations)


def calibration_of(game: AnyGame) -> Calibration:
    """The map of a game; boards that were not tried have that of all boards together."""
    known = calibrations()
    other = known.any_board if isinstance(game.printed, Board) else Calibration()
    return known.games.get(game.board_id, other)


def cautious(share: float, worlds: int) -> float:
    """A share as it should be taken from so many worlds: what was won in all of them is not yet certain."""
    return (share * worlds + 0.5) / (worlds + 1)


def fitted(shares: Sequence[float], won: Sequence[float], seats: Sequence[int]) -> Calibration:
    """The map under which what came was likeliest (Newton's method); no share is 0 or 1."""
    shift, slope = 0.0, 1.0
    fairs = [logit(1 / each) for each in seats]
    points = [(fair, logit(share) - fair, came) for fair, share, came in zip(fairs, shares, won, strict=True)]
    for _ in range(ROUNDS):
        g0, g1 = -WEAK_PRIOR * shift, -WEAK_PRIOR * (slope - 1)
        h00, h01, h11 = WEAK_PRIOR, 0.0, WEAK_PRIOR
        for fair, x, came in points:
            p = 1 / (1 + exp(-max(-30.0, min(30.0, fair + shift + slope * x))))
            g0, g1 = g0 + came - p, g1 + (came - p) * x
            weight = p * (1 - p)
            h00, h01, h11 = h00 + weight, h01 + weight * x, h11 + weight * x * x
        size = h00 * h11 - h01 * h01
        shift += (h11 * g0 - h01 * g1) / size
        slope += (h00 * g1 - h01 * g0) / size
    return Calibration(round(shift, 4), round(slope, 4))


def logit(share: float) -> float:
    return log(share / (1 - share))
