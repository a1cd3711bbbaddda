"""Games between compiled players at one number of seats, and what is kept of them: arrays with a row for each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.core.ids import Seat
from branchline.lane.batch import Batch
from branchline.lane.layout import CHOOSE_PIECES, KEEP_FIRST
from branchline.lane.players.names import player_numbers
from branchline.lane.players.told import MAX_TOLD, SEATS_BELOW, TOLD
from branchline.lane.scoring import work
from branchline.rules.board.game import BoardGame

STRONG: Final = "planner"
WEAK: Final = "greedy"
BATCH: Final = 200
"""At most so many games are played between two looks at the progress, by each thread."""

Progress = Callable[[int], None]
"""Is told how many more games were played."""


@dataclass(frozen=True)
class PlayedGames:
    """Finished games. Seats stand in the order of play: seat 0 begins."""

    claimed: NDArray[np.bool_]
    """By game, seat and route."""
    opening: NDArray[np.bool_]
    """Tickets kept from the first offer, by game, seat and ticket, as are the next two."""
    held: NDArray[np.bool_]
    missed: NDArray[np.bool_]
    scores: NDArray[np.int32]
    """By game and seat, as is the next."""
    wins: NDArray[np.float64]
    """A shared victory is shared out."""
    turns: NDArray[np.float64]
    """Of a player, by game."""
    tied: NDArray[np.bool_]
    """Points alone did not decide."""

    @property
    def seats(self) -> int:
        return int(self.scores.shape[1])


@dataclass(frozen=True)
class SamplePlayer:
    """Plays games on one board, on so many threads; the number of threads changes nothing but the time."""

    game: BoardGame
    threads: int = 1
    progress: Progress = lambda _: None

    def among_equals(self, seats: int, games: int, seed: int) -> PlayedGames:
        """Games in which everybody is the stronger player."""
        return self._play([[STRONG] * seats] * games, range(seed, seed + games))

    def strong_alone(self, seats: int, deals: int, seed: int) -> PlayedGames:
        """Each deal with the stronger player alone among weaker ones, once in every seat: so many games in a row."""
        a_deal = [[STRONG if seat == at else WEAK for seat in range(seats)] for at in range(seats)]
        return self._play(a_deal * deals, [number for number in range(seed, seed + deals) for _ in range(seats)])

    def _play(self, players: Sequence[Sequence[str]], seeds: Sequence[int]) -> PlayedGames:
        parts: list[PlayedGames] = []
        batch = None
        for start in range(0, len(seeds), BATCH * self.threads):
            part = slice(start, start + BATCH * self.threads)
            size = len(seeds[part])
            if batch is None or len(batch.games) != size:
                batch = Batch(self.game, len(players[0]), size, min(self.threads, size))
            parts.append(_played(self.game, batch, players[part], seeds[part]))
            self.progress(size)
        names = PlayedGames.__dataclass_fields__
        return PlayedGames(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def _played(game: BoardGame, batch: Batch, players: Sequence[Sequence[str]], seeds: Sequence[int]) -> PlayedGames:
    seats, board = batch.seats, game.printed
    numbers = np.array([player_numbers(names, seats) for names in players], np.int64)
    told = np.zeros(len(seeds), TOLD)
    batch.reset(seeds, Seat(0))
    batch.play_openings(seeds, numbers, told=told)
    opening = batch.games["tickets"].copy()
    batch.play_out(seeds, numbers, told=told)
    scores = batch.new_scores()
    batch.score(scores)
    finish = scores["finish"][:, :seats, : len(board.tickets)]
    winners = scores["winners"][:, None] >> np.arange(seats) & 1
    return PlayedGames(
        claimed=_members(batch.games["routes"], seats, len(board.routes)),
        opening=_members(opening, seats, len(board.tickets)),
        held=finish != work.NOT_HELD,
        missed=finish == work.MISSED,
        scores=scores["total"][:, :seats].copy(),
        wins=winners / winners.sum(axis=1, keepdims=True),
        turns=_turns(told, seats),
        tied=scores["decided_by"] != work.BY_POINTS,
    )


def _members(words: NDArray[Any], seats: int, count: int) -> NDArray[np.bool_]:
    """Sets of 64-bit words, by game and seat, as a table of members."""
    rows = np.ascontiguousarray(words[:, :seats]).reshape(len(words), seats, -1)
    return np.unpackbits(rows.view(np.uint8), axis=-1, bitorder="little")[:, :, :count].astype(np.bool_)


def _turns(told: NDArray[Any], seats: int) -> NDArray[np.float64]:
    """How many turns a player had: a turn is whatever one seat decides before another does."""
    seat, verb = told["verbs"] % SEATS_BELOW, told["verbs"] // SEATS_BELOW
    counted = (np.arange(MAX_TOLD) < told["decisions"][:, None]) & (verb != KEEP_FIRST) & (verb != CHOOSE_PIECES)
    begins = counted.copy()
    begins[:, 1:] &= (seat[:, 1:] != seat[:, :-1]) | ~counted[:, :-1]
    # Of a game with more decisions than are told, the rest is taken to go on as it began.
    longer = np.maximum(1.0, told["decisions"] / MAX_TOLD)
    turns: NDArray[np.float64] = begins.sum(axis=1) * longer / seats
    return turns
