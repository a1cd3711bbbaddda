"""The map from shares of imagined worlds to chances that are told: its shape, its fit, and where it is applied."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from branchline.analysis.calibration import Calibration, calibration_of, calibrations, cautious, fitted, logit
from branchline.analysis.decisions import decisions_of
from branchline.analysis.judge import Judge
from branchline.analysis.judgment import judged_decision
from branchline.analysis.what_if import what_if
from branchline.core.ids import Seat
from branchline.games import find_game, load_game
from branchline.notation.records.replay import replay
from tests.analysis.games import bots_record

MAPS = [Calibration(), Calibration(-1.1, 0.8), Calibration(0.7, 1.3), *calibrations().games.values()]


@pytest.mark.parametrize("calibration", MAPS)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_map_rises_from_nothing_to_certainty(calibration: Calibration, seats: int) -> None:
    told = [calibration.told(number / 200, seats) for number in range(201)]
    assert (told[0], told[-1]) == (0, 1)
    assert all(low < high for low, high in pairwise(told))


def test_without_shift_an_even_share_stays_even_and_slope_one_changes_nothing() -> None:
    for seats in (2, 3, 4, 5):
        assert Calibration(0, 0.6).told(1 / seats, seats) == pytest.approx(1 / seats)
        assert Calibration().told(0.37, seats) == pytest.approx(0.37)


def test_a_difference_is_worth_what_lies_between_the_chances_told() -> None:
    calibration = Calibration(-1.1, 0.8)
    gain = calibration.told(0.8) - calibration.told(0.7)
    assert 0.1 * calibration.steepness(0.8, 0.7) == pytest.approx(gain)
    assert calibration.steepness(0.7, 0.7) == pytest.approx(calibration.steepness(0.7001, 0.6999), rel=1e-3)
    assert calibration.steepness(0.7, 0.8) == pytest.approx(calibration.steepness(0.8, 0.7))


@pytest.mark.parametrize("true", [Calibration(-1.1, 0.8), Calibration(0.4, 1.3)])
def test_a_fit_finds_the_inverse_of_a_known_distortion(true: Calibration) -> None:
    """Games that are won as often as the map says: its figures come out again."""
    rng = Random(5)
    seats = [rng.choice((2, 2, 3, 4)) for _ in range(20000)]
    shares = [rng.uniform(0.02, 0.98) for _ in seats]
    won = [float(rng.random() < true.told(share, each)) for share, each in zip(shares, seats, strict=True)]
    found = fitted(shares, won, seats)
    assert found.shift == pytest.approx(true.shift, abs=0.08)
    assert found.slope == pytest.approx(true.slope, abs=0.06)


def test_a_fit_of_chances_that_are_right_changes_next_to_nothing() -> None:
    shares = [number / 100 for number in range(1, 100)]
    found = fitted(shares, shares, [2] * 99)
    assert found.shift == pytest.approx(0, abs=1e-3)
    assert found.slope == pytest.approx(1, abs=1e-3)


def test_a_few_worlds_make_nothing_certain() -> None:
    assert cautious(1, 64) == pytest.approx(64.5 / 65)
    assert cautious(0, 64) == pytest.approx(0.5 / 65)
    assert cautious(0.5, 64) == 0.5
    assert logit(0.5) == 0


def test_margins_are_too_high_by_what_the_nearest_number_of_seats_has() -> None:
    assert Calibration().excess_of(2) == 0
    calibration = Calibration(excess={2: 20.0, 4: 26.0})
    assert [calibration.excess_of(seats) for seats in (2, 3, 4, 5)] == [20, 20, 26, 26]


def test_a_judged_decision_tells_margins_lower_and_its_cost_unchanged(seed: int) -> None:
    known = calibrations()
    assert all(points > 0 for each in (*known.games.values(), known.any_board) for points in each.excess.values())
    record = bots_record("usa")
    played = replay(record)
    game, decision = played.game, list(decisions_of(record, played))[len(record.actions) // 2]
    legal = game.legal(decision.state, decision.seat)
    judged = Judge(game, 24).judge(decision.view, legal, decision.action, str(seed))
    raw = judged_decision(game, 1, replace(judged, calibration=Calibration()))
    told = judged_decision(game, 1, judged)
    for high, low in zip(raw.moves, told.moves, strict=True):
        assert high.worth.margin.mean - low.worth.margin.mean == pytest.approx(known.games["usa"].excess[2], abs=0.1)
    assert raw.cost == told.cost


def test_boards_of_ones_own_have_the_map_of_all_boards_together() -> None:
    known = calibrations()
    assert calibration_of(load_game("usa")) == known.games["usa"]
    assert calibration_of(find_game("polska")) == calibration_of(load_game("sampleland")) == known.any_board
    assert known.command.startswith("python -m tools.look_back fit")
    assert known.deals


@pytest.mark.parametrize(("name", "seats"), [("usa", 3), ("cards", 2)])
def test_what_a_seat_is_told_about_everybody_adds_up(name: str, seats: int) -> None:
    record = bots_record(name, seats, 3)
    spread = what_if(record, len(record.actions) // 2, times=16, seat=Seat(0))
    assert sum(each.mean for each in spread.wins) == pytest.approx(1, abs=1e-3)
    assert all(0 <= each.mean <= 1 for each in spread.wins)


def test_margins_by_what_a_seat_knew_have_rivals_as_good_as_real_ones() -> None:
    """With two players the margins of both seats are opposite; totals are told as they were played."""
    record = bots_record("usa", 2, 3)
    spread = what_if(record, len(record.actions) // 2, times=16, seat=Seat(0))
    mine, theirs = spread.totals
    played = sum(a - b for a, b in zip(mine, theirs, strict=True)) / 16
    excess = calibration_of(load_game("usa")).excess_of(2)
    assert spread.margins[0].mean == pytest.approx(played - excess, abs=0.1)
    assert spread.margins[1].mean == pytest.approx(excess - played, abs=0.1)
