"""A bot that takes long to be made: nobody waits for it, and where it cannot be made another one plays on."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from branchline.bots import warming
from branchline.bots.bot import Bot, Budget
from branchline.bots.compiled import FastMissing
from branchline.bots.registry import level, make_bot
from branchline.bots.warming import WarmingBot, compile_apart
from branchline.core.ids import Seat
from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.games import load_game

GAME = load_game("sampleland")


def test_another_bot_plays_until_it_is_ready() -> None:
    begin = Event()

    def make() -> Bot:
        begin.wait()
        return make_bot("greedy", GAME)

    bot = WarmingBot(make, make_bot("random", GAME))
    state = GAME.start(2, 1).state
    view, legal = GAME.view(state, Seat(0)), GAME.legal(state, Seat(0))
    assert bot.name == "random"
    assert bot.decide(view, legal, Random(3)) == make_bot("random", GAME).decide(view, legal, Random(3))
    begin.set()
    bot.wait()
    assert bot.name == "greedy"
    assert bot.decide(view, legal, Random(3)) == make_bot("greedy", GAME).decide(view, legal, Random(3))


@pytest.mark.parametrize("error", [FastMissing("no lane here"), ValueError("no compiler here")])
def test_where_it_cannot_be_made_the_other_plays_on_and_the_log_says_why(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    def make() -> Bot:
        raise error

    with caplog.at_level(logging.INFO):
        bot = WarmingBot(make, make_bot("random", GAME))
        bot.wait()
    assert bot.name == "random"
    assert f"random plays on: {error}" in caplog.text or f"random plays on: ValueError: {error}" in caplog.text


def test_the_grandmaster_searches_on_the_lane_once_it_is_compiled() -> None:
    grandmaster = level("grandmaster")
    assert grandmaster.budget == Budget(seconds=1.0)
    bot = grandmaster.make(GAME)
    assert isinstance(bot, WarmingBot)
    bot.wait()
    assert bot.name == "lane-search"


@pytest.mark.parametrize(("board", "plays"), [("usa", "learned"), ("world", "learned"), ("cards", "lane-search")])
def test_the_stationmaster_plays_from_experience_where_that_is_a_step_of_its_own(board: str, plays: str) -> None:
    """In the Card Game the learned player is the planner's level already: there a brief search goes beyond it."""
    bot = level("stationmaster").make(load_game(board))
    assert isinstance(bot, WarmingBot)
    bot.wait()
    assert bot.name == plays


def test_a_compiler_that_fails_leaves_the_table_to_the_search(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warming, "_COMPILED", set())
    monkeypatch.setattr(sys, "executable", "false")  # As if the system had ended it for want of memory.
    bot = level("grandmaster").make(GAME)
    assert isinstance(bot, WarmingBot)
    bot.wait()
    assert bot.name == "search"
    assert "the process that compiles lane-search ended with 1" in caplog.text


def test_boards_that_look_alike_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[list[str]] = []

    def start(command: list[str], **_: Any) -> subprocess.Popen[bytes]:
        compiled.append(command[-2:])
        return process("true")

    process = subprocess.Popen
    monkeypatch.setattr(warming, "_COMPILED", set())
    monkeypatch.setattr(subprocess, "Popen", start)
    for name in ("usa", "cards", "europe", "sampleland"):
        compile_apart("lane-search", load_game(name))
    assert [bot for bot, _ in compiled] == ["lane-search"] * 2
    assert {type(load_game(board).printed) for _, board in compiled} == {Board, CardSet}


def test_a_program_that_ends_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    code = (
        "import sys; sys.executable = sys.argv[1]\n"
        "from branchline.bots.registry import level\n"
        "from branchline.games import load_game\n"
        "print(level('grandmaster').make(load_game('usa')).name)"
    )
    # What goes on compiling has the same stderr, so that nobody could read that to its end.
    done = subprocess.run(
        [sys.executable, "-c", code, str(slow)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        timeout=50,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "search\n")


@pytest.mark.parametrize("strongest", ["stationmaster", "grandmaster"])
def test_without_numba_the_strongest_levels_search_in_python(strongest: str) -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from branchline.bots.registry import level\n"
        "from branchline.games import load_game\n"
        f"bot = level('{strongest}').make(load_game('usa'))\n"
        "bot.wait(); print(bot.name)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "search\n"
