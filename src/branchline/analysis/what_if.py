"""What if: from any moment of a record, compiled planners play on many times, and the spread is told."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from branchline.analysis.calibration import Calibration, calibration_of, cautious
from branchline.analysis.course import played_on
from branchline.analysis.decisions import view_at
from branchline.analysis.findings import Spread, estimate
from branchline.analysis.judge import Means, means
from branchline.analysis.playouts import PlayedOut, Playouts, margins_of
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.notation.records.record import Record
from branchline.notation.records.replay import replay

TIMES: Final = 100


def what_if(
    record: Record,
    number: int,
    *,
    times: int = TIMES,
    seat: Seat | None = None,
    seed: int = 1,
    game: AnyGame | None = None,
) -> Spread:
    """Play on from the moment after `number` actions: with all hands open, or by what a seat knew then.

    `ValueError` where the record has fewer actions.
    """
    played = replay(record, game)
    if not 0 <= number < len(played.steps):
        raise ValueError(f"the record has {len(record.actions)} actions, so that nothing comes after {number}")
    playouts, text = Playouts(played.game), f"{seed} {number} what-if"
    if seat is None:
        ends = played_on(playouts, played.steps[number].state, times, text)
    else:
        first = Random(text).getrandbits(48)
        worlds = playouts.imagination(view_at(played, number, seat)).worlds(range(first, first + times))
        ends = playouts.on(worlds, range(first + times, first + 2 * times))
    seats = range(len(record.seats))
    wins, margins = means(ends.wins[0]), means(ends.margins[0])
    if seat is not None:
        calibration = calibration_of(played.game)
        wins = _told(wins, seat, times, calibration)
        margins = means(_margins_told(ends, seat, calibration.excess_of(len(record.seats))))
    return Spread(
        number=number,
        times=times,
        wins=[estimate(wins.mean[each], wins.error[each]) for each in seats],
        margins=[estimate(margins.mean[each], margins.error[each]) for each in seats],
        totals=[ends.scores["total"][0, :, each].tolist() for each in seats],
    )


def _margins_told(ends: PlayedOut, seat: Seat, excess: float) -> NDArray[np.float64]:
    """Margins by world and seat, with everybody but `seat` as much better as real rivals are than imagined ones."""
    totals = ends.scores["total"][0, :, : ends.wins.shape[2]].astype(np.float64) + excess
    totals[:, seat] -= excess
    return margins_of(totals)


def _told(wins: Means, seat: Seat, worlds: int, calibration: Calibration) -> Means:
    """Shares of worlds that are won as the chances that a seat is told, for everybody."""
    shares = wins.mean.tolist()
    mine = cautious(shares[seat], worlds)
    told = calibration.told(mine, len(shares))
    others = 1 - shares[seat]
    fair = [(1 - told) / (len(shares) - 1) if not others else each * (1 - told) / others for each in shares]
    fair[seat] = told
    return Means(np.array(fair), wins.error * calibration.steepness(mine, mine, len(shares)))
