"""What is measured on a board alone: routes, the longest path, stations and harbors."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.atlas.play import Games
from branchline.atlas.sums import RunningMeans
from branchline.core.printed.board import Board

EARLY: Final = 1 / 3
"""The first part of a game: who claims a route then is in a hurry."""
MAX_BUILT: Final = 4


class BoardSums:
    """Running sums for one number of players."""

    def __init__(self, board: Board, seats: int) -> None:
        self.board, self.seats = board, seats
        count = len(board.routes)
        self.claimed, self.early, self.claimed_at, self.owner_wins = (RunningMeans(count) for _ in range(4))
        self.longest_wins, self.longest_margin, self.longest_length = RunningMeans(2), RunningMeans(2), RunningMeans(2)
        self.built, self.built_wins = RunningMeans(MAX_BUILT + 1), RunningMeans(MAX_BUILT + 1)
        self.lanes = _lanes(board, seats)

    def add(self, games: Games) -> None:
        self._add_routes(games)
        longest = (games.scores["longest_bonus"][:, : self.seats] > 0).astype(np.int64).reshape(-1)
        self.longest_wins.add(longest, games.win.reshape(-1))
        self.longest_margin.add(longest, games.margin.reshape(-1))
        self.longest_length.add(longest, games.scores["longest"][:, : self.seats].reshape(-1))
        built = games.members("built", len(self.board.cities)).sum(axis=2).reshape(-1)
        self.built.add(np.minimum(built, MAX_BUILT), games.margin.reshape(-1))
        self.built_wins.add(np.minimum(built, MAX_BUILT), games.win.reshape(-1))

    def _add_routes(self, games: Games) -> None:
        count, size = len(self.board.routes), len(games)
        owned = games.members("routes", count)
        game, seat, route = np.nonzero(owned)
        self.owner_wins.add(self.lanes[route], games.win[game, seat])
        claimed = np.zeros((size, count), np.bool_)
        claimed[game, self.lanes[route]] = True
        self.claimed.add(np.tile(np.arange(count), size), claimed.reshape(-1))
        game, seat, verbs, codes, part = games.decisions
        claims = verbs == games.verb("CLAIM")
        lane: Any = games.batch.lane
        route = lane.board["code_what"][codes[claims]].astype(np.int64)
        game, seat, part = game[claims], seat[claims], part[claims]
        stays = owned[game, seat, route]  # Who leaves a tunnel has no route.
        self.claimed_at.add(self.lanes[route[stays]], part[stays])
        self.early.add(self.lanes[route[stays]], part[stays] < EARLY)

    def told(self) -> dict[str, Any]:
        rules = self.board.rules
        told: dict[str, Any] = {
            "routes": [
                {
                    "id": route.id,
                    "claimed": self.claimed.told(number),
                    "at": self.claimed_at.told(number),
                    "early": self.early.told(number),
                    "win": self.owner_wins.told(number),
                }
                for number, route in enumerate(self.board.routes)
                if self.lanes[number] == number
            ]
        }
        if rules.longest_bonus and self.longest_wins.count[1]:
            told["longest"] = {
                "win": self.longest_wins.told(1),
                "margin": self.longest_margin.told(1, 1),
                "length": self.longest_length.told(1, 1),
                "others": self.longest_length.told(0, 1),
            }
        if rules.stations or rules.harbors:
            told["stations" if rules.stations else "harbors"] = [
                {"built": number, "margin": margin, "win": self.built_wins.told(number)}
                for number, margin in enumerate(self.built.all_told(1))
                if margin is not None
            ]
        return told


def _lanes(board: Board, seats: int) -> NDArray[np.int64]:
    """The route under which each is counted: both lanes of a double route are one where only one can be had (B-15)."""
    if seats >= board.rules.both_lanes_from:
        return np.arange(len(board.routes))
    pairs = (min(number, number if route.twin is None else route.twin) for number, route in enumerate(board.routes))
    return np.fromiter(pairs, np.int64, len(board.routes))
