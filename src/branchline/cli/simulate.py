"""`branchline simulate`: many games between random players, and what comes out on average."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from branchline.cli.errors import Wrong
from branchline.cli.lookup import check_players, find_game

if TYPE_CHECKING:
    from branchline.core.game import Game
    from branchline.core.score import Outcome

LONG_RUN = 50


@dataclass(slots=True)
class Totals:
    """Sums over all games so far, by seat."""

    points: list[int]
    wins: list[float]
    games: int = 0
    decisions: int = 0
    decided_by: dict[str, int] = field(default_factory=dict)

    def add(self, outcome: Outcome, decisions: int) -> None:
        self.games += 1
        self.decisions += decisions
        for sheet in outcome.sheets:
            self.points[sheet.seat] += sheet.total
        for winner in outcome.winners:
            self.wins[winner] += 1 / len(outcome.winners)
        word = outcome.decided_by.value
        self.decided_by[word] = self.decided_by.get(word, 0) + 1


def simulate(
    game: Annotated[str, typer.Argument(help="A game, a board of the package, or a board's file.")],
    players: Annotated[int, typer.Option("--players", "-p", help="How many play.")] = 2,
    count: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 100,
    seed: Annotated[
        int, typer.Option("--seed", "-s", help="Seed of the first game; the next ones count up from it.")
    ] = 1,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Edition of the game.")] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="Write every game to this file, one record a line.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Play games between random legal players; print mean scores, decisions a game, games a second."""
    played = find_game(game, edition)
    check_players(played, players)
    if count < 1:
        raise Wrong(f"--games must be at least 1, not {count}")
    if seed < 0:
        raise Wrong(f"--seed must not be negative, not {seed}")
    totals = Totals([0] * players, [0.0] * players)
    began = time.perf_counter()
    with ExitStack() as stack:
        file = None if records is None else stack.enter_context(_opened(records))
        for number in _counted(count, stack):
            line = _one_game(played, players, seed + number, totals, keep=file is not None)
            if file is not None:
                file.write(line + "\n")
    seconds = time.perf_counter() - began
    summary = _summary(played, players, seed, totals, seconds)
    if as_json:
        typer.echo(json.dumps(summary, ensure_ascii=False))
    else:
        _print_summary(summary)


def _opened(path: Path) -> Any:
    try:
        return path.open("w", encoding="utf-8")
    except OSError as error:
        raise Wrong(f"{path}: cannot be written: {error.strerror}") from None


def _counted(count: int, stack: ExitStack) -> Iterator[int]:
    """The numbers of the games, with a progress bar where somebody watches a long run."""
    if count < LONG_RUN or not sys.stderr.isatty():
        return iter(range(count))
    from rich.console import Console
    from rich.progress import Progress

    progress = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
    return iter(progress.track(range(count), description="games"))


def _one_game(game: Game[Any, Any], players: int, seed: int, totals: Totals, *, keep: bool) -> str:
    """Play one game into the totals; its record if that is wanted."""
    from branchline.cli.random_play import choices_of, play_random
    from branchline.core.game import random_game

    if not keep:
        state, decisions = random_game(game, players, seed, choices_of(seed))
        totals.add(game.outcome(state), decisions)
        return ""
    from branchline.notation.records.record import record_line, record_of

    played = play_random(game, players, seed)
    outcome = game.outcome(played.state)
    totals.add(outcome, len(played.actions))
    names = [f"Random {seat + 1}" for seat in range(players)]
    return record_line(record_of(game, names, seed, played.actions, outcome))


def _summary(game: Game[Any, Any], players: int, seed: int, totals: Totals, seconds: float) -> dict[str, Any]:
    return {
        "game": game.name,
        "board": game.printed.id,
        "edition": game.edition,
        "players": players,
        "games": totals.games,
        "seed": seed,
        "mean_scores": [round(points / totals.games, 2) for points in totals.points],
        "win_shares": [round(wins / totals.games, 4) for wins in totals.wins],
        "decided_by": totals.decided_by,
        "decisions_per_game": round(totals.decisions / totals.games, 1),
        "seconds": round(seconds, 3),
        "games_per_second": round(totals.games / seconds, 1),
    }


def _print_summary(summary: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"{summary['board']} ({summary['edition']}), {summary['games']} games from seed {summary['seed']}"
    table = Table("seat", "mean score", "wins", title=title)
    for seat, (mean, share) in enumerate(zip(summary["mean_scores"], summary["win_shares"], strict=True)):
        table.add_row(str(seat), f"{mean:.2f}", f"{share:.1%}")
    console = Console()
    console.print(table)
    decided = ", ".join(f"{word} {count}" for word, count in sorted(summary["decided_by"].items()))
    console.print(f"decided by: {decided}")
    console.print(f"{summary['decisions_per_game']} decisions a game, {summary['games_per_second']} games a second")
