"""The bots that play on a board: any board of any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from branchline.bots.board_search import SearchBot
from branchline.bots.bot import Factory
from branchline.bots.greedy import GreedyBot
from branchline.bots.hasty import HastyBot
from branchline.bots.planner import PlannerBot

FACTORIES: Final[Mapping[str, Factory]] = {
    "hasty": HastyBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
    "search": SearchBot,
}
