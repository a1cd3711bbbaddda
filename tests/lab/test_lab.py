"""The laboratory: the same seeds give the same tables wherever the work is done, and the report stands alone."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from branchline.games import game_names
from branchline.lab import table_files
from branchline.lab.executor import Executor, InProcess, open_executor
from branchline.lab.plots import opening_sets, opening_tickets
from branchline.lab.run import LabGames, gather, write
from branchline.lab.table_files import TableFiles
from branchline.lab.tables import SCHEMAS

SECTIONS = [
    "Points by source",
    "Scores",
    "Wins by seat",
    "Length of games",
    "Tempo",
    "Tickets",
    "What an opening ticket is worth",
    "What was kept together",
]
TRIALS = LabGames("sampleland", None, ("random", "random", "random"), games=6, seed=3)


def gathered(specs: LabGames, executor: Executor, room: Path) -> dict[str, pl.DataFrame]:
    return {name: frame.lazy().collect() for name, frame in gather(specs, executor, room).items()}


@pytest.fixture(scope="module")
def frames(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pl.DataFrame]:
    return gathered(TRIALS, InProcess(), tmp_path_factory.mktemp("room"))


def same(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> None:
    assert one.keys() == other.keys()
    for name, frame in one.items():
        assert_frame_equal(frame, other[name])


def test_all_cores_give_the_same_tables(frames: dict[str, pl.DataFrame], tmp_path: Path) -> None:
    with open_executor(workers=2) as executor:
        same(frames, gathered(TRIALS, executor, tmp_path))


def test_a_local_ray_gives_the_same_tables(frames: dict[str, pl.DataFrame], tmp_path: Path) -> None:
    with open_executor(ray_address="local") as executor:
        same(frames, gathered(TRIALS, executor, tmp_path))


def test_everybody_moves_on_by_a_seat_each_game() -> None:
    games = LabGames("usa", None, ("a", "b", "c"), games=4, seed=7)
    assert [spec.bots for spec in games] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"), ("a", "b", "c")]
    assert [spec.seed for spec in games[1:3]] == [8, 9]
    assert games[-1].seed == 10


def test_long_tables_are_kept_in_files_and_come_back_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_files, "ROWS", 5)
    files = TableFiles(tmp_path, {"numbers": {"number": pl.Int64}, "nothing": {"name": pl.String}})
    for start in range(0, 22, 2):
        files.add("numbers", pl.DataFrame({"number": [start, start + 1]}))
    assert len(list(tmp_path.iterdir())) == 3
    kept = files.frames()
    assert kept["numbers"].collect()["number"].to_list() == list(range(22))
    assert kept["nothing"].collect().schema == {"name": pl.String}


def test_tables_have_the_documented_columns(frames: dict[str, pl.DataFrame]) -> None:
    page = Path("docs/lab.md").read_text("utf-8")
    for name, schema in SCHEMAS.items():
        assert frames[name].columns == list(schema)
        assert f"## {name}" in page
        section = page.split(f"## {name}", 1)[1].split("\n## ", 1)[0]
        assert [column for column in schema if f"`{column}`" not in section] == []


def test_tables_agree_with_each_other(frames: dict[str, pl.DataFrame]) -> None:
    games, seats, decisions = frames["games"], frames["seats"], frames["decisions"]
    assert games.height == 6
    assert seats.height == 18
    assert games["decisions"].sum() == decisions.height == seats["decisions"].sum()
    assert seats.group_by("seed").agg(pl.col("win").sum())["win"].round(9).to_list() == [1.0] * 6
    sources = pl.sum_horizontal("routes", "ticket", "longest-path", "stations-left", "harbor", "harbors-left")
    assert seats.select(sources.alias("sum"))["sum"].to_list() == seats["score"].to_list()
    assert frames["tickets"]["points"].sum() == seats["ticket"].sum()


@pytest.mark.parametrize("name", [*game_names(), "sampleland"])
def test_the_report_stands_alone(name: str, tmp_path: Path) -> None:
    made = gathered(LabGames(name, None, ("random", "random"), games=2, seed=1), InProcess(), tmp_path)
    files = write(tmp_path / "lab", name, None, made, f"A look at {name}")
    assert [path.name for path in files] == [*(f"{table}.parquet" for table in SCHEMAS), "report.html"]
    page = files[-1].read_text("utf-8")
    assert f"A look at {name}" in page
    assert "<script src=" not in page
    heads = re.findall("<h2>(.*?)</h2>", page.partition("<script>")[0])
    assert heads == [*(["Routes"] if made["claims"].height else []), *SECTIONS]
    assert ("claims a game" in page) == (made["claims"].height > 0)
    assert_frame_equal(pl.read_parquet(files[1]), made["seats"])


def test_an_opening_is_worth_what_its_holder_had_above_the_mean_of_its_bot() -> None:
    """Ann's bot has 10 and 30 points, Bea's 5 and 5: the ticket `x` is worth 10 less, then 10 more than the mean."""
    seats = pl.DataFrame(
        {
            "seed": [1, 1, 2, 2],
            "seat": [0, 1, 0, 1],
            "bot": ["a", "b"] * 2,
            "win": [1.0, 0.0] * 2,
            "score": [10, 5, 30, 5],
        }
    )
    tickets = pl.DataFrame(
        {
            "seed": [1, 1, 1, 2, 2, 2],
            "seat": [0, 0, 1, 0, 0, 1],
            "ticket": ["y", "x", "z", "x", "y", "x"],
            "opening": [True, True, True, True, True, False],
        }
    )
    openings = opening_tickets({"seats": seats, "tickets": tickets})
    assert openings.filter(pl.col("ticket") == "x").collect()["above"].to_list() == [-10.0, 10.0]
    sets = opening_sets(openings)
    assert sets["ticket"].to_list() == [["x", "y"], ["z"]], "the order in which they were kept does not matter"
    assert sets["kept"].to_list() == [2, 1]
    assert sets["win"].to_list() == [1.0, 0.0]
    assert sets["above"].to_list() == [0.0, 0.0]
