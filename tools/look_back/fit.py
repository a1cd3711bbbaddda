"""Fits the maps of `analysis/calibration.json`, on games that no test of them uses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from branchline.analysis.calibration import cautious, fitted
from branchline.core.printed.board import Board
from branchline.games import find_game
from tools.look_back.moments import PARTS, Foretold, foretell

FIT_TIMES: Final = 64
"""Worlds that a chance comes from, about as many as there are for what was played in an analysis."""


class Deals(NamedTuple):
    """Games to fit a map on: so many from a seed on, which no test of it may use."""

    board: str
    seats: int
    games: int
    seed: int

    def __str__(self) -> str:
        return f"{self.board}, {self.seats} seats: {self.games} from seed {self.seed} on"


PRINTED: Final = ("usa", "europe", "world", "cards")
"""The games with a map of their own."""

FIT_DEALS: Final = (
    Deals("usa", 2, 300, 500000),
    Deals("europe", 2, 200, 510000),
    Deals("cards", 2, 200, 520000),
    Deals("world", 2, 150, 530000),
    Deals("usa", 4, 100, 540000),
    Deals("usa", 3, 100, 550000),
    Deals("polska", 2, 120, 560000),
    Deals("europe", 4, 60, 570000),
    Deals("cards", 4, 80, 580000),
)


def fit_calibrations(found: Mapping[Deals, Sequence[Foretold]]) -> dict[str, object]:
    """A map for each printed game, and one for all boards together, as `analysis/calibration.json` has them."""
    games = {
        name: _fitted([each for deals in found if deals.board == name for each in found[deals]]) for name in PRINTED
    }
    boards = [each for deals in found if isinstance(find_game(deals.board).printed, Board) for each in found[deals]]
    return {
        "command": "python -m tools.look_back fit --out src/branchline/analysis/calibration.json",
        "deals": [str(deals) for deals in found],
        "games": games,
        "any_board": _fitted(boards),
    }


def _fitted(foretold: Sequence[Foretold]) -> dict[str, object]:
    seats = [each.seats for each in foretold]
    found = fitted([cautious(each.chance, FIT_TIMES) for each in foretold], [each.won for each in foretold], seats)
    excess = {
        count: round(fmean(each.margin - each.ended for each in foretold if each.seats == count), 1)
        for count in sorted(set(seats))
    }
    return {"shift": found.shift, "slope": found.slope, "excess": excess}


def tell_fit(path: str | None) -> None:
    found = {}
    for deals in FIT_DEALS:
        game = find_game(deals.board)
        found[deals] = list(foretell(game, deals.games, deals.seed, FIT_TIMES, PARTS, seats=deals.seats))
        print(f"{deals}: {_fitted(found[deals])}", flush=True)
    text = json.dumps(fit_calibrations(found), indent=1) + "\n"
    print(text)
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
