"""A laboratory run from beginning to end: play, gather, write Parquet and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import polars as pl

from branchline.games import find_game
from branchline.lab.executor import Executor, recorded
from branchline.lab.game_spec import GameSpec
from branchline.lab.report import html_report
from branchline.lab.tables import RunTables, play_for_rows, play_for_rows_and_record


def gather(
    specs: Iterable[GameSpec],
    executor: Executor,
    progress: Callable[[], None] = lambda: None,
    note: Callable[[str], object] | None = None,
) -> dict[str, pl.DataFrame]:
    """Play all games into tables; `note` is given the line of each game's record."""
    tables = RunTables()
    if note is None:
        played = executor.map(play_for_rows, specs)
    else:
        played = recorded(executor, play_for_rows_and_record, specs, note)
    for rows in played:
        tables.add(rows)
        progress()
    return tables.frames()


def write(folder: Path, game: str, edition: str | None, frames: dict[str, pl.DataFrame], title: str) -> list[Path]:
    """One Parquet file for each table, and `report.html`."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, frame in frames.items():
        path = folder / f"{name}.parquet"
        frame.write_parquet(path)
        files.append(path)
    report = folder / "report.html"
    report.write_text(html_report(find_game(game, edition), frames, title), encoding="utf-8")
    return [*files, report]


def rotated(lineup: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Who sits where in the game with this number: everybody moves on by one seat each game."""
    turn = number % len(lineup)
    return lineup[turn:] + lineup[:turn]


def lab_games(game: str, edition: str | None, lineup: tuple[str, ...], games: int, seed: int) -> list[GameSpec]:
    return [GameSpec(game, edition, rotated(lineup, number), seed + number) for number in range(games)]
