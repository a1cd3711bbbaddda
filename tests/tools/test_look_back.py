"""The proofs of the analysis in small: a planted blunder is found, and chances are compared with results rightly."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

from branchline.analysis.calibration import Calibration, Calibrations, calibrations
from branchline.core.actions import ClaimRoute
from branchline.games import load_game
from branchline.notation.records.replay import replay
from tools.look_back.blunders import blunders, plant, waste
from tools.look_back.fit import FIT_DEALS, fit_calibrations
from tools.look_back.moments import Bin, Foretold, calibrated, foretell, recalibrated
from tools.look_back.picture import plot


def test_a_planted_blunder_is_in_the_record_and_wastes_locomotives() -> None:
    game = load_game("usa")
    blunder = plant(game, 4)
    assert blunder is not None
    played = replay(blunder.record)
    assert played.actions[blunder.number] == blunder.bad != blunder.good
    assert game.is_over(played.state)
    assert isinstance(blunder.bad, ClaimRoute)
    assert waste(game, blunder.bad) >= 4
    assert blunder.bad.pay[-1] > 0


def test_a_planted_blunder_is_among_the_costliest() -> None:
    """A small sample of `python -m tools.look_back blunders usa`."""
    [(blunder, place, analysis)] = blunders(load_game("usa"), 1, 4, effort=48)
    assert place is not None
    assert place <= 3
    [decision] = [each for each in analysis.decisions if each.number == blunder.number]
    assert decision.is_clear


def test_chances_are_compared_with_what_came() -> None:
    foretold = [Foretold(0.72, 1), Foretold(0.78, 1), Foretold(0.75, 0), Foretold(0.75, 1), Foretold(0.04, 0)]
    low, high = calibrated(foretold)
    assert (low.told, low.came, low.size) == (0.04, 0, 1)
    assert high.told == pytest.approx(0.75)
    assert (high.came, high.size) == (0.75, 4)
    assert high.error == pytest.approx(0.2165, abs=0.001)


def test_moments_of_games_are_foretold() -> None:
    found = list(foretell(load_game("sampleland"), 3, 1, 8, (0.2, 0.8)))
    assert len(found) == 6
    assert all(0 <= each.chance <= 1 and each.won in (0, 0.5, 1) for each in found)
    assert all((each.ended > 0) <= (each.won == 1) and (each.ended < 0) <= (each.won == 0) for each in found)
    assert len({each.margin for each in found}) > 3


def test_the_plot_is_a_picture() -> None:
    picture = ElementTree.fromstring(plot({"usa": [Bin(0.7, 0.72, 0.05, 40)], "cards": []}))
    assert len(picture) > 10


def test_chances_are_recalibrated_and_fitted_on_games_of_their_own() -> None:
    raw = [Foretold(0.9, 1), Foretold(0.9, 0), Foretold(0.6, 0), Foretold(0.5, 1), Foretold(0.3, 0)]
    told = recalibrated(raw, Calibration(-1, 1), 64)
    assert all(new.chance < old.chance and new.won == old.won for new, old in zip(told, raw, strict=True))
    found = msgspec.convert(fit_calibrations(dict.fromkeys(FIT_DEALS, raw)), Calibrations)
    assert found.games.keys() == {"usa", "europe", "world", "cards"}


def test_margins_are_told_lower_by_what_they_were_too_high() -> None:
    raw = [Foretold(0.5, 0, 2, 20, -10), Foretold(0.5, 1, 2, 30, 20), Foretold(0.5, 0, 4, 5, -20)]
    found = msgspec.convert(fit_calibrations(dict.fromkeys(FIT_DEALS, raw)), Calibrations)
    assert found.any_board.excess == {2: 20, 4: 25}
    assert [each.margin for each in recalibrated(raw, found.any_board, 64)] == [0, 10, -20]


def test_the_maps_of_the_package_come_from_the_deals_of_the_tool() -> None:
    assert calibrations().deals == [str(deals) for deals in FIT_DEALS]
