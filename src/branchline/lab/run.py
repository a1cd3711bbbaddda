"""A laboratory run from beginning to end: play, gather, write Parquet and the report."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import overload

import polars as pl

from branchline.games import find_game
from branchline.lab.compiled import are_compiled
from branchline.lab.executor import Executor, recorded
from branchline.lab.game_spec import GameSpec
from branchline.lab.plots import Frames
from branchline.lab.report import html_report
from branchline.lab.tables import RunTables, play_for_rows, play_for_rows_and_record


def gather(
    specs: Sequence[GameSpec],
    executor: Executor,
    room: Path,
    progress: Callable[[], None] = lambda: None,
    note: Callable[[str], object] | None = None,
    *,
    observed: bool = False,
) -> Frames:
    """Play all games into tables; `note` is given the line of each game's record.

    Compiled players play in the lane, unless records or observations are wanted; `room` is a folder for what is too
    long for memory, and has to be there as long as the tables are used.
    """
    if note is None and not observed and all(are_compiled(spec.bots) for spec in specs):
        from branchline.lab.compiled_tables import gather_compiled  # It needs the extra `fast`.

        return gather_compiled(specs, executor.threads, room, progress)
    tables = RunTables()
    if note is None:
        played = executor.map(partial(play_for_rows, observed=observed), specs)
    else:
        played = recorded(executor, partial(play_for_rows_and_record, observed=observed), specs, note)
    for rows in played:
        tables.add(rows)
        progress()
    return tables.frames()


def write(folder: Path, game: str, edition: str | None, frames: Frames, title: str) -> list[Path]:
    """One Parquet file for each table, and `report.html`."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, frame in frames.items():
        path = folder / f"{name}.parquet"
        frame.lazy().sink_parquet(path)
        files.append(path)
    written = {name: pl.scan_parquet(path) for name, path in zip(frames, files, strict=True)}
    if "observations" in frames:
        players = written["games"].select("players").head(1).collect().item()
        files.append(_write_layout(folder, game, edition, players))
    report = folder / "report.html"
    report.write_text(html_report(find_game(game, edition), written, title), encoding="utf-8")
    return [*files, report]


def _write_layout(folder: Path, game: str, edition: str | None, players: int) -> Path:
    """What the numbers and codes of the observations mean."""
    from branchline.lab.observations import layout_json

    path = folder / "observations.json"
    path.write_text(json.dumps(layout_json(find_game(game, edition), players), indent=1) + "\n", encoding="utf-8")
    return path


def rotated(lineup: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Who sits where in the game with this number: everybody moves on by one seat each game."""
    turn = number % len(lineup)
    return lineup[turn:] + lineup[:turn]


class LabGames(Sequence[GameSpec]):
    """The games of a run, made when somebody asks for them: there may be millions."""

    def __init__(self, game: str, edition: str | None, lineup: tuple[str, ...], games: int, seed: int) -> None:
        self._game, self._edition, self._lineup = game, edition, lineup
        self._numbers, self._seed = range(games), seed

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> GameSpec: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[GameSpec]: ...
    def __getitem__(self, index: int | slice) -> GameSpec | Sequence[GameSpec]:
        if isinstance(index, slice):
            return [self[number] for number in self._numbers[index]]
        number = self._numbers[index]
        return GameSpec(self._game, self._edition, rotated(self._lineup, number), self._seed + number)
