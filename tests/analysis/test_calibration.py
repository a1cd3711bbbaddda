"""The map from shares of imagined worlds to chances that are told: its shape, its fit, and where it is applied."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from branchline.analysis.calibration import Calibration, calibration_of, calibrations, cautious, fitted, logit
from branchline.analysis.what_if import what_if
from branchline.core.ids import Seat
from branchline.games import find_game, load_game
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
