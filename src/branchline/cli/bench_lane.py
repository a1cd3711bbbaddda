"""`branchline bench --lane`: core and lane in one run, in turn, and how many times as fast the lane is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from branchline.cli.lane import lane_errors

if TYPE_CHECKING:
    from branchline.core.game import AnyGame

GAMES = 512
"""Of the lane, between two looks at the clock."""
BATCH = 16_384
"""Games that are stepped from Python at once."""
ROUNDS = 5
STEPS = 20


def measure_lane(game: AnyGame, seats: int, seconds: float) -> dict[str, Any]:
    """Play random games in both, deal and final scoring included, and step a batch from Python with its masks.

    Time is that of the processor, so that a busy machine changes little; core and lane take turns all the same.
    """
    with lane_errors():
        from branchline.lane.batch import Batch

        row = Batch(game, seats, GAMES)
        _play_row(row, 0)  # Compiles what is not compiled yet.
        _play_core(game, seats, seconds / 10, 0)
        core_games = lane_games = 0
        core_time = lane_time = 0.0
        for part in range(ROUNDS):
            games, taken = _play_core(game, seats, seconds / ROUNDS, 1 + core_games)
            core_games, core_time = core_games + games, core_time + taken
            until = time.process_time() + seconds / ROUNDS
            while time.process_time() < until or not lane_games:
                lane_time += _play_row(row, 1 + lane_games + part)
                lane_games += GAMES
        core, lane = core_games / core_time, lane_games / lane_time
        decisions, observations = _batch_speed(game, seats, packed=False)
        packed, _ = _batch_speed(game, seats, packed=True)
        return {
            "game": game.printed.id,
            "edition": game.edition,
            "players": seats,
            "core_games_per_second": round(core, 1),
            "lane_games_per_second": round(lane, 1),
            "ratio": round(lane / core, 1),
            "batch_decisions_per_second": round(decisions),
            "packed_decisions_per_second": round(packed),
            "observations_per_second": round(observations),
        }


def _play_core(game: AnyGame, seats: int, seconds: float, seed: int) -> tuple[int, float]:
    from branchline.cli.random_play import choices_of
    from branchline.core.game import random_game

    games = 0
    began = time.process_time()
    while (took := time.process_time() - began) < seconds or not games:
        state, _ = random_game(game, seats, seed + games, choices_of(seed + games))
        game.outcome(state)
        games += 1
    return games, took


def _play_row(row: Any, seed: int) -> float:
    began = time.process_time()
    row.reset(range(seed, seed + GAMES))
    row.play_out(seed)
    row.score(row.new_scores())
    return time.process_time() - began


def _batch_speed(game: AnyGame, seats: int, *, packed: bool) -> tuple[float, float]:
    """Decisions a second of a batch that is stepped from Python, masks included, without the choosing; observations."""
    import numpy as np

    from branchline.lane.batch import Batch

    batch = Batch(game, seats, BATCH)
    batch.reset(range(BATCH))
    mask = batch.new_packed_mask() if packed else batch.new_mask()
    actions, seen = np.zeros(BATCH, np.int32), batch.new_observation()
    batch.mask(mask)
    stepping = observing = decisions = 0.0
    for step in range(3 * STEPS):
        batch.choose(mask, actions, step)
        began = time.process_time()
        batch.observe(seen)
        observed = time.process_time()
        batch.step_and_mask(actions, mask)
        stepped = time.process_time()
        if step >= STEPS:  # Before, all games are at their beginning, and memory is met for the first time.
            decisions += BATCH - int(batch.over.sum())
            observing, stepping = observing + observed - began, stepping + stepped - observed
    return decisions / stepping, decisions / observing


def print_lane_table(rows: Any) -> None:
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    batch = ("batch decisions/s", "with packed masks", "observations/s")
    table = Table("game", "players", "core games/s", "lane games/s", "ratio", *batch)
    with Live(table, console=Console(), auto_refresh=False) as live:
        for row in rows:
            table.add_row(
                row["game"],
                str(row["players"]),
                f"{row['core_games_per_second']:.0f}",
                f"{row['lane_games_per_second']:.0f}",
                f"{row['ratio']:.0f}",
                f"{row['batch_decisions_per_second']:,}",
                f"{row['packed_decisions_per_second']:,}",
                f"{row['observations_per_second']:,}",
            )
            live.refresh()
