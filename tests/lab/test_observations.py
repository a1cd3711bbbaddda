"""`branchline lab --observations`: what was seen and chosen, as the environments have it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from branchline.cli.main import run
from branchline.envs.episode import CoreEpisode
from branchline.games import load_game

IMITATE = Path(__file__).parents[2] / "examples" / "imitate.py"


@pytest.mark.parametrize(("game", "players"), [("sampleland", 3), ("cards", 2)])
def test_a_player_sees_in_the_table_what_it_saw_in_the_game(tmp_path: Path, game: str, players: int) -> None:
    options = ["--bots", "greedy,random", "--players", str(players), "--games", "4", "--seed", "11", "--workers", "1"]
    assert run(["lab", game, *options, "--observations", "--out", str(tmp_path)]) == 0
    rows = pl.read_parquet(tmp_path / "observations.parquet").partition_by("seed", maintain_order=True)
    told = json.loads((tmp_path / "observations.json").read_text("utf-8"))
    assert len(rows) == 4
    table = CoreEpisode(load_game(game), players)
    assert told["observation_digest"] == table.layout.digest
    assert told["codes_digest"] == table.space.digest
    for played in rows:
        table.reset(played["seed"][0])
        for row in played.iter_rows(named=True):
            assert row["seat"] == table.actor
            assert (np.array(row["observation"]) == table.observe(table.actor)).all()
            assert sorted(row["legal"]) == np.flatnonzero(table.mask).tolist()
            assert row["action"] in row["legal"] or row["action"] >= table.space.size
            table.step(row["action"])
        totals, won = table.totals()
        assert {row["seat"]: row["score"] for row in played.iter_rows(named=True)} == dict(enumerate(totals))
        assert {row["seat"] for row in played.iter_rows(named=True) if row["win"] > 0} == set(np.flatnonzero(won))
    done = subprocess.run([sys.executable, IMITATE, tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert " decisions, " in done.stdout


def test_without_the_option_there_are_none(tmp_path: Path) -> None:
    options = ["--bots", "random", "--games", "1", "--workers", "1", "--out", str(tmp_path)]
    assert run(["lab", "sampleland", *options]) == 0
    assert not list(tmp_path.glob("observations*"))
