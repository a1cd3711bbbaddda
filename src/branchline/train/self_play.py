"""Games for training, on all cores: compiled code plays them, one thread for each part."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from branchline.core.game import AnyGame
from branchline.lane.compile import jit
from branchline.lane.engine import new_lane
from branchline.lane.layout import MAX_SEATS
from branchline.lane.learned.network import CHOICE, MARGIN_UNIT
from branchline.lane.learned.players import new_table
from branchline.lane.learned.self_play import Notes, new_notes, play_games
from branchline.lane.rng import seeds_as_words
from branchline.train.model import Decisions
from branchline.train.ppo import Lessons

NOTED_DECISIONS = 110
"""Room for so many decisions of a seat and game on the mean."""
NOTED_MOVES = 26
"""Room for so many moves of a decision on the mean."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game at so many seats; training goes from one task to the next."""

    game: AnyGame
    seats: int

    @property
    def name(self) -> str:
        return f"{self.game.board_id}-{self.seats}"


class SelfPlayTable:
    """The games of one thread: a table of its own, and room to write."""

    def __init__(self, task: Task, games: int) -> None:
        lane = new_lane(task.game)
        self.lane, self.task, self.games = lane, task, games
        self.table = new_table(lane)
        self.game = np.zeros(1, lane.record)[0]
        self.choice = np.zeros(1, CHOICE)[0]
        self.scores = np.zeros(games, lane.sheets)
        decisions = games * task.seats * NOTED_DECISIONS
        self.notes = new_notes(decisions, decisions * NOTED_MOVES)

    def play(
        self,
        seeds: Iterable[int],
        players: NDArray[Any],
        noted: NDArray[Any],
        networks: NDArray[Any],
        *,
        bold: bool,
        rng: Any,
    ) -> None:
        self.notes.used[:] = 0
        play_games(
            *(self.table, self.game, self.task.seats, seeds_as_words(seeds), players, noted, networks, bold),
            *(self.choice, rng, self.notes, self.scores),
        )

    def lessons(self, decay: float, device: torch.device) -> Lessons:
        notes = self.notes
        decisions, moves = int(notes.used[0]), int(notes.used[1])
        results = results_of(self.scores, self.task.seats)
        gains, truth = np.zeros(decisions, np.float32), np.zeros((decisions, 2), np.float32)
        backwards(notes, decisions, results, decay, gains, truth)

        def tensor(values: NDArray[Any]) -> torch.Tensor:
            return torch.from_numpy(values).to(device)

        asked = Decisions(
            tensor(notes.positions[:decisions]),
            tensor(notes.moves[:moves]),
            tensor(notes.first[:decisions]),
            tensor(notes.listed[:decisions].astype(np.int64)),
        )
        chosen = tensor(notes.chosen[:decisions].astype(np.int64))
        logs = torch.log(tensor(notes.chance[:decisions]).clamp_min(1e-8))
        return Lessons(asked, chosen, logs, tensor(gains), tensor(truth))


class SelfPlay:
    """All tables of a training, shared out among the cores."""

    def __init__(self, tasks: list[Task], games: int) -> None:
        self.tables = [SelfPlayTable(task, games) for task in tasks]
        self._pool = ThreadPoolExecutor(os.cpu_count())

    def play(self, jobs: list[dict[str, Any]]) -> None:
        list(self._pool.map(lambda table, job: table.play(**job), self.tables, jobs))


def results_of(scores: NDArray[Any], seats: int) -> NDArray[np.float32]:
    """For each game and seat the margin over the best rival in its unit, and the part of the victory."""
    total = scores["total"][:, :seats].astype(np.float32)
    results = np.zeros((len(scores), MAX_SEATS, 2), np.float32)
    winners = (scores["winners"][:, None] >> np.arange(seats)) & 1
    for seat in range(seats):
        rivals = np.delete(total, seat, axis=1).max(axis=1)
        results[:, seat, 0] = (total[:, seat] - rivals) / MARGIN_UNIT
    results[:, :seats, 1] = winners / winners.sum(axis=1, keepdims=True)
    return results


VICTORY = 1.0
"""What winning is worth beside a margin of one unit; a margin counts up to MARGIN_CAP units."""
MARGIN_CAP = 1.5


@jit
def _worth(margin: float, won: float) -> float:
    return 0.5 * min(MARGIN_CAP, max(-MARGIN_CAP, margin)) + VICTORY * (2.0 * won - 1.0)


@jit
def backwards(notes: Notes, decisions: int, results: Any, decay: float, gains: Any, truth: Any) -> None:
    """The advantage of each decision over what was expected, from the last one of a seat back to its first (GAE)."""
    seats = results.shape[0] * results.shape[1]
    after, gain, is_last = np.zeros(seats, np.float64), np.zeros(seats, np.float64), np.ones(seats, np.bool_)
    for at in range(decisions - 1, -1, -1):
        owner = notes.owner[at]
        game, seat = owner // MAX_SEATS, owner % MAX_SEATS
        margin, won = results[game, seat, 0], results[game, seat, 1]
        expected = _worth(notes.foretold[at, 0], 1.0 / (1.0 + np.exp(-notes.foretold[at, 1])))
        if is_last[owner]:
            after[owner], gain[owner], is_last[owner] = _worth(margin, won), 0.0, False
        gain[owner] = after[owner] - expected + decay * gain[owner]
        after[owner] = expected
        gains[at] = gain[owner]
        truth[at, 0], truth[at, 1] = margin, won
