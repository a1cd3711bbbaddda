"""The arena: deals are paired, what was played is not played again, and verdicts are careful."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.lab.arena import Contest, lineup_of, play_contest
from branchline.lab.executor import InProcess, open_executor
from branchline.lab.game_spec import GameResult, paired_games, seatings
from branchline.lab.ratings import fit, ratings, wins_of
from branchline.lab.standings import FIRST_LOOK, interval, is_settled, look_number, standings


def a_result(bots: tuple[str, ...], seed: int, scores: tuple[int, ...]) -> GameResult:
    best = max(scores)
    wins = tuple(1.0 / scores.count(best) if score == best else 0.0 for score in scores)
    zeros = (0,) * len(bots)
    key = f"{','.join(bots)}/{seed}"
    return GameResult(key, bots, seed, scores, zeros, wins, tuple(map(float, zeros)), zeros, zeros, ("",) * len(bots))


def test_every_deal_is_played_with_all_seatings() -> None:
    blocks = list(paired_games("usa", None, ("a", "b", "b"), range(5, 7)))
    assert [spec.seed for block in blocks for spec in block] == [5, 5, 5, 6, 6, 6]
    assert {spec.bots for spec in blocks[0]} == {("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")}
    assert len(seatings(("a", "b", "c"))) == 6


def test_the_last_bot_fills_the_other_seats() -> None:
    assert lineup_of(["planner", "greedy"], 4) == ("planner", "greedy", "greedy", "greedy")


def test_a_contest_gives_the_same_findings_alone_and_on_all_cores() -> None:
    contest = Contest("sampleland", None, ("random", "random"), deals=3, seed=4)
    alone = play_contest(contest, InProcess())
    with open_executor(workers=2) as executor:
        together = play_contest(contest, executor)
    assert [(f.key, f.scores, f.wins) for f in alone] == [(f.key, f.scores, f.wins) for f in together]


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.jsonl"
    play_contest(Contest("sampleland", None, ("random", "random"), deals=2), InProcess(), ledger)
    first = ledger.read_text("utf-8")
    ledger.write_text(first[: len(first) - 40], "utf-8")  # the last line was being written when the run was stopped
    results = play_contest(Contest("sampleland", None, ("random", "random"), deals=4), InProcess(), ledger)
    assert len(results) == 4
    assert len({result.key for result in results}) == 4
    again = play_contest(Contest("sampleland", None, ("random", "random"), deals=4), InProcess(), ledger)
    assert [(f.key, f.scores) for f in again] == [(f.key, f.scores) for f in results]
    assert ledger.read_text("utf-8").count('"key"') == 4 + 1  # the damaged line is still there, and was made good


def test_an_interval_narrows_with_more_blocks() -> None:
    few, many = interval([0.0, 1.0] * 5), interval([0.0, 1.0] * 500)
    assert few.mean == many.mean == 0.5
    assert few.high - few.low > 5 * (many.high - many.low)
    assert not interval([0.7]).excludes(0.0)


def test_standings_count_shares_over_all_seats_of_a_bot() -> None:
    results = [a_result(("a", "b"), seed, (10, 5)) for seed in range(4)]
    results += [a_result(("b", "a"), seed, (10, 5)) for seed in range(4)]
    a, b = standings(results)
    assert (a.share.mean, b.share.mean) == (0.5, 0.5)
    assert (a.share.low, a.share.high) == (0.5, 0.5)  # paired deals: the luck of the seat cancels within each block


def test_looks_are_few_and_each_is_stricter_than_a_plain_interval() -> None:
    assert [blocks for blocks in range(1, 300) if look_number(blocks) is not None] == [32, 64, 128, 256]
    clear = [a_result(("a", "b"), seed, (9, 5) if seed % 10 else (5, 9)) for seed in range(FIRST_LOOK)]
    assert is_settled(clear, 0)
    even = [a_result(("a", "b"), seed, (9, 5) if seed % 2 else (5, 9)) for seed in range(FIRST_LOOK)]
    assert not is_settled(even, 0)
    narrow = [a_result(("a", "b"), seed, (9, 5) if seed % 32 < 22 else (5, 9)) for seed in range(FIRST_LOOK)]
    assert standings(narrow)[0].share.excludes(0.5)
    assert not is_settled(narrow, 3)


def test_ratings_recover_known_strengths() -> None:
    """Three wins in four are 191 Elo points; over a common rival they add up."""
    wins = {("a", "b"): 3000.0, ("b", "a"): 1000.0, ("b", "c"): 3000.0, ("c", "b"): 1000.0}
    elo = fit(wins)
    assert elo["a"] - elo["b"] == pytest.approx(190.8, abs=1)
    assert elo["a"] - elo["c"] == pytest.approx(381.7, abs=2)


def test_ratings_come_with_intervals_that_hold_them() -> None:
    results = [a_result(("a", "b"), seed, (9, 5) if seed % 4 else (5, 9)) for seed in range(80)]
    assert wins_of(results) == {("a", "b"): 60.0, ("b", "a"): 20.0}
    best, other = ratings(results)
    assert (best.bot, other.bot) == ("a", "b")
    assert best.low < best.elo < best.high
    assert other.high < best.low
