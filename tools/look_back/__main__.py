"""Whether the analysis of games can be trusted: planted blunders, the cost of bots' own moves, calibration.

python -m tools.look_back blunders usa --games 20
python -m tools.look_back own usa --games 4
python -m tools.look_back calibration usa cards --games 100 --seed 600000 --plot docs/images/calibration.svg
python -m tools.look_back fit --out src/branchline/analysis/calibration.json
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import fmean, stdev

from branchline.analysis.analyze import EFFORT
from branchline.analysis.calibration import calibration_of
from branchline.games import find_game
from tools.look_back.blunders import tell_blunders
from tools.look_back.fit import tell_fit
from tools.look_back.moments import PARTS, Foretold, calibrated, foretell, recalibrated
from tools.look_back.own_moves import tell_own
from tools.look_back.picture import plot


def tell_calibration(names: Sequence[str], games: int, seed: int, times: int, seats: int, path: str | None) -> None:
    results, before = {}, {}
    for name in names:
        game = find_game(name)
        raw = list(foretell(game, games, seed, times, PARTS, seats=seats))
        told = recalibrated(raw, calibration_of(game), times)
        results[name], before[name] = calibrated(told), calibrated(raw)
        shown = list(foretell(game, games, seed, times, PARTS, is_open=True, seats=seats))
        for what, foretold in (("open", shown), ("own view, raw", raw), ("own view, told", told)):
            _tell_bins(f"{name}, {seats} seats, {what}", foretold, games)
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(plot(results, before))


def _tell_bins(what: str, foretold: Sequence[Foretold], games: int) -> None:
    told, came = (sum(each[place] for each in foretold) / len(foretold) for place in (0, 1))
    means = f"told {100 * told:.1f} %, came {100 * came:.1f} %"
    points = f"told {fmean(each.margin for each in foretold):+.1f} points, came {_mean_end(foretold, games)}"
    print(f"{what}: {len(foretold)} moments of {games} games, on average {means}, {points}", flush=True)
    for each in calibrated(foretold):
        shown = f"{100 * each.came:5.1f} ± {100 * each.error:.1f} %"
        print(f"  told {100 * each.told:5.1f} %, came {shown}, {each.size} moments", flush=True)


def _mean_end(foretold: Sequence[Foretold], games: int) -> str:
    """What margins came to, with the standard error: moments of one game are not independent."""
    ends = [each.ended for each in foretold]
    return f"{fmean(ends):+.1f} ± {stdev(ends) / games**0.5 if games > 1 else 0:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.look_back", description=__doc__)
    parser.add_argument("what", choices=["blunders", "own", "calibration", "fit"])
    parser.add_argument("board", nargs="*", default=["usa"])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", type=int, default=EFFORT)
    parser.add_argument("--times", type=int, default=64, help="games that a chance is told from")
    parser.add_argument("--seats", type=int, default=2, help="players of the games that are to be foretold")
    parser.add_argument("--out", help="write the maps that were fitted to this file")
    parser.add_argument("--plot", help="write the calibration as an SVG to this file")
    given = parser.parse_args()
    if given.what == "calibration":
        tell_calibration(given.board, given.games, given.seed, given.times, given.seats, given.plot)
        return
    if given.what == "fit":
        tell_fit(given.out)
        return
    for name in given.board:
        tell = tell_blunders if given.what == "blunders" else tell_own
        tell(find_game(name), given.games, given.seed, given.effort)


if __name__ == "__main__":
    main()
