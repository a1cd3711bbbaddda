"""Installed bots at a table: one that ends its process loses that decision to the fallback, and the game goes on."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from random import Random

import pytest

from branchline.server.bot_processes.pool import BotProcesses
from tests.plugins import install
from tests.server.webapp import call, make_table, serving

FATAL = """
import os
from branchline.bots.registry import make_bot

class Fatal:
    def __init__(self, game, budget):
        self.good = make_bot("greedy", game)

    def decide(self, view, legal, rng):
        if rng.random() < 0.3:
            os._exit(3)
        return self.good.decide(view, legal, rng).action
"""


def test_a_bot_that_ends_its_process_does_not_end_the_game(
    site: Path, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install(site, "fatal_bot", FATAL, "fatal = fatal_bot:Fatal")
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=os.pathsep)  # The processes of bots look for plugins too.
    seats = [{"kind": "mine", "name": "Ann"}, {"kind": "bot", "level": "fatal"}]
    with serving(tmp_path, bots=BotProcesses) as client, caplog.at_level(logging.ERROR):
        made = make_table(client, seats=seats)
        with call(client) as ann:
            welcome = ann.hello(made["table"], made["token"])
            ann.play_to_the_end(welcome["updates"][0], Random(seed))
        steps = client.get(f"/api/tables/{made['table']}/steps").json()["steps"]
    failures = [record for record in caplog.records if record.message == "bot failed"]
    reasons = [step["why"] for step in steps if step.get("seat") == 1 and step.get("why")]
    assert failures, "it never happened"
    assert len(reasons) == len(failures), "the bot gives no reasons, the fallback does"
