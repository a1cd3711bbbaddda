"""The ladder: who meets whom, what is taken up from ledgers, and the page that is with_table."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from branchline.bots.board import hasty
from branchline.bots.registry import RUNGS, bot_names
from branchline.cli.main import BAD_INPUT, run
from branchline.games import find_game, load_game
from branchline.lab.executor import InProcess
from branchline.lab.fingerprint import fingerprint
from branchline.lab.ladder import (
    BEGIN,
    END,
    LadderMatch,
    MarksMissing,
    bounds,
    is_key_match,
    ledger_of,
    matches,
    play_matches,
    quick,
    recorded,
    table,
    with_table,
)
from branchline.lab.standings import interval

PAIR = LadderMatch("sampleland", 2, "hasty", "random")
DAY = date(2026, 1, 2)


@pytest.mark.parametrize("game", ["usa", "europe", "world", "cards"])
def test_neighbors_meet_at_every_number_of_players_and_the_strong_meet_everybody(game: str) -> None:
    played = load_game(game)
    rungs = [name for name in RUNGS if name in bot_names(played)]
    met = set(matches(game))
    strong = rungs[rungs.index("planner") :]
    for players in played.seat_counts:
        for lower, upper in pairwise(rungs):
            assert LadderMatch(game, players, upper, lower) in met
        for bot in strong:
            for lower in rungs[: rungs.index(bot)]:
                assert LadderMatch(game, players, bot, lower) in met
    assert {LadderMatch(game, 2, bot, bot) for bot in strong} <= met
    assert len(matches(game)) == len(met)


def test_the_ladder_may_be_about_some_bots_only() -> None:
    met = {(match.bot, match.against) for match in matches("cards", ["random", "greedy"])}
    assert met == {("greedy", "greedy"), ("greedy", "random")}


def test_the_quick_ladder_is_a_part_of_the_whole() -> None:
    few = [match for match in matches("cards") if quick(match)]
    assert 0 < len(few) < len(matches("cards"))
    assert {match.players for match in few} == {2, 4}


def test_everything_is_played_a_little_first_and_nothing_twice(tmp_path: Path) -> None:
    told: list[str] = []
    chosen = [PAIR, LadderMatch("sampleland", 2, "random", "random")]
    play_matches(chosen, InProcess(), tmp_path, deals=12, seed=1, progress=told.append)
    assert [line.rpartition(", ")[2] for line in told] == ["10 deals", "10 deals", "12 deals", "12 deals"]
    lines = {match: ledger_of(match, tmp_path).read_text("utf-8").count("\n") for match in chosen}
    assert lines == {chosen[0]: 24, chosen[1]: 12}
    play_matches(chosen, InProcess(), tmp_path, deals=12, seed=1)
    assert ledger_of(PAIR, tmp_path).read_text("utf-8").count("\n") == 24


def test_what_the_bars_are_about_is_played_out_before_anything_else(tmp_path: Path) -> None:
    told: list[str] = []
    three = LadderMatch("sampleland", 3, "greedy", "hasty")
    play_matches([three, PAIR], InProcess(), tmp_path, deals=12, seed=1, progress=told.append)
    assert [line[:21] for line in told] == ["sampleland, 2 players"] * 2 + ["sampleland, 3 players"] * 2
    rungs = ["random", "hasty", "greedy", "planner"]
    key_matches = {(match.players, match.bot, match.against) for match in matches("usa", rungs) if is_key_match(match)}
    assert {(2, "greedy", "hasty"), (2, "planner", "greedy"), (5, "planner", "hasty")} <= key_matches
    assert not {(5, "greedy", "hasty"), (3, "hasty", "random")} & key_matches


def test_no_match_is_begun_when_the_time_is_up(tmp_path: Path) -> None:
    play_matches([PAIR], InProcess(), tmp_path, deals=12, seed=1, minutes=0)
    assert recorded(PAIR, tmp_path, seed=1) == []


def test_only_deals_with_all_seatings_are_taken_up(tmp_path: Path) -> None:
    play_matches([PAIR], InProcess(), tmp_path, deals=3, seed=1)
    ledger = ledger_of(PAIR, tmp_path)
    lines = ledger.read_text("utf-8").splitlines(keepends=True)
    ledger.write_text("".join(lines[:-1]), "utf-8")
    assert [result.seed for result in recorded(PAIR, tmp_path, seed=1)] == [1, 1, 2, 2]
    assert recorded(PAIR, tmp_path, seed=9) == []


def test_games_of_bots_that_played_otherwise_are_not_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_matches([PAIR], InProcess(), tmp_path, deals=2, seed=1)
    assert recorded(PAIR, tmp_path, seed=1)
    before = fingerprint("hasty", "sampleland")
    monkeypatch.setattr(hasty, "is_nearly_over", lambda position: True)
    fingerprint.cache_clear()
    assert fingerprint("hasty", "sampleland") != before
    assert recorded(PAIR, tmp_path, seed=1) == []
    monkeypatch.undo()
    fingerprint.cache_clear()
    assert fingerprint("hasty", "sampleland") == before
    assert recorded(PAIR, tmp_path, seed=1)


@pytest.mark.parametrize("game", ["sampleland", "cards"])
def test_every_bot_of_a_game_has_its_own_fingerprint(game: str) -> None:
    rungs = [name for name in RUNGS if name != "search" and name in bot_names(find_game(game))]
    assert len({fingerprint(name, game) for name in rungs}) == len(rungs)


def test_the_table_tells_how_much_was_played_by_what(tmp_path: Path) -> None:
    mirror = LadderMatch("sampleland", 2, "hasty", "hasty")
    play_matches([PAIR, mirror], InProcess(), tmp_path, deals=8, seed=5)
    unplayed = [LadderMatch("sampleland", 2, "greedy", "hasty"), LadderMatch("usa", 2, "hasty", "random")]
    text = table([PAIR, mirror, *unplayed], tmp_path, 5, "branchline ladder", DAY)
    assert [line for line in text.splitlines() if line.startswith("#")] == ["### Sampleland"]
    assert "2026-01-02" in text
    assert "seed 5" in text
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| 2 ")]
    assert [[cell.strip() for cell in row[:4]] for row in rows] == [
        ["2", "hasty", "random", "8"],
        ["2", "hasty", "hasty", "8"],
    ]
    assert len({len(row) for row in rows}) == 1
    assert "winner" in rows[1][10]


def test_deals_that_all_went_alike_prove_only_so_much() -> None:
    """Rule of three: after n deals without a loss, losses may still come in 3 of n deals."""
    low, high = bounds(interval([1.0] * 100), 100)
    assert low == pytest.approx(0.97)
    assert high == 1.0
    assert bounds(interval([1.0] * 2), 2) == (0.0, 1.0)
    assert bounds(interval([1.0, 1.0, 0.5, 1.0]), 4)[1] == 1.0


def test_a_page_keeps_what_people_wrote() -> None:
    page = f"# Title\n\n{BEGIN}\nold\n{END}\n\nwords"
    assert with_table(page, "new\n") == f"# Title\n\n{BEGIN}\nnew\n{END}\n\nwords"
    with pytest.raises(MarksMissing):
        with_table("# Title", "new\n")


def test_boards_of_our_own_are_in_the_ladder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names no board gets all that are offered at tables."""
    page = tmp_path / "page.md"
    page.write_text(f"{BEGIN}\n{END}\n", "utf-8")
    words = ["ladder", "--rungs", "random,hasty", "--minutes", "0", "--workers", "1", "--ledgers", str(tmp_path)]
    assert run([*words, "--page", str(page)]) == 0
    told = capsys.readouterr().out
    for board in ("usa", "europe", "polska", "romania", "world", "great-lakes", "cards"):
        assert board in told


