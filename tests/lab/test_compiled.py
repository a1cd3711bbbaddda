"""Compiled players in arena and lab: the same results and tables, whichever way their games are played."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from branchline.lab.arena import Contest, play_contest
from branchline.lab.compiled import are_compiled, compiled_results
from branchline.lab.executor import InProcess
from branchline.lab.game_spec import play_for_result
from branchline.lab.run import LabGames, gather
from branchline.lab.tables import SCHEMAS, RunTables, play_for_rows

GAMES = 6


def by_row(frame: pl.DataFrame) -> pl.DataFrame:
    told = frame.drop("reason") if "reason" in frame.columns else frame
    return told.sort([name for name in told.columns if name != "winners"])


@pytest.mark.parametrize(("game", "players"), [("usa", 2), ("world", 3), ("cards", 4)])
def test_the_lane_gives_the_tables_that_matches_give(game: str, players: int, seed: int, tmp_path: Path) -> None:
    """Of the hasty player, who plans nothing that could be kept from turn to turn."""
    specs = LabGames(game, None, ("lane-hasty",) * players, GAMES, seed)
    one_by_one = RunTables()
    for spec in specs:
        one_by_one.add(play_for_rows(spec))
    expected, found = one_by_one.frames(), gather(specs, InProcess(), tmp_path)
    for name in SCHEMAS:
        assert_frame_equal(by_row(found[name].lazy().collect()), by_row(expected[name]))


def test_the_lane_gives_the_results_that_matches_give(seed: int) -> None:
    specs = LabGames("usa", None, ("lane-hasty", "lane-hasty"), GAMES, seed)
    for found, spec in zip(compiled_results(specs, threads=2), specs, strict=True):
        expected = play_for_result(spec)
        for field in ("key", "bots", "seed", "scores", "tickets", "wins", "decisions", "faults", "troubles"):
            assert getattr(found, field) == getattr(expected, field)
        assert all(seconds > 0 for seconds in found.seconds)


def test_a_contest_of_compiled_players_is_the_same_again(seed: int) -> None:
    contest = Contest("sampleland", None, ("lane-planner", "lane-greedy"), 40, seed)
    first, again = play_contest(contest, InProcess()), play_contest(contest, InProcess())
    assert len(first) == 80
    assert [(result.key, result.scores) for result in first] == [(result.key, result.scores) for result in again]


def test_only_compiled_players_play_in_the_lane() -> None:
    assert are_compiled(["lane-greedy", "lane-planner"])
    assert not are_compiled(["lane-greedy", "greedy"])
    assert not are_compiled(["lane-random"])
