"""The bots that play with cards alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from branchline.bots.bot import Factory

FACTORIES: Final[Mapping[str, Factory]] = {}
