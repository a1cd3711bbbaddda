"""Bots think in processes of their own: views in, actions out, and nothing that they do can stop a table."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from branchline.bots import registry
from branchline.bots.bot import Bot
from branchline.bots.guard import Guard
from branchline.bots.manners import kind_of
from branchline.bots.stand_in import StandInBot
from branchline.bots.warming import WarmingBot
from branchline.core.actions import Action, DrawTickets, Pass
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember
from branchline.games import load_game
from branchline.server.bot_processes import policy, worker
from branchline.server.bot_processes.messages import BotRequest, decode_reply, encode_request
from branchline.server.bot_processes.policy import guarded
from branchline.server.bot_processes.pool import BotFailed, BotProcesses, name_of
from branchline.server.room.chairs import BotChair, PersonChair
from branchline.server.room.facts import Why
from branchline.server.room.levels import levels, plays
from branchline.server.views.history import sentence_of
from tests.server.party import OFFERED


def first_question(board: str, level: str, seed: int) -> tuple[Any, Any, BotRequest]:
    """The first decision of a game, as a bot is asked it."""
    game = load_game(board)
    state, view, legal = question(game, seed)
    return game, state, BotRequest(level, name_of(game), seed, view, legal)


def question(game: AnyGame, seed: int) -> tuple[Any, Any, Sequence[Action]]:
    """The state of a game that begins, how the first seat sees it, and what that may do."""
    step = game.start(2, seed)
    memory = nothing_seen(game.printed, 2, Seat(0))
    for event in step.events:
        memory = remember(memory, event.seen_by(Seat(0)))
    view = game.view(step.state, Seat(0))._replace(memory=memory)
    return step.state, view, game.legal(step.state, Seat(0))


def ready_name(bot: Bot) -> str:
    """Who plays once everything is compiled."""
    if isinstance(bot, WarmingBot):
        bot.wait()
    return bot.name


@pytest.mark.parametrize("board", OFFERED)
def test_every_level_on_offer_decides_legally_and_alike_for_the_same_seed(board: str, seed: int) -> None:
    game, _, _ = first_question(board, "", seed)
    offered = [level for level in (*levels(), "random") if plays(level, game)]
    assert len(offered) > 3
    for level in offered:
        thought = first_question(board, level, seed)[2]
        answer = decode_reply(worker.think(encode_request(thought)))
        assert answer.fault is None
        assert answer.action is not None
        if not isinstance(guarded(level, game).bot, WarmingBot):  # Another bot may play the second time.
            assert decode_reply(worker.think(encode_request(thought))) == answer


@pytest.mark.parametrize("board", OFFERED)
def test_the_planner_stands_in_for_people_who_are_away(board: str) -> None:
    game = load_game(board)
    away = PersonChair("Ann", "holder", away="left")
    standing_in = policy.bot_of(policy.level_of(away), game)
    assert isinstance(standing_in, StandInBot)
    assert ready_name(standing_in._inner) == registry.level("planner").compiled.get(kind_of(game.printed), "planner")
    assert policy.level_of(BotChair("racer")) == "racer"


@pytest.mark.parametrize("board", OFFERED)
def test_whoever_decides_for_a_person_draws_no_tickets(board: str, seed: int) -> None:
    """Neither the stand-in nor the fallback, inside the process or instead of it, nor the last resort."""
    game = load_game(board)
    level = policy.level_of(PersonChair("Ann", "holder", away="left"))
    legal: list[Action] = [DrawTickets(), Pass()]
    assert policy.allowed(level, legal) == [Pass()]
    assert policy.allowed("planner", legal) == legal, "a bot of its own does as it likes"
    asked = policy.attempts(level)
    assert len(asked) == 2
    for each in asked:
        guard = guarded(each, game)
        assert isinstance(guard.bot, StandInBot)
        assert isinstance(guard._fallback, StandInBot)


def test_the_stand_in_and_the_fallback_are_levels_that_exist() -> None:
    assert {policy.STAND_IN, policy.FALLBACK} <= set(levels())
    assert policy.attempts("grandmaster") == ("grandmaster", policy.FALLBACK)
    assert policy.attempts(policy.FALLBACK) == (policy.FALLBACK,), "nobody is asked twice"
    assert policy.PROCESS_SECONDS > policy.BOT_SECONDS, "the fallback inside the process has its chance"


@pytest.mark.parametrize("board", OFFERED)
def test_a_level_that_is_no_more_plays_as_the_stand_in_does(board: str) -> None:
    game = load_game(board)
    assert ready_name(policy.bot_of("removed-plugin", game)) == ready_name(policy.bot_of(policy.STAND_IN, game))


def test_what_a_bot_is_given_holds_no_state(seed: int) -> None:
    """The request names the board instead of carrying it, and unpickles to a view and actions, nothing else."""
    _, _, thought = first_question("europe", "random", seed)
    request = encode_request(thought)
    assert len(request) < 8_000
    with pytest.raises(pickle.UnpicklingError):
        pickle.loads(request)
    assert b"State" not in request.replace(b"Statement", b"")
    assert b"rng" not in request


def test_processes_answer_and_are_used_again(seed: int) -> None:
    async def scene() -> None:
        workers = BotProcesses(1)
        game, state, thought = first_question("usa", "conductor", seed)
        pids = set()
        for _ in range(3):
            decided = await workers.decide("conductor", game, thought.view, thought.legal)
            assert game.refusal(state, Seat(0), decided.action) is None
            assert decided.why is not None
            pids |= {process.pid for process in workers._all}
        assert len(pids) == 1
        await workers.close()

    asyncio.run(scene())


def test_a_process_that_dies_is_replaced(seed: int) -> None:
    async def scene() -> None:
        workers = BotProcesses(1)
        game, _, thought = first_question("usa", "random", seed)
        await workers.decide("random", game, thought.view, thought.legal)
        (process,) = workers._all
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(BotFailed):
            await workers.decide("random", game, thought.view, thought.legal)
        assert (await workers.decide("random", game, thought.view, thought.legal)).action in thought.legal
        await workers.close()

    asyncio.run(scene())


def test_a_process_that_hangs_is_killed_and_the_event_loop_never_waits(seed: int) -> None:
    async def scene() -> None:
        workers = BotProcesses(1, seconds=0.3)
        game, _, thought = first_question("usa", "random", seed)
        async with asyncio.timeout(300):
            # The first request may meet the limit, while the process still starts.
            for _ in range(20):
                try:
                    await workers.decide("random", game, thought.view, thought.legal)
                    break
                except BotFailed:
                    workers._seconds *= 2
        (process,) = workers._all
        workers._seconds = 1.0
        os.kill(process.pid, signal.SIGSTOP)
        ticks = 0

        async def beat() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        heart = asyncio.create_task(beat())
        with pytest.raises(BotFailed, match="did not decide"):
            await workers.decide("random", game, thought.view, thought.legal)
        heart.cancel()
        assert ticks > 3
        assert process not in workers._all
        await workers.close()

    asyncio.run(scene())


class Broken:
    name = "broken"
    why = None

    def decide(self, view: Any, legal: Any, rng: Random) -> Any:
        raise ZeroDivisionError


class Cheating(Broken):
    def decide(self, view: Any, legal: Any, rng: Random) -> Any:
        return "all the cards"


@pytest.mark.parametrize("kind", [Broken, Cheating])
def test_a_bot_that_fails_or_cheats_loses_its_turn_to_the_fallback(
    kind: type[Any], seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, _, thought = first_question("usa", "broken", seed)
    monkeypatch.setattr(policy, "bot_of", lambda name, game: kind())
    guarded.cache_clear()
    try:
        assert isinstance(guarded("broken", game), Guard)
        answer = decode_reply(worker.think(encode_request(thought)))
    finally:
        guarded.cache_clear()
    assert answer.action is not None
    assert answer.action["do"] == "keep"
    assert "broken: " in capsys.readouterr().err


def test_a_question_that_makes_no_sense_is_answered_with_a_fault() -> None:
    assert decode_reply(worker.think(b"nonsense")).fault is not None


def test_a_reason_is_a_sentence_in_every_language_and_an_unknown_one_is_none(seed: int) -> None:
    game, _, thought = first_question("europe", "planner", seed)
    answer = decode_reply(worker.think(encode_request(thought)))
    assert answer.why is not None
    told = {sentence_of(answer.why, game.printed, language, ["Ann", "Bea"]) for language in ("en", "pl", "ro")}
    assert len(told) == 3
    assert None not in told
    assert sentence_of(Why("of-my-own"), game.printed, "en", ["Ann"]) is None
