"""The searching bot of the board games: near the end it plays the planner's best ideas out in imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from branchline.bots.board.greedy import GreedyBot
from branchline.bots.board.moves.blocking import blocks
from branchline.bots.board.moves.claim import ClaimChooser
from branchline.bots.board.planner import PlannerBot, planning_for
from branchline.bots.board.planning.plan import Planning
from branchline.bots.board.turn import TurnPlan
from branchline.bots.board.weights import PlannerWeights
from branchline.bots.bot import Budget, Decision
from branchline.bots.move import Move
from branchline.bots.racing import World, race
from branchline.bots.reason import because
from branchline.core.actions import Action, ClaimRoute
from branchline.core.game import Game
from branchline.core.ids import RouteId, Seat
from branchline.core.phases import Turn
from branchline.core.states.state import State
from branchline.core.views.view import View

MAX_IDEAS: Final = 4
"""Moves of the planner that are tried out."""

SEARCH_TURNS: Final = 6.0
"""The search begins when so many turns are left: few enough to play every trial to the end."""

HEAD_START: Final = 3.0
"""Points by which another idea must beat the planner's own in one world; with n worlds, this over sqrt(n) in each."""

VICTORY_POINTS: Final = 15.0
"""What winning is worth in a trial, in points."""


class SearchBot:
    """Plays as the planner until near the end, then plays each idea out: itself as the planner, rivals as greedy.

    Worlds are imagined from memory; without it, it plays as the planner to the end.
    """

    name = "search"

    def __init__(self, game: Game[State, View], budget: Budget, weights: PlannerWeights | None = None) -> None:
        self._game = game
        self._budget = budget
        self._weights = weights or PlannerWeights()
        self._planner = PlannerBot(game, budget, self._weights)
        self._greedy = GreedyBot(game, budget)

    def decide(self, view: View, legal: Sequence[Action], rng: Random) -> Decision:
        if type(view.phase) is Turn and view.memory is not None:
            planning = planning_for(view, self._weights)
            ideas = ideas_of(planning) if planning.turns <= SEARCH_TURNS else []
            if len(ideas) > 1:
                return self._best_idea(view, ideas, rng).decision
        return self._planner.decide(view, legal, rng)

    def _best_idea(self, view: View, ideas: list[Move], rng: Random) -> Move:
        seat = view.seat
        assert seat is not None

        def new_world() -> World[Move]:
            state = self._game.imagine(view, rng.getrandbits(48))
            return lambda idea: self._lead_after(state, seat, idea.action)

        head_start = HEAD_START * max(1, self._budget.iterations // len(ideas)) ** 0.5
        return race(ideas, [head_start, *[0.0] * (len(ideas) - 1)], self._budget, new_world)

    def _lead_after(self, state: State, seat: Seat, action: Action) -> float:
        """The final points of a seat less those of the best other one, when the action is played out."""
        game = self._game
        state = game.perform(state, seat, action).state
        rng = Random(0)  # neither of the two bots uses it
        while not game.is_over(state):  # it ends, since a game that stands still does (B-10a)
            actor = game.actors(state)[0]
            bot = self._planner if actor == seat else self._greedy
            view = game.view(state, actor)
            state = game.perform(state, actor, bot.decide(view, game.legal(state, actor), rng).action).state
        outcome = game.outcome(state)
        totals = [sheet.total for sheet in outcome.sheets]
        mine = totals.pop(seat)
        return mine - max(totals) + (VICTORY_POINTS if seat in outcome.winners else 0.0)


def ideas_of(planning: Planning) -> list[Move]:
    """The planner's ideas, and the claim that lengthens a rival's path most: whether it pays, only a trial can tell."""
    turn_plan = TurnPlan(planning)
    ideas = turn_plan.ideas(MAX_IDEAS)
    for route in blocks(planning.position):
        claim = _block(turn_plan, route)
        if claim is not None:
            return ideas if any(claim.action == idea.action for idea in ideas) else [*ideas, claim]
    return ideas


def _block(turn_plan: TurnPlan, route: int) -> Move | None:
    found = ClaimChooser(turn_plan.planning, turn_plan.plan, turn_plan.harbors).payment(route)
    if found is None:
        return None
    lane, pay, gain = found
    return Move(ClaimRoute(RouteId(lane), pay), because("blocks", route=lane), gain)
