"""Games played out to their end by compiled planners: from imagined worlds, or from a true state with open hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.analysis.likely_worlds import LikelyWorlds
from branchline.core.game import AnyGame
from branchline.core.rng import seeded
from branchline.lane.engine import Rows, lane_of
from branchline.lane.players.names import PLANNER
from branchline.lane.players.play import new_players
from branchline.lane.players.told import TOLD
from branchline.lane.rng import seeds_as_words

MAX_CODE: Final = np.iinfo(np.int32).max
"""Codes of settlements are sets of tickets, and may be greater; rows of games are not stepped by those."""


class PlayedOut(NamedTuple):
    """How games ended: each array has a row for each move that was tried, with a column for each world.

    `wins` and `margins` have a number for each seat besides; shared victories are shared out.
    """

    wins: NDArray[np.float64]
    margins: NDArray[np.float64]
    scores: NDArray[Any]

    def __add__(self, other: object) -> PlayedOut:
        """The same moves in further worlds."""
        assert isinstance(other, PlayedOut)
        return PlayedOut(*(np.concatenate([mine, more], axis=1) for mine, more in zip(self, other, strict=True)))


class Playouts:
    """Plays the games of one board out. It has buffers of its own."""

    def __init__(self, game: AnyGame) -> None:
        self.lane = lane_of(game).another()
        self._players = new_players(self.lane)

    def imagination(self, view: Any) -> LikelyWorlds:
        """Worlds that the seat of a view cannot tell from the real one."""
        return LikelyWorlds(self.lane, view)

    def open_worlds(self, state: Any, seeds: range) -> Rows:
        """The true state again and again, each time with another future: other chance, and tickets shuffled."""
        row = self.lane.row(state._replace(rng=seeded(0)))
        worlds = np.repeat(row, len(seeds))
        worlds["rng"] = seeds_as_words(seeds)
        size = int(row["queue_size"][0])
        chance = np.random.Generator(np.random.PCG64(seeds.start))
        worlds["queue"][:, :size] = chance.permuted(worlds["queue"][:, :size], axis=1)
        return worlds

    def after(self, worlds: Rows, seat: int, codes: Sequence[int], seeds: range) -> PlayedOut:
        """Do what each code says in each world, and play on; `seeds` are for the players' own chance."""
        games = np.tile(worlds, len(codes))
        actors = np.full(len(games), seat, np.int16)
        actions = np.repeat(np.array(codes, np.int64), len(worlds))
        if max(codes) <= MAX_CODE:
            self.lane.step_rows(games, actors, actions.astype(np.int32))
        else:
            for place, code in enumerate(actions.tolist()):
                self.lane.perform(games[place : place + 1], seat, code)
        return self._play(games, actors, np.tile(seeds_as_words(seeds), (len(codes), 1)), len(codes))

    def on(self, worlds: Rows, seeds: range) -> PlayedOut:
        """Play on in each world as it stands: a single row."""
        games = worlds.copy()
        actors = np.full(len(games), self.lane.actor(games[:1]), np.int16)
        return self._play(games, actors, seeds_as_words(seeds), 1)

    def _play(self, games: Rows, actors: NDArray[np.int16], chances: NDArray[np.uint64], rows: int) -> PlayedOut:
        seats = int(games["seats"][0])
        players = np.full((len(games), seats), PLANNER, np.int64)
        self._players.play_rows(games, actors, players, chances, np.zeros(len(games), TOLD), False)
        scores = np.zeros(len(games), self.lane.sheets)
        self.lane.score_rows(games, scores)
        return played_out(scores, seats, rows)


def played_out(scores: NDArray[Any], seats: int, rows: int) -> PlayedOut:
    """Victories and margins of score sheets, in so many rows."""
    totals = scores["total"][:, :seats].astype(np.float64)
    won = (scores["winners"][:, None] >> np.arange(seats) & 1).astype(np.float64)
    shape = (rows, len(scores) // rows)
    wins = won / won.sum(axis=1, keepdims=True)
    margins = margins_of(totals)
    return PlayedOut(wins.reshape(*shape, seats), margins.reshape(*shape, seats), scores.reshape(shape))


def margins_of(totals: NDArray[np.float64]) -> NDArray[np.float64]:
    """By game and seat, its points less those of the best other seat."""
    seats = totals.shape[1]
    rivals = np.repeat(totals[:, None, :], seats, axis=1)
    rivals[:, np.arange(seats), np.arange(seats)] = -np.inf
    margins: NDArray[np.float64] = totals - rivals.max(axis=2)
    return margins
