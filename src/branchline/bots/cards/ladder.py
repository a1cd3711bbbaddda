"""The bots that play with cards alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from branchline.bots.bot import Factory
from branchline.bots.cards.greedy import CardGreedyBot
from branchline.bots.cards.hasty import CardHastyBot
from branchline.bots.cards.planner import CardPlannerBot
from branchline.bots.cards.search import CardSearchBot

FACTORIES: Final[Mapping[str, Factory]] = {
    "hasty": CardHastyBot,
    "greedy": CardGreedyBot,
    "planner": CardPlannerBot,
    "search": CardSearchBot,
}
