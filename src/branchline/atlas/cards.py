"""What is measured in the Card Game alone: rows, robberies (C-11) and Big Cities."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.atlas.play import Games
from branchline.atlas.sums import RunningMeans
from branchline.core.ids import Seat
from branchline.lane.batch import Batch
from branchline.lane.layout import NOTHING
from branchline.lane.players.told import MAX_TOLD

MOST: Final = 6
"""Players who did something as often or more often are counted together."""


class CardSums:
    """Running sums for one number of players."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.rows, self.robs, self.robbed, self.rob_wins = (
            RunningMeans(1),
            RunningMeans(MOST + 1),
            RunningMeans(MOST + 1),
            RunningMeans(MOST + 1),
        )
        self.rob_count, self.rob_cards, self.rob_at, self.cities = (
            RunningMeans(1),
            RunningMeans(1),
            RunningMeans(1),
            RunningMeans(5),
        )

    def add(self, games: Games) -> None:
        size = len(games) * self.seats
        nothing = np.zeros(size, np.int64)
        rows = games.times(games.verb("LAY_ROW")) + games.times(games.verb("LAY_THREE"))
        self.rows.add(nothing, rows.reshape(-1))
        robber, victim, cards, at, count = _robberies(games)
        self.rob_count.add(nothing[: len(games)], count)
        self.rob_cards.add(nothing[:1].repeat(len(cards)), cards)
        self.rob_at.add(nothing[:1].repeat(len(at)), at)
        margin, win = games.margin.reshape(-1), games.win.reshape(-1)
        did = np.minimum(robber.reshape(-1), MOST)
        self.robs.add(did, margin)
        self.rob_wins.add(did, win)
        self.robbed.add(np.minimum(victim.reshape(-1), MOST), margin)
        cities = np.minimum(games.scores["big_cities"][:, : self.seats].reshape(-1), 4)
        self.cities.add(cities, margin)

    def told(self) -> dict[str, Any]:
        return {
            "rows": self.rows.told(0, 1),
            "robberies": {
                "a_game": self.rob_count.told(0, 2),
                "cards": self.rob_cards.told(0, 2),
                "at": self.rob_at.told(0),
                "robbers": _by_times(self.robs, self.rob_wins),
                "victims": _by_times(self.robbed),
            },
            "big_cities": _by_times(self.cities),
        }


def _by_times(margins: RunningMeans, wins: RunningMeans | None = None) -> list[dict[str, Any]]:
    return [
        {"times": number, "margin": margin, **({} if wins is None else {"win": wins.told(number)})}
        for number, margin in enumerate(margins.all_told(1))
        if margin is not None and margin["n"] > 1
    ]


def _robberies(games: Games) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Play the same games once more, decision by decision, and look whose rows are robbed.

    Tells how often each seat robbed and was robbed, the cards that each robbery cost, when it was, and how many there
    were in each game.
    """
    again = Batch(games.game, games.seats, len(games))
    again.reset(games.seeds, first=Seat(0))
    lane: Any = again.lane
    lay, best = games.verb("LAY_ROW"), lane.space.best
    robber, victim = (np.zeros((len(games), games.seats), np.int64) for _ in range(2))
    lost: list[NDArray[Any]] = []
    at: list[NDArray[Any]] = []
    every = np.arange(len(games))
    for number in range(min(MAX_TOLD, int(games.told["decisions"].max()))):
        codes = games.told["codes"][:, number]
        codes = np.where(codes == NOTHING, best, codes).astype(np.int32)
        row = np.minimum(codes, best - 1)
        color = lane.cards["code_what"][row].astype(np.int64)
        lays = (lane.cards["code_verb"][row] == lay) & (codes < best) & ~again.over
        owner = again.games["yard_seat"][every, np.where(lays, color, 0)]
        robs = lays & (owner != NOTHING) & (owner != again.actors)
        some = np.flatnonzero(robs)
        np.add.at(robber, (some, again.actors[some]), 1)
        np.add.at(victim, (some, owner[some]), 1)
        yard = again.games["yard_colored"] + again.games["yard_wilds"]
        lost.append(yard[some, color[some]])
        at.append(number / games.told["decisions"][some])
        again.step(codes)
    return robber, victim, np.concatenate(lost), np.concatenate(at), robber.sum(axis=1)
