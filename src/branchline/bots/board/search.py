"""The searching bot of the board games: tries the planner's best ideas out in imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from branchline.bots.board.greedy import GreedyBot
from branchline.bots.board.moves.blocking import blocks
from branchline.bots.board.moves.claim import Claiming
from branchline.bots.board.planner import PlannerBot, planning_for
from branchline.bots.board.planning.plan import Planning
from branchline.bots.board.turn import Thought
from branchline.bots.board.weights import Taste
from branchline.bots.bot import Budget
from branchline.bots.move import Move
from branchline.bots.racing import World, winner
from branchline.bots.reason import Reason, because
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

VICTORY: Final = 15.0
"""What winning counts for, in points."""


class SearchBot:
    """Plans, and near the end plays each idea out in the same imagined worlds: itself as the planner, rivals greedy.

    Worlds are imagined from memory. Without one there are none, and it plays as the planner to the end.
    """

    name = "search"

    def __init__(self, game: Game[State, View], budget: Budget, taste: Taste | None = None) -> None:
        self.why: Reason | None = None
        self._game = game
        self._budget = budget
        self._taste = taste or Taste()
        self._planner = PlannerBot(game, budget, self._taste)
        self._greedy = GreedyBot(game, budget)

    def decide(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        if type(view.phase) is Turn and view.memory is not None:
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
        seat = view.seat
        assert seat is not None

        def new_world() -> World[Move]:
            state = self._game.imagine(view, rng.getrandbits(48))
            return lambda idea: self._outlook(state, seat, idea.action)

        faith = FAITH * max(1, self._budget.iterations // len(ideas)) ** 0.5
        return winner(ideas, [faith, *[0.0] * (len(ideas) - 1)], self._budget, new_world)

    def _outlook(self, state: State, seat: Seat, action: Action) -> float:
        """What the seat has more than the best of the others when the idea is played out."""
        game = self._game
        state = game.perform(state, seat, action).state
        chance = Random(0)  # neither of the two draws lots
        while not game.is_over(state):  # it ends, since a game that stands still does (B-10a)
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
