"""`branchline lane verify` says that all is the same, or where it is not; `branchline bench --lane` measures both."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from branchline.cli.main import run
from branchline.core.game import AnyGame
from branchline.core.rng import seeded
from branchline.data.files import BOARDS
from branchline.games import catalog, game_of_board, load_game
from branchline.lane.board.engine import BoardLane
from branchline.lane.engine import lane_of
from branchline.lane.layout import NoLane
from branchline.lane.verify.compare import Difference, compare_game
from branchline.lane.verify.lockstep import compare_games, packing_of
from tests.walks import board_of

Output = pytest.CaptureFixture[str]
Compare = Callable[[AnyGame, range], Difference | None]


def test_verify_compares_a_board_file(capsys: Output) -> None:
    arguments = ["--games", "3", "--players", "2", "--edition", "quick", "--seed", "5"]
    assert run(["lane", "verify", str(BOARDS / "sampleland.toml"), *arguments]) == 0
    said = capsys.readouterr().out
    assert said.startswith("3 games of sampleland, ")
    assert said.endswith(" decisions: core and lane are the same\n")


def test_verify_compares_many_games_at_once(capsys: Output) -> None:
    assert run(["lane", "verify", "sampleland", "--quick", "--games", "40", "--seed", "7"]) == 0
    assert capsys.readouterr().out.startswith("160 games of sampleland, ")


def test_processes_share_a_comparison_and_find_the_same(capsys: Output) -> None:
    arguments = ["lane", "verify", "sampleland", "--quick", "--games", "30", "--seed", "11"]
    assert run(arguments) == 0
    alone = capsys.readouterr().out
    assert run([*arguments, "--workers", "2"]) == 0
    assert capsys.readouterr().out == alone


def test_verify_compares_every_edition_of_every_board(capsys: Output) -> None:
    assert run(["lane", "verify", "all", "--quick", "--games", "1", "--players", "3"]) == 0
    *games, total = capsys.readouterr().out.splitlines()
    editions = [f"{info.id} ({edition.id})" for info in catalog() for edition in info.editions]
    assert [line.partition(" games of ")[2].partition(",")[0] for line in games] == editions
    assert total.startswith(f"{len(editions)} games in all, ")


def test_a_game_that_was_dealt_from_a_key_is_refused_in_a_sentence() -> None:
    """As at tables: the lane has no such generator, and goes on with no other one unasked."""
    for name in ("sampleland", "cards"):
        game = load_game(name)
        state = game.start(2, bytes(32)).state
        with pytest.raises(NoLane, match="dealt from a secret key, as at tables: imagine a world"):
            lane_of(game).row(state)
        assert lane_of(game).row(state._replace(rng=seeded(1)))["seats"] == 2


def test_verify_refuses_what_the_lane_does_not_play(capsys: Output) -> None:
    assert run(["lane", "verify", "sampleland", "--players", "9"]) == 2
    assert "players, not 9" in capsys.readouterr().err


def one_by_one(game: AnyGame, seeds: range) -> Difference | None:
    return next((found for seed in seeds if (found := compare_game(game, 2, seed)[1]) is not None), None)


def all_at_once(game: AnyGame, seeds: range) -> Difference | None:
    return compare_games(game, 2, seeds)[1]


@pytest.mark.parametrize("compare", [one_by_one, all_at_once])
@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        ("route_worth", "the states differ in players"),
        ("route_price", "the legal actions differ"),
        ("ticket_penalty", "the scores differ in total, tickets"),
    ],
)
def test_a_lane_that_plays_otherwise_is_found_out(compare: Compare, spoilt: str, told: str) -> None:
    game = game_of_board(board_of(load_game("sampleland")))  # A game of its own, since its lane is spoilt.
    lane = lane_of(game)
    assert isinstance(lane, BoardLane)
    lane.board[spoilt] += 1
    difference = compare(game, range(10))
    assert difference is not None
    assert told in str(difference)
    assert str(difference).startswith(f"sampleland (standard), 2 players, seed {difference.seed}, decision ")
    assert "\ncore: " in str(difference)
    assert "\nlane: " in str(difference)


@pytest.mark.parametrize("name", ["world", "cards"])
def test_packed_states_are_the_same_only_where_states_are(name: str) -> None:
    """Change every field of a record, and see that its bytes change too, but for what no state keeps."""
    game = load_game(name)
    lane = lane_of(game)
    packing = packing_of(lane, 3)
    row = lane.start(3, 5)
    unseen = {"clearings", "deck_size", "discard_size", "seats", "yard_colored", "yard_wilds"}
    for field in lane.record.names or ():
        changed = row.copy()
        part = changed[field]
        part[(slice(1),) * part.ndim] -= np.ones(1, part.dtype)[0]
        same = packing.rows(changed).tobytes() == packing.rows(row).tobytes()
        assert same == (field in unseen), field


def test_bench_compares_core_and_lane(capsys: Output) -> None:
    options = ["--lane", "--game", "sampleland", "--players", "2", "--seconds", "0.05"]
    assert run(["bench", *options, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["lane_games_per_second"] > row["core_games_per_second"] > 0
    assert row["batch_decisions_per_second"] > 0
    assert row["packed_decisions_per_second"] > 0
    assert row["observations_per_second"] > 0
    assert run(["bench", *options]) == 0
    assert "ratio" in capsys.readouterr().out
