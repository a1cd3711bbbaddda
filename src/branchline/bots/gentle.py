"""The gentle bot of a guided first game: it does what its guide has it wish for, and otherwise draws cards.

It leaves nothing to chance, so whoever follows a guide finds the same game every time. On boards without a guide it
wishes for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from branchline.bots.bot import Decision
from branchline.bots.reason import because
from branchline.core.actions import Action, DrawBlind, KeepTickets
from branchline.core.game import AnyGame
from branchline.data.guides import guides
from branchline.notation.typed.text import written

GENTLY: Final = because("gently")


class GentleBot:
    """The first wish that is legal; else as few tickets as possible, cards from a deck, or what comes first."""

    name = "gentle"

    def __init__(self, game: AnyGame) -> None:
        guide = guides().get(game.board_id)
        self._printed = game.printed
        self._wishes = guide.wishes if guide else ()

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Decision:
        return Decision(self._choose(legal), GENTLY)

    def _choose(self, legal: Sequence[Action]) -> Action:
        if isinstance(legal[0], KeepTickets):
            return min(legal, key=lambda action: len(action.kept) if isinstance(action, KeepTickets) else 0)
        for wish in self._wishes:
            for action in legal:
                if written(self._printed, action).startswith(wish):
                    return action
        return next((action for action in legal if isinstance(action, DrawBlind)), legal[0])
