"""Games of compiled players alone: played in the lane, whole batches at once, with the same results and tables.

At a table a compiled player gets a view, and plans anew at every decision; here it keeps its plans from turn to turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from branchline.bots.compiled import COMPILED_PLAYERS, PREFIX
from branchline.core.game import AnyGame
from branchline.lab.game_spec import GameResult, GameSpec, find_once

if TYPE_CHECKING:
    from branchline.lane.batch import Batch

BATCH: Final = 4096
"""Games that are played together."""


def are_compiled(bots: Iterable[str]) -> bool:
    """Whether all of these are compiled players, so that their games can be played in the lane."""
    return all(bot.startswith(PREFIX) and bot.removeprefix(PREFIX) in COMPILED_PLAYERS for bot in bots)


@dataclass(frozen=True)
class PlayedBatch:
    """Games of one board that were played to their end, as records of the lane; `opening` has first tickets."""

    game: AnyGame
    specs: Sequence[GameSpec]
    batch: Batch
    scores: Any
    told: Any
    opening: Any
    seconds: float

    @property
    def seats(self) -> int:
        return self.batch.seats


def play_batches(specs: Iterable[GameSpec], threads: int, size: int = BATCH) -> Iterator[PlayedBatch]:
    """Play all games, in their order; those of one board and number of players go together."""
    for _, alike in groupby(specs, key=lambda spec: (spec.game, spec.edition, len(spec.bots))):
        while some := list(islice(alike, size)):
            yield _play(some, min(threads, len(some)))


def _play(specs: Sequence[GameSpec], threads: int) -> PlayedBatch:
    import numpy as np

    from branchline.lane.batch import Batch
    from branchline.lane.players.names import player_number
    from branchline.lane.players.told import TOLD

    began = process_time()
    game = find_once(specs[0].game, specs[0].edition)
    batch = Batch(game, len(specs[0].bots), len(specs), threads)
    players = np.array([[player_number(bot.removeprefix(PREFIX)) for bot in spec.bots] for spec in specs], np.int64)
    seeds = [spec.seed for spec in specs]
    batch.reset(seeds)
    told = np.zeros(len(specs), TOLD)
    batch.play_openings(seeds, players, told=told)
    opening = batch.games["tickets"].copy()
    batch.play_out(seeds, players, told=told)
    scores = batch.new_scores()
    batch.score(scores)
    return PlayedBatch(game, specs, batch, scores, told, opening, process_time() - began)


def compiled_results(
    specs: Iterable[GameSpec], threads: int, progress: Callable[[], None] = lambda: None
) -> Iterator[GameResult]:
    """What the arena keeps of each game."""
    for played in play_batches(specs, threads):
        for place in range(len(played.specs)):
            yield _result(played, place)
            progress()


def _result(played: PlayedBatch, place: int) -> GameResult:
    spec, score, told = played.specs[place], played.scores[place], played.told[place]
    seats = range(played.seats)
    winners = int(score["winners"])
    decisions = tuple(int(told["decided"][seat]) for seat in seats)
    a_decision = played.seconds / max(1, int(played.told["decisions"].sum()))
    return GameResult(
        key=spec.key,
        bots=spec.bots,
        seed=spec.seed,
        scores=tuple(int(score["total"][seat]) for seat in seats),
        tickets=tuple(int(score["completed"][seat]) for seat in seats),
        wins=tuple((winners >> seat & 1) / winners.bit_count() for seat in seats),
        seconds=tuple(a_decision * count for count in decisions),
        decisions=decisions,
        faults=(0,) * played.seats,
        troubles=("",) * played.seats,
    )
