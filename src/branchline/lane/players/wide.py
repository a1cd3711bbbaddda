"""One width for integers that go from function to function: each width of an argument would be compiled anew."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane.compile import inner


@inner
def wide(number: Any) -> int:
    return np.int64(number)  # type: ignore[return-value]
