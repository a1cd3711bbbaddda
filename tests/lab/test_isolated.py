"""Bots of other packages think in processes of their own: nothing that they do there ends a run."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from branchline.bots.guard import MAX_HANGS, Trouble
from branchline.cli.arena import checked_lineup
from branchline.cli.errors import UsageError
from branchline.games import load_game
from branchline.lab.arena import Contest, play_contest
from branchline.lab.executor import open_executor
from branchline.lab.game_spec import GameSpec, play_game
from branchline.lab.standings import standings
from branchline.lab.tables import play_for_rows
from tests.plugins import install

BOT = """
import os, sys
from branchline.bots.registry import make_bot

class Strange:
    def __init__(self, game, budget):
        self.good = make_bot("greedy", game)
        {made}

    def decide(self, view, legal, rng):
        if rng.random() < {often}:
            {strange}
        return self.good.decide(view, legal, rng)
"""


def a_bot(site: Path, strange: str = "pass", often: float = 0.1, made: str = "pass") -> None:
    install(site, "strange_bot", BOT.format(strange=strange, often=often, made=made), "strange = strange_bot:Strange")


def a_spec(*bots: str) -> GameSpec:
    return GameSpec("usa", None, bots, seed=7)


@pytest.mark.parametrize(
    ("strange", "told"),
    [
        ("raise ValueError('on purpose')", "DecisionLost: ValueError: on purpose"),
        ("sys.exit('on purpose')", "DecisionLost: SystemExit: on purpose"),
        ("os._exit(3)", "DecisionLost: its process ended, with exit code 3"),
        ("os.abort()", "DecisionLost: its process ended, with exit code -6"),
        ("return lambda: 0", "DecisionLost: "),
    ],
    ids=["raises", "exits", "ends", "aborts", "answers what cannot be sent"],
)
def test_a_bot_that_ruins_its_process_loses_that_decision_only(site: Path, strange: str, told: str) -> None:
    a_bot(site, strange)
    result = play_game(a_spec("strange", "greedy"))
    assert load_game("usa").is_over(result.state)
    mine = sum(decision.seat == 0 for decision in result.decisions)
    assert 0 < len(result.faults) < mine / 3
    assert {(fault.seat, fault.bot, fault.trouble) for fault in result.faults} == {(0, "strange", Trouble.CRASHED)}
    assert all(fault.detail.startswith(told) for fault in result.faults)


def test_a_bot_that_hangs_where_no_signal_reaches_it_is_killed(site: Path) -> None:
    """A single call that never returns to Python cannot be interrupted, only ended with its process."""
    a_bot(site, "sum(range(10**13))", often=0.3)
    result = play_game(a_spec("strange", "greedy"), limit=3.0)
    troubles = Counter(fault.trouble for fault in result.faults)
    assert troubles[Trouble.HUNG] == MAX_HANGS
    assert set(troubles) == {Trouble.HUNG, Trouble.BENCHED}


def test_a_bot_apart_plays_as_it_does_at_home(site: Path) -> None:
    """Same deal, same chance, same actions and reasons as its twin in this process."""
    a_bot(site)
    apart, home = play_game(a_spec("strange", "hasty")), play_game(a_spec("greedy", "hasty"))
    assert apart.faults == ()
    assert [(one.seat, one.action) for one in apart.decisions] == [(one.seat, one.action) for one in home.decisions]
    assert any(decision.reason is not None for decision in apart.decisions if decision.seat == 0)


def test_what_it_prints_does_not_come_between_the_results(site: Path, capfd: pytest.CaptureFixture[str]) -> None:
    a_bot(site, "print('thinking', flush=True)")
    play_game(a_spec("strange", "random"))
    out, err = capfd.readouterr()
    assert out == ""
    assert "thinking" in err


@pytest.mark.parametrize("workers", [1, 2])
def test_the_arena_tells_whose_faults_they_were_and_what_the_first_was(site: Path, workers: int) -> None:
    a_bot(site, "os._exit(3)", often=0.02)
    with open_executor(workers) as executor:
        results = play_contest(Contest("usa", None, ("strange", "greedy"), deals=2, seed=7), executor)
    lines = {line.bot: line for line in standings(results)}
    assert lines["greedy"].faults == 0
    assert lines["greedy"].first_fault is None
    assert lines["strange"].faults > 0
    assert "DecisionLost: its process ended, with exit code 3" in str(lines["strange"].first_fault)


def test_the_lab_notes_the_trouble_of_each_decision(site: Path) -> None:
    a_bot(site, "raise ValueError('on purpose')")
    rows = play_for_rows(a_spec("strange", "greedy"))
    troubles = Counter(row["trouble"] for row in rows.decisions if row["bot"] == "strange")
    assert troubles["crashed"] == rows.games[0]["faults"] > 0
    assert {row["trouble"] for row in rows.decisions if row["bot"] == "greedy"} == {None}


def test_a_bot_that_cannot_be_made_is_told_before_anything_is_played(site: Path) -> None:
    a_bot(site, made="raise ValueError('no model here')")
    with pytest.raises(UsageError, match="the bot 'strange' cannot be made: ValueError: no model here"):
        checked_lineup(load_game("usa"), "strange,greedy", 2)
