"""The guard: a bot that crashes, hangs or answers illegally loses its decision and is reported; the game goes on."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from branchline.bots.bot import Bot, Decision
from branchline.bots.guard import MAX_HANGS, Trouble
from branchline.bots.match import MatchResult, play_match
from branchline.bots.random_bot import BY_LOT
from branchline.bots.registry import FALLBACK, make_bot
from branchline.core.actions import Action, BuildHarbor, DrawBlind, DrawTickets, KeepTickets
from branchline.core.ids import DeckId
from branchline.games import game_names, load_game

MOMENT = 1.5
"""Seconds for a decision here: enough for an honest bot on a busy machine."""


class Naughty:
    """Plays as greedy does, but for some of its decisions."""

    name = "naughty"

    def __init__(self, game: Any, misbehave: Callable[[], Any], every: int) -> None:
        self._good = make_bot(FALLBACK, game)
        self._misbehave = misbehave
        self._every = every
        self._asked = 0

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action | Decision:
        self._asked += 1
        if self._asked % self._every == 0:
            return self._misbehave()  # type: ignore[no-any-return]
        return self._good.decide(view, legal, rng)


class Answering:
    """Takes the first legal action, and answers with what is made of it."""

    name = "answering"

    def __init__(self, answer: Callable[[Action], Action | Decision]) -> None:
        self._answer = answer

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action | Decision:
        return self._answer(legal[0])


USA = load_game("usa")
GREEDY = make_bot("greedy", USA)


def crash() -> Any:
    raise ZeroDivisionError("on purpose")


def leave() -> Any:
    sys.exit("on purpose")


def hang() -> Any:
    while True:
        time.sleep(0.01)


def hang_and_swallow() -> Any:
    """As badly behaved as can be: it catches everything that is an Exception, and goes on."""
    while True:
        try:
            time.sleep(0.01)
        except Exception:
            continue


def watched(game: Any, misbehave: Callable[[], Any], every: int = 5, limit: float | None = None) -> MatchResult:
    """The naughty bot in seat 0; whatever it does, the match is played to its end."""
    good: list[Bot] = [make_bot("greedy", game)] * (game.seat_counts[0] - 1)
    result = play_match(game, [Naughty(game, misbehave, every), *good], seed=5, limit=limit)
    assert game.is_over(result.state)
    assert {fault.seat for fault in result.faults} == {0}
    assert {fault.bot for fault in result.faults} == {"naughty"}
    return result


@pytest.mark.parametrize("name", game_names())
def test_a_bot_that_crashes_is_reported_and_the_game_goes_on(name: str) -> None:
    result = watched(load_game(name), crash)
    assert {fault.trouble for fault in result.faults} == {Trouble.CRASHED}
    assert {fault.detail for fault in result.faults} == {"ZeroDivisionError: on purpose"}
    mine = [decision for decision in result.decisions if decision.seat == 0]
    assert len(result.faults) == len(mine) // 5
    assert all(result.decisions[fault.number].trouble is Trouble.CRASHED for fault in result.faults)


def test_a_bot_that_wants_to_leave_the_program_only_loses_its_decision() -> None:
    result = watched(load_game("usa"), leave)
    assert {fault.detail for fault in result.faults} == {"SystemExit: on purpose"}


def test_whoever_stops_the_match_stops_it_whatever_bot_is_thinking() -> None:
    def interrupted() -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        watched(load_game("usa"), interrupted)


def test_a_reason_that_cannot_be_told_is_left_out_and_the_decision_stands() -> None:
    chatty = Answering(lambda action: Decision(action, "I like it"))  # type: ignore[arg-type]
    result = play_match(USA, [chatty, GREEDY], seed=5)
    assert result.faults == ()
    assert {decision.reason for decision in result.decisions if decision.seat == 0} == {None}


def test_a_bot_may_answer_with_a_bare_action_or_with_its_reason_too() -> None:
    bots = [Answering(lambda action: action), Answering(lambda action: Decision(action, BY_LOT))]
    result = play_match(USA, bots, seed=5)
    assert result.faults == ()
    assert all(decision.reason == (BY_LOT if decision.seat else None) for decision in result.decisions)


def test_a_decision_with_an_illegal_action_is_reported_as_the_bare_action_would_be() -> None:
    result = watched(USA, lambda: Decision(DrawBlind(DeckId(9)), BY_LOT))
    assert {fault.trouble for fault in result.faults} == {Trouble.ILLEGAL}
    assert {fault.detail for fault in result.faults} == {repr(DrawBlind(DeckId(9)))}


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize(
    "answer",
    [None, 7, "claim", object(), DrawBlind(DeckId(9)), BuildHarbor(10_000, ())],  # type: ignore[arg-type]
    ids=["none", "number", "text", "anything", "no-such-deck", "no-such-city"],
)
def test_a_bot_that_answers_illegally_is_reported_and_the_game_goes_on(name: str, answer: Any) -> None:
    result = watched(load_game(name), lambda: answer)
    assert {fault.trouble for fault in result.faults} == {Trouble.ILLEGAL}
    assert all(repr(answer)[:20] in fault.detail for fault in result.faults)


@pytest.mark.parametrize("misbehave", [hang, hang_and_swallow])
def test_a_bot_that_hangs_is_interrupted_and_after_three_times_not_asked_again(misbehave: Callable[[], Any]) -> None:
    result = watched(load_game("usa"), misbehave, limit=MOMENT)
    troubles = [fault.trouble for fault in result.faults]
    assert troubles[:MAX_HANGS] == [Trouble.HUNG] * MAX_HANGS
    assert set(troubles[MAX_HANGS:]) == {Trouble.BENCHED}
    last = result.faults[MAX_HANGS - 1].number
    mine = [number for number, decision in enumerate(result.decisions) if decision.seat == 0 and number > last]
    assert [fault.number for fault in result.faults[MAX_HANGS:]] == mine


def test_a_bot_that_hangs_is_left_behind_outside_the_main_thread_too() -> None:
    results: list[MatchResult] = []
    enough = threading.Event()  # The threads that were left behind end with the test.
    game = load_game("usa")
    thread = threading.Thread(target=lambda: results.append(watched(game, lambda: enough.wait(60), limit=MOMENT)))
    thread.start()
    thread.join()
    enough.set()
    assert [fault.trouble for fault in results[0].faults[:MAX_HANGS]] == [Trouble.HUNG] * MAX_HANGS


def test_if_the_fallback_fails_too_any_legal_action_will_do() -> None:
    game = load_game("europe")
    bad = Naughty(game, crash, every=1)
    result = play_match(game, [bad, make_bot("greedy", game)], seed=5, fallback=bad)
    assert game.is_over(result.state)
    mine = [decision for decision in result.decisions if decision.seat == 0]
    assert len(result.faults) == len(mine)


class Circling:
    """Draws tickets, returns them all, and draws again, which the Card Game allows (C-12)."""

    name = "circling"

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action:
        for action in legal:
            if isinstance(action, DrawTickets) or (isinstance(action, KeepTickets) and not action.kept):
                return action
        return legal[0]


def test_a_match_of_bots_that_go_round_in_circles_is_ended_by_the_rules() -> None:
    """B-10a: first tickets, ten rounds of two, and the settlement."""
    game = load_game("cards")
    result = play_match(game, [Circling(), Circling()], seed=5, limit=None)
    assert game.is_over(result.state)
    assert result.faults == ()
    assert len(result.decisions) == 2 + 10 * 2 * 2 + 2
