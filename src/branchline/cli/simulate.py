"""`branchline simulate`: many games between random players or bots, and what comes out on average."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from branchline.cli.arena import checked_lineup
from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_players
from branchline.cli.record_out import Note, written_to

if TYPE_CHECKING:
    from branchline.core.actions import Action
    from branchline.core.game import AnyGame
    from branchline.core.ids import Seat
    from branchline.core.score import Outcome

LONG_RUN = 50


@dataclass(slots=True)
class Totals:
    """Sums over all games so far, by seat."""

    points: list[int]
    wins: list[float]
    games: int = 0
    decisions: int = 0
    faults: int = 0
    decided_by: dict[str, int] = field(default_factory=dict)

    def add(self, outcome: Outcome, decisions: int, faults: int = 0) -> None:
        self.games += 1
        self.decisions += decisions
        self.faults += faults
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
    bots: Annotated[
        str | None,
        typer.Option("--bots", "-b", help="Bots instead of random players: names with commas, seat by seat."),
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="Write every game to this file, one record a line.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Play games between random legal players, or bots; print mean scores, decisions a game, games a second."""
    from branchline.games import find_game

    played = find_game(game, edition)
    check_players(played, players)
    lineup = None if bots is None else checked_lineup(played, bots, players)
    if count < 1:
        raise UsageError(f"--games must be at least 1, not {count}")
    if seed < 0:
        raise UsageError(f"--seed must not be negative, not {seed}")
    totals = Totals([0] * players, [0.0] * players)
    began = time.perf_counter()
    with written_to(records) as note, ExitStack() as stack:
        for number in _counted(count, stack, is_long=count >= LONG_RUN or lineup is not None):
            if lineup is None:
                _random_game(played, players, seed + number, totals, note)
            else:
                _bots_game(game, edition, lineup, seed + number, totals, note)
    seconds = time.perf_counter() - began
    summary = _summary(played, lineup or ("random",) * players, seed, totals, seconds)
    if as_json:
        typer.echo(json.dumps(summary, ensure_ascii=False))
    else:
        _print_summary(summary)


def _counted(count: int, stack: ExitStack, *, is_long: bool) -> Iterator[int]:
    """The numbers of the games, with a progress bar where somebody watches a long run."""
    if not is_long or not sys.stderr.isatty():
        return iter(range(count))
    from rich.console import Console
    from rich.progress import Progress

    progress = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
    return iter(progress.track(range(count), description="games"))


def _random_game(game: AnyGame, players: int, seed: int, totals: Totals, note: Note | None) -> None:
    """Play one game into the totals; note its record if that is wanted."""
    from branchline.cli.random_play import choices_of
    from branchline.core.game import random_game
    from branchline.notation.records.record import record_line, record_of

    actions: list[tuple[Seat, Action]] = []
    seen = None if note is None else actions.append
    state, decisions = random_game(game, players, seed, choices_of(seed), note=seen)
    outcome = game.outcome(state)
    totals.add(outcome, decisions)
    if note is not None:
        names = [f"Random {seat + 1}" for seat in range(players)]
        note(record_line(record_of(game, names, seed, actions, outcome)))


def _bots_game(
    game: str, edition: str | None, lineup: tuple[str, ...], seed: int, totals: Totals, note: Note | None
) -> None:
    """Play one match, as the arena does, into the totals; note its record if that is wanted."""
    from branchline.lab.game_spec import GameSpec, play_game, record_of_game
    from branchline.notation.records.record import record_line

    spec = GameSpec(game, edition, lineup, seed)
    result = play_game(spec)
    totals.add(result.outcome, len(result.decisions), len(result.faults))
    if note is not None:
        note(record_line(record_of_game(spec, result)))


def _summary(game: AnyGame, bots: Sequence[str], seed: int, totals: Totals, seconds: float) -> dict[str, Any]:
    return {
        "game": game.name,
        "board": game.printed.id,
        "edition": game.edition,
        "players": len(bots),
        "bots": list(bots),
        "games": totals.games,
        "seed": seed,
        "mean_scores": [round(points / totals.games, 2) for points in totals.points],
        "win_shares": [round(wins / totals.games, 4) for wins in totals.wins],
        "decided_by": totals.decided_by,
        "faults": totals.faults,
        "decisions_per_game": round(totals.decisions / totals.games, 1),
        "seconds": round(seconds, 3),
        "games_per_second": round(totals.games / seconds, 1),
    }


def _print_summary(summary: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"{summary['board']} ({summary['edition']}), {summary['games']} games from seed {summary['seed']}"
    table = Table("seat", "bot", "mean score", "wins", title=title)
    rows = zip(summary["bots"], summary["mean_scores"], summary["win_shares"], strict=True)
    for seat, (bot, mean, share) in enumerate(rows):
        table.add_row(str(seat), bot, f"{mean:.2f}", f"{share:.1%}")
    console = Console()
    console.print(table)
    decided = ", ".join(f"{word} {count}" for word, count in sorted(summary["decided_by"].items()))
    console.print(f"decided by: {decided}")
    if summary["faults"]:
        console.print(f"decisions that a bot lost by a fault: {summary['faults']}")
    console.print(f"{summary['decisions_per_game']} decisions a game, {summary['games_per_second']} games a second")
