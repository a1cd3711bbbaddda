"""The spaces of Gymnasium for observations and actions of a board."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete

from branchline.lane.observation.layout import NUMBER, ObservationLayout


def observation_space(layout: ObservationLayout) -> Box:
    """One number after the other, each within its bounds (`lane.observation.layout`)."""
    return Box(layout.low, layout.high, dtype=NUMBER)


def action_space(space: Any) -> Discrete:
    """The action codes of a board; a mask says which of them may be chosen."""
    return Discrete(space.size)


def mask_space(space: Any) -> Box:
    return Box(0, 1, (space.size,), np.int8)
