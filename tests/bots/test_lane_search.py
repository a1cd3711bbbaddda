"""The search on the fast lane: what it tries, how it compares, and that it is the same on any machine."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.bots.bot import Bot, Budget, decision_of
from branchline.bots.lane_search.playouts import lead_of
from branchline.bots.lane_search.trials import Idea, Search, best_idea, still_running
from branchline.bots.reason import tell
from branchline.bots.registry import make_bot
from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import Memory, nothing_seen, remember_all
from branchline.core.phases import Turn
from branchline.games import load_game
from branchline.lane.engine import lane_of
from branchline.lane.imagine import Imagination
from branchline.lane.rng import seeds_as_words
from branchline.messages import LANGUAGES

NAN = float("nan")


class Watched:
    """A game that greedy bots play, with the memory of seat 0."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.bot = make_bot("greedy", game)
        self.memory: Memory = nothing_seen(game.printed, 2, Seat(0))
        self._follow(game.start(2, seed))

    def _follow(self, step: Any) -> None:
        self.state, self.memory = step.state, remember_all(self.memory, step.events)

    def step(self) -> None:
        seat = self.game.actors(self.state)[0]
        view, legal = self.game.view(self.state, seat), self.game.legal(self.state, seat)
        action = decision_of(self.bot.decide(view, legal, Random(0))).action
        self._follow(self.game.perform(self.state, seat, action))

    @property
    def view(self) -> Any:
        return self.game.view(self.state, Seat(0))._replace(memory=self.memory)

    def has_last_turn(self) -> bool:
        return type(self.state.phase) is Turn and self.state.turn == 0 and self.state.turns_left == 1


def test_in_the_last_turn_it_finds_the_best_of_its_ideas() -> None:
    """Nothing is left to chance then, so that the rules tell what each idea brings."""
    game = load_game("usa")
    decided = 0
    for seed in range(12):
        table = Watched(game, seed)
        while not game.is_over(table.state) and not table.has_last_turn():
            table.step()
        if game.is_over(table.state):
            continue
        legal = game.legal(table.state, Seat(0))
        claims = [action for action in legal if type(action).__name__ == "ClaimRoute"][:4]
        ideas = [Idea(lane_of(game).code(table.state, 0, action)) for action in claims]
        if len(ideas) > 1:
            search = Search(lane_of(game))
            best = search.best_of(table.view, ideas, 8 * len(ideas), seed, lambda: True)
            assert lead(table, claims[best]) == max(lead(table, action) for action in claims)
            decided += 1
    assert decided > 2


def lead(table: Watched, action: Action) -> int:
    """The points of seat 0 less those of seat 1 when the action ends the game."""
    mine, other = table.game.outcome(table.game.perform(table.state, Seat(0), action).state).sheets
    return mine.total - other.total


@pytest.mark.parametrize("name", ["sampleland", "cards"])
def test_threads_change_nothing(name: str) -> None:
    game = load_game(name)
    table = Watched(game, 3)
    for _ in range(12):
        table.step()
    while table.game.actors(table.state) != (0,):
        table.step()
    lane = lane_of(game)
    ideas = [Idea(lane.code(table.state, 0, action)) for action in list(game.legal(table.state, Seat(0)))[:4]]
    alone, together = (Search(lane, threads).race(table.view, ideas, 48, 5, lambda: True) for threads in (1, 3))
    assert np.array_equal(alone, together, equal_nan=True)
    assert alone.shape[2] >= 6
    assert np.isfinite(alone[:, :, 0]).all()


def test_a_budget_in_seconds_ends_the_search() -> None:
    game = load_game("sampleland")
    table = Watched(game, 4)
    legal = list(game.legal(table.state, Seat(0)))[:3]
    ideas = [Idea(lane_of(game).code(table.state, 0, action)) for action in legal]
    answers = iter([True, True, False])
    leads = Search(lane_of(game)).race(table.view, ideas, 3000, 5, lambda: next(answers))
    assert leads.shape == (2, 3, 32)


def test_every_idea_meets_the_same_worlds() -> None:
    game = load_game("sampleland")
    table = Watched(game, 4)
    lane = lane_of(game)
    code = lane.code(table.state, 0, game.legal(table.state, Seat(0))[0])
    worlds = Imagination(lane, table.view).worlds(range(10))
    leads = Search(lane).leads_after(worlds, 0, [code, code], seeds_as_words(range(10)))
    assert leads[:, 0].tolist() == leads[:, 1].tolist()
    assert len(set(leads[0, 0].tolist())) > 1
    assert len(set(leads[1, 0].tolist())) > 1


