"""The bot that searches on the fast lane, in every decision from the first tickets on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Final

from branchline.bots.bot import Budget, Decision
from branchline.bots.compiled import LearnedBot, compile_once
from branchline.bots.lane_search.trials import Idea, Search, ideas_of
from branchline.bots.racing import TrialClock
from branchline.core.actions import Action, BuildHarbor, BuildStation, ClaimRoute, DrawFaceUp, KeepTickets
from branchline.core.game import AnyGame
from branchline.core.views.card_view import Settling
from branchline.lane.engine import lane_of

MAX_IDEAS: Final = 6
"""Actions that are tried out."""

TRIALS: Final = 8
"""An iteration of the budget is so many trials: they are that much quicker than those of `search`."""


class LaneSearchBot:
    """Tries out what the learned player thinks best.

    Worlds are imagined from memory; without it, it does as it is advised.
    """

    name = "lane-search"

    def __init__(self, game: AnyGame, budget: Budget, adviser: LearnedBot, threads: int = 1) -> None:
        self._budget = budget
        self._adviser = adviser
        self._search = Search(lane_of(game), threads)
        compile_once(self.name, game, self._try_out)

    def _try_out(self, view: Any) -> None:
        first = next(self._adviser.ideas(view, Random(0)))
        idea = Idea(self._adviser.code(view, first.action))
        self._search.race(view, [idea, idea], 2, 0, lambda: True)

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Decision:
        clock = TrialClock(self._budget.seconds)
        if len(legal) == 1 or view.memory is None or isinstance(view.phase, Settling):
            return self._adviser.decide(view, legal, rng)
        advice = self._advice(view, rng)
        if len(advice) == 1:
            return advice[0]
        ideas = ideas_of(self._adviser, [self._adviser.code(view, decision.action) for decision in advice])
        trials = TRIALS * self._budget.iterations
        best = self._search.best_of(view, ideas, trials, rng.getrandbits(48), clock.has_time)
        return advice[best]

    def _advice(self, view: Any, rng: Random) -> list[Decision]:
        """The best ideas, of each sort one."""
        found: dict[Hashable, Decision] = {}
        for decision in self._adviser.ideas(view, rng):
            if len(found) == MAX_IDEAS:
                break
            found.setdefault(_sort_of(view, decision.action), decision)
        return list(found.values())


def _sort_of(view: Any, action: Action) -> Hashable:
    """Actions of one sort are tried only once: the same route with other cards, the same card in another place."""
    match action:
        case ClaimRoute(what) | BuildStation(what) | BuildHarbor(what):
            return type(action), what
        case DrawFaceUp(slot, refill):
            return type(action), view.display[slot], refill
        case KeepTickets(kept):
            return type(action), kept
        case _:
            return action
