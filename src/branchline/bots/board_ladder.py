"""The bots that play on a board: any board of any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from branchline.bots.bot import Factory

FACTORIES: Final[Mapping[str, Factory]] = {}
