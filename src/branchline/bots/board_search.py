"""The searching bot of the board games: tries the planner's best ideas out in imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Final

from branchline.bots.blocking import blocks
from branchline.bots.bot import Budget
from branchline.bots.claiming import Claiming
from branchline.bots.greedy import GreedyBot
from branchline.bots.move import Move
from branchline.bots.plan import Planning
from branchline.bots.planner import PlannerBot, planning_for
from branchline.bots.taste import Taste
from branchline.bots.thought import Thought
from branchline.bots.why import Reason, because
from branchline.core.actions import Action, ClaimRoute
from branchline.core.game import Game
from branchline.core.ids import RouteId, Seat
from branchline.core.phases import Turn
from branchline.core.state import State
from branchline.core.view import View

IDEAS: Final = 4
"""Moves that are tried out."""

NEAR_END: Final = 6.0
"""Turns that are expected to be left when the search begins: few enough to play every trial to the end."""

FAITH: Final = 3.0
"""Points by which another idea must look better, in a single world, than the planner's own; less with many worlds."""

FIRST_TRIAL: Final = 0.1
"""Seconds that a trial is thought to take before the first."""

SAFELY: Final = 2.0
"""A trial may take so many times as long as the longest before."""

LONGEST_TRIAL: Final = 400
"""Decisions after which a trial is counted as it stands: near the end of a game there are never so many."""

VICTORY: Final = 15.0
"""What winning counts for, in points."""


class Clock:
    """Tells whether there is time for another trial, by the longest so far; without a limit there always is."""

    def __init__(self, seconds: float | None) -> None:
        self._until = None if seconds is None else perf_counter() + seconds
        self._last = perf_counter()
        self._longest = FIRST_TRIAL

    def has_time(self) -> bool:
        if self._until is None:
            return True
        now = perf_counter()
        self._longest = max(self._longest, now - self._last)
        self._last = now
        return now + SAFELY * self._longest < self._until


class SearchBot:
    """Plans, and near the end plays each idea out in the same imagined worlds: itself as the planner, rivals greedy."""

    name = "search"

    def __init__(self, game: Game[State, View], budget: Budget, taste: Taste | None = None) -> None:
        self.why: Reason | None = None
        self._game = game
        self._budget = budget
        self._taste = taste or Taste()
        self._planner = PlannerBot(game, budget, self._taste)
        self._greedy = GreedyBot(game, budget)

    def decide(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        if type(view.phase) is Turn:
            planning = planning_for(view, self._taste)
            ideas = ideas_of(planning) if planning.turns <= NEAR_END else []
            if len(ideas) > 1:
                best = self._tried(view, ideas, rng)
                self.why = best.why
                return best.action
        action = self._planner.decide(view, legal, rng)
        self.why = self._planner.why
        return action

    def _tried(self, view: View, ideas: list[Move], rng: Random) -> Move:
        """An iteration is one idea in one world; a world in which there is no time for all ideas does not count."""
        seat = view.seat
        assert seat is not None
        worlds = max(1, self._budget.iterations // len(ideas))
        totals = [FAITH * worlds**0.5, *[0.0] * (len(ideas) - 1)]
        clock = Clock(self._budget.seconds)
        for _ in range(worlds):
            state = self._game.imagine(view, rng.getrandbits(48))
            found = []
            for idea in ideas:
                if not clock.has_time():
                    return ideas[max(range(len(ideas)), key=totals.__getitem__)]
                found.append(self._outlook(state, seat, idea.action))
            totals = [total + more for total, more in zip(totals, found, strict=True)]
        return ideas[max(range(len(ideas)), key=totals.__getitem__)]

    def _outlook(self, state: State, seat: Seat, action: Action) -> float:
        """What the seat has more than the best of the others when the idea is played out."""
        game = self._game
        state = game.perform(state, seat, action).state
        chance = Random(0)  # neither of the two draws lots
        for _ in range(LONGEST_TRIAL):
            if game.is_over(state):
                break
            actor = game.actors(state)[0]
            bot = self._planner if actor == seat else self._greedy
            view = game.view(state, actor)
            state = game.perform(state, actor, bot.decide(view, game.legal(state, actor), chance)).state
        outcome = game.outcome(state)
        totals = [sheet.total for sheet in outcome.sheets]
        mine = totals.pop(seat)
        return mine - max(totals) + (VICTORY if seat in outcome.winners else 0.0)


def ideas_of(planning: Planning) -> list[Move]:
    """The planner's, and the claim that would harm a rival most, which only a trial can tell from a waste of time."""
    thought = Thought(planning)
    ideas = thought.ideas(IDEAS)
    for route in blocks(planning.sight):
        claim = _block(thought, route)
        if claim is not None:
            return ideas if any(claim.action == idea.action for idea in ideas) else [*ideas, claim]
    return ideas


def _block(thought: Thought, route: int) -> Move | None:
    found = Claiming(thought.planning, thought.plan, thought.harbors).payment(route)
    if found is None:
        return None
    lane, pay, gain = found
    return Move(ClaimRoute(RouteId(lane), pay), because("blocks", route=lane), gain)
