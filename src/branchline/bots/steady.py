"""A bot that decides the same whenever it sees the same: for hints, and for games that are the same for everybody."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

from branchline.bots.bot import Bot, Decision
from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.notation.json.codec import to_json


class SteadyBot:
    """Another bot, whose chance follows from what it sees and from nothing else."""

    def __init__(self, bot: Bot, game: AnyGame) -> None:
        self.bot = bot
        self._printed = game.printed
        self.name = bot.name

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action | Decision:
        return self.bot.decide(view, legal, Random(self._digest(view)))

    def _digest(self, view: Any) -> str:
        """What tells one view from another; who of the others has chosen first is nothing to choose by."""
        seen: Any = to_json(self._printed, view._replace(memory=None))
        phase = {name: value for name, value in seen["phase"].items() if name != "chosen"}
        return sha256(json.dumps({**seen, "phase": phase}, sort_keys=True).encode()).hexdigest()