def test_the_lead_is_that_over_the_best_other_seat_and_victory_counts() -> None:
    scores = np.zeros(2, [("total", np.int32, (5,)), ("winners", np.int32)])
    scores["total"] = [[50, 80, 70, 0, 0], [90, 80, 70, 99, 99]]
    scores["winners"] = [0b010, 0b001]
    assert lead_of(scores, 0, 3).tolist() == [-30, 10 + 20]


SAME = [1.0, 3.0, 2.0, 5.0, 4.0, 2.0]
BETTER, WORSE = [x + 2 + i % 2 for i, x in enumerate(SAME)], [x - 9 + i % 2 for i, x in enumerate(SAME)]
NOISE = [x + 5 * (-1) ** i + 3 for i, x in enumerate(SAME)]


def results(*leads: list[float], promised: list[float] | None = None) -> Any:
    """Leads by idea, with what was promised of each, in every world."""
    expected = [[each] * len(leads[0]) for each in promised or [0.0] * len(leads)]
    return np.array([leads, expected])


def test_an_idea_clearly_behind_is_given_up() -> None:
    alike = [Idea(7)] * 4
    assert still_running(results(SAME, BETTER, WORSE, NOISE), [0, 1, 2, 3], alike) == [1, 3]
    assert still_running(results(SAME, NOISE), [0, 1], alike) == [0, 1]


def test_the_first_idea_has_the_benefit_of_the_doubt() -> None:
    alike, doubted = [Idea(7)] * 3, [Idea(7), Idea(7, loss=2.0), Idea(7, loss=2.0)]
    assert best_idea(results(SAME, WORSE, BETTER), doubted) == 2
    assert best_idea(results(SAME, NOISE), doubted[:2]) == 1  # Ahead by three points, give or take two.
    behind = results(SAME, [x - 2 for x in NOISE])
    assert best_idea(behind, doubted[:2]) == 0  # By one point, that is too little.
    assert best_idea(behind, alike[:2]) == 1  # Unless nothing was held against it.
    assert best_idea(results([*SAME[:5], NAN], BETTER), doubted[:2]) == 1
    assert best_idea(results(SAME[:4], BETTER[:4]), alike[:2]) == 0
    assert best_idea(np.zeros((2, 3, 0)), doubted) == 0


def test_what_the_network_promises_counts_where_games_do_not_tell() -> None:
    wild = [x + 90 * (-1) ** i for i, x in enumerate(SAME)]
    alike = [Idea(7)] * 2
    assert best_idea(results(SAME, wild, promised=[0, 4]), alike) == 1
    assert best_idea(results(SAME, wild, promised=[4, 0]), alike) == 0
    assert best_idea(results(SAME, BETTER, promised=[4, 0]), alike) == 1  # Here they do.


@pytest.mark.parametrize(("name", "iterations"), [("sampleland", 2), ("europe", 2), ("cards", 6)])
def test_it_plays_alike_for_the_same_seed_and_says_why_in_every_language(name: str, iterations: int) -> None:
    game = load_game(name)
    table = Watched(game, 6)
    bot, adviser = make_bot("lane-search", game, Budget(iterations)), adviser_of(game)
    told: set[str] = set()
    asked = changed = 0
    while not game.is_over(table.state):
        legal = game.legal(table.state, Seat(0))
        if game.actors(table.state)[0] == 0:
            decision = decision_of(bot.decide(table.view, legal, Random(1)))
            assert decision.action in legal
            assert decision.reason is not None
            told |= {tell(decision.reason, game.printed, language, ["Ada", "Bo"]) for language in LANGUAGES}
            asked += 1
            changed += decision.action != decision_of(adviser.decide(table.view, legal, Random(1))).action
            if asked % 7 == 0:
                assert decision == decision_of(bot.decide(table.view, legal, Random(1)))
        table.step()
    assert 0 < changed < asked
    assert len(told) > 12
    assert not any("{" in sentence for sentence in told)


def adviser_of(game: AnyGame) -> Bot:
    return make_bot("learned", game)


@pytest.mark.parametrize("name", ["sampleland", "cards"])
def test_without_memory_it_does_as_it_is_advised(name: str) -> None:
    game = load_game(name)
    table = Watched(game, 7)
    bot = make_bot("lane-search", game, Budget(iterations=2))
    view, legal = table.view._replace(memory=None), game.legal(table.state, Seat(0))
    assert bot.decide(view, legal, Random(1)) == adviser_of(game).decide(view, legal, Random(1))