def test_the_command_rebuilds_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{BEGIN}\n{END}\n", "utf-8")
    words = [
        "ladder",
        "--only",
        "sampleland",
        "--rungs",
        "random,hasty",
        "--games",
        "1",
        "--workers",
        "1",
        "--ledgers",
        str(tmp_path / "l"),
    ]
    assert run([*words, "--quick", "--page", str(page)]) == 0
    assert "| 2 | hasty | random | 1 |" in page.read_text("utf-8")
    assert "branchline ladder --only sampleland --rungs random,hasty --quick" in page.read_text("utf-8")
    assert "sampleland" in capsys.readouterr().out
    # What is not played again stays on the page.
    assert run([*words, "--players", "3", "--page", str(page)]) == 0
    assert "| 2 | hasty | random | 1 |" in page.read_text("utf-8")
    assert "| 3 | hasty | random | 1 |" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--only", "atlantis"], "atlantis"),
        (["--games", "0"], "--games"),
        (["--rungs", "hasty,eager"], "--rungs"),
        (["--players", "two"], "--players"),
        (["--minutes", "-1"], "--minutes"),
        (["--page", "nowhere.md"], "nowhere.md"),
    ],
)
def test_what_cannot_be_is_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", *words]) == BAD_INPUT
    assert told in capsys.readouterr().err
