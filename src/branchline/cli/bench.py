"""`branchline bench`: how fast uniformly random legal play is, in one process, final scoring included."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any

import typer

from branchline.cli.bench_lane import measure_lane, print_lane_table
from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_players

if TYPE_CHECKING:
    from branchline.core.game import AnyGame

    Measure = Callable[[AnyGame, int, float], dict[str, Any]]


def bench(
    game: Annotated[str | None, typer.Option("--game", help="Only this game, board or board's file.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Only this number of players.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", help="How long to play for each line.")] = 2.0,
    lane: Annotated[bool, typer.Option("--lane", help="Compare core and fast lane.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Measure games a second and microseconds a decision, for every game and number of players."""
    if not 0.01 <= seconds <= 3600:
        raise UsageError(f"--seconds must be between 0.01 and 3600, not {seconds:g}")
    rows = _measured(game, players, seconds, measure_lane if lane else measure)
    if as_json:
        typer.echo(json.dumps(list(rows)))
        return
    if lane:
        print_lane_table(rows)
        return
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    table = Table("game", "players", "games", "decisions/game", "games/s", "µs/decision", "best games/s", "best µs")
    with Live(table, console=Console(), auto_refresh=False) as live:
        for row in rows:
            table.add_row(
                row["game"],
                str(row["players"]),
                str(row["games"]),
                f"{row['decisions_per_game']:.1f}",
                f"{row['games_per_second']:.0f}",
                f"{row['us_per_decision']:.2f}",
                f"{row['best_games_per_second']:.0f}",
                f"{row['best_us_per_decision']:.2f}",
            )
            live.refresh()


def _measured(name: str | None, players: int | None, seconds: float, measure: Measure) -> Iterator[dict[str, Any]]:
    from branchline.games import find_game, game_names

    chosen = [find_game(each) for each in (game_names() if name is None else (name,))]
    if players is not None:
        chosen = [game for game in chosen if players in game.seat_counts] or chosen[:1]
        check_players(chosen[0], players)
    for game in chosen:
        for seats in game.seat_counts:
            if players in (None, seats):
                yield measure(game, seats, seconds)


def measure(game: AnyGame, seats: int, seconds: float) -> dict[str, Any]:
    """Play for about so long, after a tenth of it that fills the tables.

    The best tenth tells what the code costs when nothing else keeps the machine busy.
    """
    from branchline.cli.random_play import choices_of
    from branchline.core.game import random_game

    def one(seed: int) -> int:
        state, decisions = random_game(game, seats, seed, choices_of(seed))
        game.outcome(state)
        return decisions

    seeds = count(1)

    def play(seconds: float) -> tuple[int, int, float]:
        games = decisions = 0
        began = time.perf_counter()
        while (took := time.perf_counter() - began) < seconds or not games:
            games += 1
            decisions += one(next(seeds))
        return games, decisions, took

    play(seconds / 10)
    parts = [play(seconds / 10) for _ in range(10)]
    games, decisions, took = map(sum, zip(*parts, strict=True))
    best = min(parts, key=lambda part: part[2] / part[1])
    return {
        "game": game.printed.id,
        "edition": game.edition,
        "players": seats,
        "games": games,
        "decisions_per_game": round(decisions / games, 1),
        "games_per_second": round(games / took, 1),
        "us_per_decision": round(took / decisions * 1e6, 2),
        "best_games_per_second": round(best[1] / best[2] * games / decisions, 1),
        "best_us_per_decision": round(best[2] / best[1] * 1e6, 2),
    }
