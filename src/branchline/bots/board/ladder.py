"""The bots that play on a board: any board of any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from branchline.bots.board.greedy import GreedyBot
from branchline.bots.board.hasty import HastyBot
from branchline.bots.board.planner import PlannerBot
from branchline.bots.board.search import SearchBot
from branchline.bots.bot import Factory

FACTORIES: Final[Mapping[str, Factory]] = {
    "hasty": HastyBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "search": SearchBot,
}
