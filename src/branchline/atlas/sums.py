"""RunningMeans with intervals of things that come by the million: only counts, sums and sums of squares are kept."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.lab.standings import CONFIDENCE

_REACH: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def stricter(times: int) -> float:
    """How much further an interval has to reach so that of so many all hold, as often as one does by itself."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(1, times)) / _REACH


Told = dict[str, float | int]
"""A mean as it is written down: `n` values, their `mean`, and how far the interval (95 %) goes to either side."""


class RunningMeans:
    """The mean of one quantity for each of some subjects, numbered from 0."""

    def __init__(self, subjects: int) -> None:
        self.count, self.sum, self.squares = (np.zeros(subjects) for _ in range(3))

    def add(self, subjects: NDArray[Any], values: NDArray[Any]) -> None:
        """More values, each of the subject at the same place."""
        values = np.asarray(values, np.float64)
        size = len(self.count)
        self.count += np.bincount(subjects, minlength=size)
        self.sum += np.bincount(subjects, values, size)
        self.squares += np.bincount(subjects, values * values, size)

    def told(self, subject: int, digits: int = 3) -> Told | None:
        """None where there is no value; a single one has no interval."""
        count = self.count[subject]
        if not count:
            return None
        mean = self.sum[subject] / count
        told: Told = {"n": int(count), "mean": round(float(mean), digits)}
        if count > 1:
            spread = max(0.0, self.squares[subject] - count * mean * mean) / (count - 1)
            told["reach"] = round(_REACH * sqrt(spread / count), digits)
        return told

    def all_told(self, digits: int = 3) -> list[Told | None]:
        return [self.told(subject, digits) for subject in range(len(self.count))]
