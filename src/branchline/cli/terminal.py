"""`branchline terminal`: a game in the terminal against bots, with typed moves and a map."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_language, check_players, listed

if TYPE_CHECKING:
    from branchline.bots.registry import Level
    from branchline.core.game import AnyGame
    from branchline.terminal.solo import SoloGame

USUAL: Final = "conductor"
"""The level that plays where none is named."""


def terminal(
    game: Annotated[str, typer.Argument(help="A game, a board of the package, or a board's file.")] = "usa",
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many play, you included; without it, 2 or as named.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", "-a", help="A level to play against, such as planner; again for each other bot."),
    ] = None,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Edition of the game.")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="Seed of the game; without it, every game is new.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Your name.")] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="Language, such as en or pl.")] = "en",
    record: Annotated[Path | None, typer.Option("--record", help="Write the finished game to this file.")] = None,
) -> None:
    """Play in the terminal against bots."""
    from rich.console import Console

    from branchline.cli.score_tables import print_outcome
    from branchline.games import find_game
    from branchline.terminal.session import Session
    from branchline.terminal.solo import SoloGame

    check_language(language)
    played = find_game(game, edition)
    named = against or [USUAL]
    seats = players or max(len(named) + 1, min(played.seat_counts))
    check_players(played, seats)
    if len(named) >= seats:
        raise UsageError(f"{len(named)} levels are too many for {seats} players, you included")
    levels = [_level(played, named[seat % len(named)]) for seat in range(seats - 1)]
    console = Console(highlight=False, markup=False, soft_wrap=True)
    bots = [level.make(played) for level in levels]
    solo = SoloGame(played, bots, secrets.randbits(64) if seed is None else seed)
    session = Session(console, solo, levels, name, language)
    if session.play():
        print_outcome(console, session.narrator, solo.outcome)
        if record is not None:
            _write(solo, session.narrator.names, record)


def _level(game: AnyGame, named: str) -> Level:
    from branchline.bots.registry import Level, levels
    from branchline.terminal.session import RANDOM

    known = {level.id: level for level in (Level(RANDOM, RANDOM), *levels(game))}
    if named not in known:
        raise UsageError(f"unknown level '{named}'; there are: {listed(known)}")
    return known[named]


def _write(solo: SoloGame, names: Sequence[str], path: Path) -> None:
    from branchline.notation.records.record import record_of, record_text

    done = record_of(solo.game, names, solo.seed, solo.actions, solo.outcome)
    try:
        path.write_text(record_text(done), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
