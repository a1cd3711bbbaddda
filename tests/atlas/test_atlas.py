"""The atlas: means that are those of the values, figures that agree with the games, pages that tell them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from branchline.atlas.common import Common
from branchline.atlas.gather import games_for, gather
from branchline.atlas.play import play
from branchline.atlas.sums import RunningMeans, stricter
from branchline.atlas.write import write_atlas
from branchline.cli.main import run
from branchline.core.ids import Seat
from branchline.core.printed.board import Board
from branchline.games import game_of_board, load_game
from branchline.lab.standings import interval
from branchline.lane.batch import Batch
from branchline.lane.layout import CLAIM, NOTHING


def test_means_are_those_of_the_values(seed: int) -> None:
    chance = np.random.default_rng(seed)
    subjects, values = chance.integers(0, 3, 500), chance.normal(5, 2, 500)
    means = RunningMeans(4)
    for part in range(0, 500, 100):
        means.add(subjects[part : part + 100], values[part : part + 100])
    for subject in range(3):
        expected = interval(values[subjects == subject].tolist())
        told = means.told(subject, 9)
        assert told is not None
        assert told["n"] == (subjects == subject).sum()
        assert told["mean"] == pytest.approx(expected.mean)
        assert told["reach"] == pytest.approx(expected.reach)
    assert means.told(3) is None


def test_among_many_only_what_is_clear_stands_out(seed: int) -> None:
    """Of a thousand means of mere chance, in a hundred rounds about five stand out, and not five thousand."""
    assert stricter(1) == pytest.approx(1)
    chance = np.random.default_rng(seed)
    told = 0
    for _ in range(100):
        means = chance.normal(0, 1, 1000) / 1.959964  # In units of the reach of an interval.
        told += int((np.abs(means) > stricter(1000)).any())
    assert told <= 20


def test_decisions_are_those_of_the_games() -> None:
    """Every route at the end was claimed by a decision of its owner, and offers hold what was kept of them."""
    game = load_game("sampleland")
    assert isinstance(game.printed, Board)
    for any_opening in (False, True):
        (games,) = play(game, ["planner"] * 3, 30, 5, any_opening=any_opening)
        owned = games.members("routes", len(game.printed.routes))
        claimed = np.zeros_like(owned)
        number, seat, verbs, codes, part = games.decisions
        claims = verbs == CLAIM
        routes = [games.batch.space.entries[code].what for code in codes[claims]]
        claimed[number[claims], seat[claims], routes] = True
        assert (claimed | ~owned).all()
        assert games.opening.any(axis=2).all()
        assert (games.offered | ~games.opening).all()
        assert 0 <= part.min() < part.max() < 1
        assert np.allclose(games.margin.sum(axis=1), 0)
        assert np.allclose(games.win.sum(axis=1), 1)


@pytest.mark.parametrize("name", ["sampleland", "cards"])
def test_the_codes_that_are_told_make_the_same_games_again(name: str) -> None:
    (games,) = play(load_game(name), ["planner"] * 3, 20, 4)
    again = Batch(games.game, 3, 20)
    again.reset(games.seeds, first=Seat(0))
    for number in range(int(games.told["decisions"].max())):
        codes = games.told["codes"][:, number]
        again.step(np.where(codes == NOTHING, again.space.size - 1, codes).astype(np.int32))  # The best settlement.
    assert again.games.tobytes() == games.batch.games.tobytes()


def test_a_pair_is_counted_as_often_as_both_were_kept() -> None:
    game = load_game("sampleland")
    common = Common(game, 2)
    pairs: dict[tuple[int, int], list[float]] = {}
    for games in play(game, ["planner"] * 2, 50, 9, any_opening=True):
        common.add(games, any_opening=True)
        for number, seat in np.ndindex(len(games), 2):
            kept = np.flatnonzero(games.opening[number, seat]).tolist()
            for a, b in [(a, b) for a in kept for b in kept if a < b]:
                pairs.setdefault((a, b), []).append(float(games.margin[number, seat]))
    assert pairs
    for (a, b), margins in pairs.items():
        told = common.pairs.told(a * common.tickets + b, 6)
        assert told is not None
        assert told["n"] == len(margins)
        assert told["mean"] == pytest.approx(np.mean(margins), abs=1e-4)


def second_lanes(board: Board) -> set[str]:
    return {route.id for number, route in enumerate(board.routes) if route.twin is not None and route.twin < number}


def test_the_figures_add_up_whatever_is_played() -> None:
    game = load_game("sampleland")
    assert isinstance(game.printed, Board)
    assert second_lanes(game.printed)
    played: list[int] = []
    found = gather(game, 40, 1, threads=1, progress=played.append)
    assert sum(played) == games_for(game, 40)
    for seats, part in found["players"].items():
        assert sum(place["mean"] for place in part["order"]) == pytest.approx(1, abs=0.01)
        assert len(part["order"]) == int(seats)
        told = {route["id"] for route in part["routes"]}
        both = int(seats) >= game.printed.rules.both_lanes_from
        missing = {route.id for route in game.printed.routes} - told
        assert missing == (set() if both else second_lanes(game.printed))
    strong = found["strength"]["planner"]["win"]["mean"]
    assert strong > found["strength"]["hasty"]["win"]["mean"]


def test_a_board_that_two_cannot_play_has_an_atlas_too(tmp_path: Path) -> None:
    board = load_game("sampleland").printed
    assert isinstance(board, Board)
    game = game_of_board(replace(board, seat_counts=(3,)))
    played: list[int] = []
    found = gather(game, 30, 1, threads=1, progress=played.append)
    assert sum(played) == games_for(game, 30)
    assert list(found["players"]) == ["3"]
    files = write_atlas(game, found, "branchline atlas mine.toml", tmp_path, tmp_path)
    assert "With 3 players." in files[-1].read_text("utf-8")


def test_the_command_writes_figures_a_page_and_maps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["atlas", "sampleland", "--games", "20", "--out", str(tmp_path), "--data", str(tmp_path / "data")]
    assert run(arguments) == 0
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert [path.name for path in written] == [
        "sampleland.json",
        "sampleland-claimed.svg",
        "sampleland-early.svg",
        "sampleland.md",
    ]
    assert json.loads(written[0].read_text("utf-8"))["board"] == "sampleland"
    text = written[-1].read_text("utf-8")
    assert "`branchline atlas sampleland --games 20 --seed 1`" in text
    assert "## The longest path" in text
    assert "## Stations" in text


def test_the_card_game_has_robberies_instead_of_routes(tmp_path: Path) -> None:
    assert run(["atlas", "cards", "--games", "20", "--out", str(tmp_path)]) == 0
    figures = json.loads((tmp_path / "cards.json").read_text("utf-8"))
    for part in figures["players"].values():
        assert "routes" not in part
        robbers = sum(row["margin"]["n"] * row["times"] for row in part["robberies"]["robbers"])
        victims = sum(row["margin"]["n"] * row["times"] for row in part["robberies"]["victims"])
        assert robbers > 0
        assert victims > 0
    assert "## Rows and robberies" in (tmp_path / "cards.md").read_text("utf-8")


def test_what_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run(["atlas", "sampleland", "--games", "20", "--out", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err
