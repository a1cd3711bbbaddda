"""Plugins: a package that is installed adds a bot by its entry point, and a broken one does no harm."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from branchline.bots.match import play_match
from branchline.bots.registry import UnknownBot, bot_names, level, levels, make_bot, plugins
from branchline.core.printed.board import Board
from branchline.games import load_game
from tests.plugins import install

BOT = """
from branchline.core.printed.board import Board

class Last:
    name = "last"
    plays_on = (Board,)

    def __init__(self, game, budget):
        pass

    def decide(self, view, legal, rng):
        return legal[-1]
"""


def test_an_installed_package_adds_a_bot(site: Path) -> None:
    install(site, "a_bot", BOT, "last = a_bot:Last")
    usa = load_game("usa")
    assert bot_names(usa)[-1] == "last"
    assert levels(usa)[-1].id == "last"
    assert level("last").name("pl") == "last"
    result = play_match(usa, [make_bot("last", usa), make_bot("hasty", usa)], seed=2)
    assert usa.is_over(result.state)
    assert result.faults == ()


def test_it_is_offered_only_where_it_can_play(site: Path) -> None:
    install(site, "a_bot", BOT, "last = a_bot:Last")
    cards = load_game("cards")
    assert not isinstance(cards.printed, Board)
    assert "last" not in bot_names(cards)
    with pytest.raises(UnknownBot, match="there is no bot 'last' for cards; there are random"):
        make_bot("last", cards)


def test_broken_plugins_and_taken_names_are_left_out_and_told(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    install(site, "a_bot", BOT, "last = a_bot:Last", "missing = a_bot:Missing", "planner = a_bot:Last")
    install(site, "worse_bot", "raise RuntimeError('on import')", "worse = worse_bot:Worse")
    with caplog.at_level(logging.WARNING):
        assert set(plugins()) == {"last"}
    told = "\n".join(caplog.messages)
    assert "missing is left out: AttributeError" in told
    assert "worse is left out: RuntimeError: on import" in told
    assert "planner is left out: there is a bot of this name already" in told
