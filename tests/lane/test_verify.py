"""`branchline lane verify` says that all is the same, or where it is not; `branchline bench --lane` measures both."""

from __future__ import annotations

import json

import pytest

from branchline.cli.main import run
from branchline.data.files import BOARDS
from branchline.games import game_of_board, load_game
from branchline.lane.board.engine import BoardLane
from branchline.lane.engine import lane_of
from branchline.lane.verify import compare_game, uniform
from tests.walks import board_of

Output = pytest.CaptureFixture[str]


def test_verify_compares_a_board_file(capsys: Output) -> None:
    arguments = ["--games", "3", "--players", "2", "--edition", "quick", "--seed", "5"]
    assert run(["lane", "verify", str(BOARDS / "sampleland.toml"), *arguments]) == 0
    said = capsys.readouterr().out
    assert said.startswith("3 games of sampleland, ")
    assert said.endswith(" decisions: core and lane are the same\n")


def test_verify_refuses_what_the_lane_does_not_play(capsys: Output) -> None:
    assert run(["lane", "verify", "sampleland", "--players", "9"]) == 2
    assert "players, not 9" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        ("route_worth", "the states differ in players"),
        ("route_price", "the legal actions differ"),
        ("ticket_penalty", "the scores differ in total, tickets"),
    ],
)
def test_a_lane_that_plays_otherwise_is_found_out(spoilt: str, told: str) -> None:
    game = game_of_board(board_of(load_game("sampleland")))  # A game of its own, since its lane is spoilt.
    lane = lane_of(game)
    assert isinstance(lane, BoardLane)
    lane.board[spoilt] += 1
    found = [compare_game(game, 2, seed, uniform)[1] for seed in range(3)]
    difference = next(each for each in found if each is not None)
    assert told in str(difference)
    assert str(difference).startswith(f"sampleland (standard), 2 players, seed {difference.seed}, decision ")
    assert "\ncore: " in str(difference)
    assert "\nlane: " in str(difference)


def test_bench_compares_core_and_lane(capsys: Output) -> None:
    options = ["--lane", "--game", "sampleland", "--players", "2", "--seconds", "0.05"]
    assert run(["bench", *options, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["lane_games_per_second"] > row["core_games_per_second"] > 0
    assert row["batch_decisions_per_second"] > 0
    assert run(["bench", *options]) == 0
    assert "ratio" in capsys.readouterr().out
