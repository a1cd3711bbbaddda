"""The example of docs/write-your-own-bot.md beats greedy: a paired match, the same deals every time."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from branchline.bots.bot import Budget
from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.games import load_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bot.py"
PAGE = Path(__file__).parents[2] / "docs" / "write-your-own-bot.md"
DEALS = 30


def example() -> Any:
    spec = importlib.util.spec_from_file_location("my_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.MyBot


def test_the_example_beats_greedy_over_paired_deals() -> None:
    game = load_game("europe")
    mine, greedy = example()(game, Budget()), make_bot("greedy", game)
    won = 0.0
    for seed in range(1, DEALS + 1):
        for seat, bots in enumerate(([mine, greedy], [greedy, mine])):
            result = play_match(game, bots, seed)
            assert result.faults == ()
            assert all(decision.reason for decision in result.decisions)
            winners = result.outcome.winners
            won += (seat in winners) / len(winners)
    print(f"won {won:g} of {2 * DEALS} games")
    assert won > 0.6 * 2 * DEALS


def test_the_page_shows_the_example_as_it_is() -> None:
    code = EXAMPLE.read_text("utf-8").split('"""', 2)[2].strip()
    assert code in PAGE.read_text("utf-8")
