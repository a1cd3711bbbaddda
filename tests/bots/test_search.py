"""The search of the board games: it keeps to its time, tries something out near the end, and is the planner before."""

from __future__ import annotations

from time import perf_counter

import pytest

from branchline.bots.board import search
from branchline.bots.board.planner import planning_for
from branchline.bots.board.search import SearchBot
from branchline.bots.board.turn import TurnPlan
from branchline.bots.board.weights import PlannerWeights
from branchline.bots.bot import Bot, Budget
from branchline.bots.match import decision_rng, play_match
from branchline.bots.registry import make_bot
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.core.phases import Turn
from branchline.core.views.view import View
from branchline.games import load_game

USA = load_game("usa")


def a_late_view() -> View:
    """The first decision of seat 0 near the end of a game of planners where there is more than one idea."""
    bots: list[Bot] = [make_bot("planner", USA), make_bot("planner", USA)]
    state = USA.start(2, 4).state
    for decision in play_match(USA, bots, 4).decisions:
        view: View = USA.view(state, Seat(0))._replace(memory=nothing_seen(USA.printed, 2, Seat(0)))
        if decision.seat == 0 and isinstance(view.phase, Turn):
            planning = planning_for(view, PlannerWeights())
            if planning.turns <= search.SEARCH_TURNS and len(TurnPlan(planning).ideas(4)) > 1:
                return USA.view(state, Seat(0))  # type: ignore[no-any-return]
        state = USA.perform(state, decision.seat, decision.action).state
    raise AssertionError("the game had no such moment")


def test_ideas_are_different_and_the_planners_own_comes_first() -> None:
    turn_plan = TurnPlan(planning_for(a_late_view(), PlannerWeights()))
    ideas = turn_plan.ideas(4)
    assert ideas[0] == turn_plan.best_move()
    assert len({idea.action for idea in ideas}) == len(ideas) > 1


def test_far_from_the_end_it_moves_as_the_planner_does() -> None:
    planner, search = make_bot("planner", USA), make_bot("search", USA, Budget(iterations=4))
    state = USA.start(2, 9).state
    view = USA.view(state, Seat(0))._replace(memory=nothing_seen(USA.printed, 2, Seat(0)))
    legal = USA.legal(state, Seat(0))
    chance = decision_rng(9, Seat(0), 0)
    assert search.decide(view, legal, chance) == planner.decide(view, legal, chance)


def test_a_budget_in_seconds_cuts_the_search_short() -> None:
    game = load_game("usa")
    bot = SearchBot(game, Budget(iterations=1_000_000, seconds=0.5))
    began = perf_counter()
    result = play_match(game, [bot, make_bot("greedy", game)], seed=3)
    assert result.faults == ()
    longest = max(decision.seconds for decision in result.decisions if decision.seat == 0)
    print(f"longest decision {longest:.2f} s, the game {perf_counter() - began:.1f} s")
    assert longest < 10  # With a million iterations and no limit it would be hours.


@pytest.mark.parametrize("name", ["usa", "europe", "world"])
def test_worlds_that_are_imagined_for_the_search_look_like_the_real_one(name: str) -> None:
    """At every late decision of a game of five, where decks have been filled anew more than once."""
    game = load_game(name)
    seats = 5
    step = game.start(seats, 6)
    state = step.state
    memories = [remember_all(nothing_seen(game.printed, seats, Seat(seat)), step.events) for seat in range(seats)]
    looked = 0
    for decision in play_match(game, [make_bot("greedy", game)] * seats, 6).decisions:
        seat = decision.seat
        if isinstance(state.phase, Turn) and len(memories[seat].fillings[0]) > 1:
            view = game.view(state, seat)
            world = game.imagine(view._replace(memory=memories[seat]), looked)
            assert game.view(world, seat) == view
            looked += 1
        step = game.perform(state, seat, decision.action)
        state = step.state
        memories = [remember_all(memory, step.events) for memory in memories]
    assert looked > 10
